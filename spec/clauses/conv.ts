import type { ClauseTable } from './clause.ts';

/** CONV: conventions. */
export const CONV = {
  'Resources and their fields': [
    'CONV-1 | S | B | A response that an endpoint\'s row shows as `{data: …}`, and one of the caller\'s own listings (POST, GET, and PATCH of /me/inventory), has the form `{ "data": <resource> }`.',
    "CONV-2 | S | B | Ids are opaque strings. (For the simulator's `buyer.id`, see CONV-10.)",
    'CONV-3 | S | B | Delivery location ids are integers.',
    'CONV-4 | S | B | `reference` values are human-readable strings.',
    'CONV-9 | D | B | The farm endpoints that return a single farm, and GET /inventory/filters, also wrap the response in `data` (from: single-resource responses are wrapped; the rows of these endpoints show no braces).',
    "CONV-10 | D | B | Ids begin with the prefix of their resource: inv_, bid_, trd_, tm_, cb_, cbo_, whk_, whd_, evt_, or farm_ (from: the observed prefixes). The simulator's `buyer.id`, whose type is not stated, is a string (from CONV-2).",
  ],
  Endpoints: [
    'CONV-5 | S | B | Requests and responses, including errors, are JSON with `Content-Type: application/json`, except at the OAuth endpoints under {auth_url}.',
    "CONV-7 | A | B | In strict mode (the mock's default), unknown body fields return 422 naming the field; in lenient mode, they are ignored. Unknown query parameters are ignored.",
  ],
  Errors: [
    'CONV-6 | A | B | These return an Error object: a body that is not JSON (400), another content type (415), an oversized body (413), an unknown path (404), and another method on a known path (405, with `Allow`).',
  ],
  Versioning: ['CONV-8 | S | B | The version segment `/v1` is the last segment of base_url, and every path is below it.'],
} as const satisfies ClauseTable;
