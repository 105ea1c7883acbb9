import type { ClauseRow } from './clause.ts';

/** CONV: conventions. */
export const CONV = [
  {
    id: 'CONV-1',
    level: 'S',
    how: 'B',
    statement:
      'A response that an endpoint\'s row writes as `{data: …}`, and one own listing (POST, GET and PATCH of /me/inventory), is `{ "data": <resource> }`.',
    section: 'Resources and their fields',
  },
  {
    id: 'CONV-2',
    level: 'S',
    how: 'B',
    statement: 'Ids are opaque strings. (`buyer.id` of the simulator: CONV-10.)',
    section: 'Resources and their fields',
  },
  {
    id: 'CONV-3',
    level: 'S',
    how: 'B',
    statement: 'Delivery location ids are integers.',
    section: 'Resources and their fields',
  },
  {
    id: 'CONV-4',
    level: 'S',
    how: 'B',
    statement: '`reference` values are strings meant for people.',
    section: 'Resources and their fields',
  },
  {
    id: 'CONV-5',
    level: 'S',
    how: 'B',
    statement:
      'Requests and responses are JSON with `Content-Type: application/json`, errors included, except at the OAuth endpoints under {auth_url}.',
    section: 'Endpoints',
  },
  {
    id: 'CONV-6',
    level: 'A',
    how: 'B',
    statement:
      'A body that is not JSON gets 400, one with another content type 415, an over-large one 413, an unknown path 404, a known path with another method 405 with `Allow`: all as Error objects.',
    section: 'Errors',
  },
  {
    id: 'CONV-7',
    level: 'A',
    how: 'B',
    statement:
      'Unknown body fields are refused with 422 naming the field in strict mode (the default of the mock), ignored in lenient mode; unknown query parameters are ignored.',
    section: 'Endpoints',
  },
  {
    id: 'CONV-8',
    level: 'S',
    how: 'B',
    statement: 'The version segment `/v1` is the last of base_url, and every path lies below it.',
    section: 'Versioning',
  },
  {
    id: 'CONV-9',
    level: 'D',
    how: 'B',
    statement:
      'The farm endpoints that answer one farm, and GET /inventory/filters, wrap their answer in `data` too (from: single-resource responses are wrapped; their rows show no braces).',
    section: 'Resources and their fields',
  },
  {
    id: 'CONV-10',
    level: 'D',
    how: 'B',
    statement:
      "Ids begin with inv_, bid_, trd_, tm_, cb_, cbo_, whk_, whd_, evt_, farm_ for their resources (from: the observed prefixes), and the simulator's `buyer.id`, whose type is not stated, is a string (from CONV-2).",
    section: 'Resources and their fields',
  },
] as const satisfies readonly ClauseRow[];
