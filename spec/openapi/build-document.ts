import type { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import { OPERATIONS, type Operation } from '../operations/index.ts';
import { ErrorObject } from '../resources/envelopes.ts';
import { buildErrorExamples, buildErrorResponses, errorHeaders } from './error-responses.ts';
import { sharedParameters } from './parameters.ts';
import { BASE_URL, buildPaths } from './paths.ts';
import { collectSchemas } from './schema-of.ts';
import { defaultSecurity, securitySchemes } from './security.ts';
import { tags } from './tags.ts';
import { buildWebhooks, listEnvelopes } from './webhooks.ts';

const info: oas32.InfoObject = {
  title: 'Grain Marketplace Enterprise API',
  // VER-1
  version: '1.0.0',
  description:
    'Anonymized grain listings, bids, trades, cash bids, market data, and signed webhooks. `x-clauses` lists the clauses that an operation ' +
    'obeys. `x-assumed` marks what the API document leaves open, with the clause that decides it here; other deployments can differ. ' +
    'Responses and webhook payloads can contain further fields.',
  contact: { name: 'Gristmill contributors' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const servers: oas32.ServerObject[] = [
  {
    url: '{base_url}',
    description: 'Any deployment.',
    variables: { base_url: { default: BASE_URL, description: 'Ends with the version segment (CONV-8).' } },
  },
];

function schemasOf({ query, body, success }: Operation): z.ZodType[] {
  const parameters = Object.values(query).map(({ schema }) => schema);
  return [...parameters, ...(body === undefined ? [] : [body.schema]), success.schema];
}

/** The OpenAPI document of the whole API, built from the operations, events, errors, and scopes. The result is deterministic. */
export function buildDocument(): oas32.OpenAPIObject {
  const operations: Operation[] = Object.values(OPERATIONS);
  return {
    openapi: '3.1.1',
    info,
    servers,
    tags,
    security: defaultSecurity,
    paths: buildPaths(),
    webhooks: buildWebhooks(),
    components: {
      securitySchemes,
      schemas: collectSchemas([...operations.flatMap(schemasOf), ErrorObject, ...listEnvelopes()]),
      parameters: sharedParameters,
      headers: errorHeaders,
      responses: buildErrorResponses(),
      examples: buildErrorExamples(),
    },
  };
}
