import type { oas32 } from 'zod-openapi';

/** {base_url} of a mock with default options. */
export const BASE_URL = 'http://127.0.0.1:4010/v1';

export const servers: oas32.ServerObject[] = [
  {
    url: '{base_url}',
    description: 'Any deployment.',
    variables: { base_url: { default: BASE_URL, description: 'Ends with the version segment (CONV-8).' } },
  },
];
