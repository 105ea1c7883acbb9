import { writeHar } from './har-entry.ts';
import { readVersion } from '../endpoint/health.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { RequestFilter, findRequests } from './request-filter.ts';

export const HAR: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/requests.har',
    area: 'journal',
    summary: 'Export the requests as an HTTP Archive 1.2, for the developer tools of a browser',
    description: 'Secrets are redacted. Unknown sizes are -1.',
    query: RequestFilter,
    answers: { media_type: 'application/json; charset=utf-8', file_name: 'gristmill.har' },
    act: async ({ world, query }) =>
      writeHar((await findRequests(world, query)).entries, readVersion(), world.options.public_url),
  }),
];
