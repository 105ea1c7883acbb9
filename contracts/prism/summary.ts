/** Collects the violations that Prism reports. */
import { OPERATION_IDS, type OperationId } from '#spec';
import { z } from 'zod';

const Violation = z.looseObject({
  /** `["response", "body", "data", "id"]` */
  location: z.array(z.union([z.string(), z.number()])).default([]),
  message: z.string().default(''),
});
export type Violation = z.infer<typeof Violation>;
const Violations = z.array(Violation);

/** The route of a request. `prism`: through both processes. `lenient`: through the lenient one only, because the strict one responds to such a request itself. `direct`: around both. */
export type PrismRoute = 'prism' | 'lenient' | 'direct';

export interface PrismExchange {
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Below base_url. */
  readonly path: string;
  /** The final status: 500 if the strict process replaced the response. */
  readonly status: number;
  readonly route: PrismRoute;
  readonly of_request: readonly Violation[];
  readonly of_response: readonly Violation[];
}

/** The result of a run through Prism. */
interface PrismSummary {
  readonly requests: number;
  /** Operations whose responses Prism validated. */
  readonly operations: readonly OperationId[];
  readonly missing: readonly OperationId[];
  /** Responses that violate the document. */
  readonly invalid_responses: readonly PrismExchange[];
  /** Invalid requests that the target accepted with a 2xx status. */
  readonly accepted_requests: readonly PrismExchange[];
  /** Invalid requests that the target neither accepted nor rejected, such as those with a 5xx response. */
  readonly undecided_requests: readonly PrismExchange[];
  /** The number of invalid requests that the target rejected with a 4xx status. */
  readonly rejected: number;
  /** The number of requests that Prism cannot forward. */
  readonly direct: number;
}

/** The beginning of a violation in the header. A message cannot contain it, because its quotes are escaped. */
const LOCATION = /"location":\["(request|response)"/g;
/** How much of a truncated header is shown. */
const SHOWN_MAX = 300;

/** Reads the header `sl-violations`. Prism truncates a long one: it counts as one violation of each side that the rest names. */
export function readViolations(header: string | undefined): readonly Violation[] {
  if (header === undefined) return [];
  try {
    return Violations.parse(JSON.parse(header));
  } catch {
    const sides = new Set([...header.matchAll(LOCATION)].map(([, side = '']) => side));
    return [...sides].map((side) => ({ location: [side], message: `${header.slice(0, SHOWN_MAX)}…` }));
  }
}

/** Reads the violations in Prism's own error response. */
export function readProblem(json: unknown): readonly Violation[] {
  const parsed = z.looseObject({ validation: Violations }).safeParse(json);
  return parsed.success ? parsed.data.validation : [];
}

export function summarize(exchanges: readonly PrismExchange[]): PrismSummary {
  const operations = new Set(exchanges.filter(({ route }) => route === 'prism').map(({ operation }) => operation));
  const invalid = exchanges.filter(({ of_request }) => of_request.length > 0);
  const isAccepted = ({ status }: PrismExchange): boolean => status >= 200 && status < 300;
  const isRejected = ({ status }: PrismExchange): boolean => status >= 400 && status < 500;
  return {
    requests: exchanges.length,
    operations: OPERATION_IDS.filter((id) => operations.has(id)),
    missing: OPERATION_IDS.filter((id) => !operations.has(id)),
    invalid_responses: exchanges.filter(({ of_response }) => of_response.length > 0),
    accepted_requests: invalid.filter(isAccepted),
    undecided_requests: invalid.filter((exchange) => !isAccepted(exchange) && !isRejected(exchange)),
    rejected: invalid.filter(isRejected).length,
    direct: exchanges.filter(({ route }) => route === 'direct').length,
  };
}

/** `GET /bids 200: response.body.items.0.id must be string` */
export function describePrismExchange({ method, path, status, of_request, of_response }: PrismExchange): string {
  const violations = [...of_response, ...of_request].map(({ location, message }) => `${location.join('.')} ${message}`.trim());
  return `${method} ${path} ${status}: ${[...new Set(violations)].join('; ')}`;
}

/** The summary as text: the counts, then every distinct violation. */
export function renderSummary(summary: PrismSummary): string {
  const { requests, operations, missing, invalid_responses, accepted_requests, undecided_requests, rejected, direct } = summary;
  const verdict = isViolated(summary) ? 'the OpenAPI document is violated' : 'no violation of the OpenAPI document';
  return [
    `Prism validated ${requests - direct} of ${requests} exchanges, with ${operations.length} of ${operations.length + missing.length} operations: ${verdict}`,
    ...(missing.length === 0 ? [] : [`  not called: ${missing.join(', ')}`]),
    `  ${rejected} invalid requests were rejected by the target; ${direct} more cannot be forwarded by Prism`,
    ...listOnce(`${invalid_responses.length} responses violate the document`, invalid_responses),
    ...listOnce(`${accepted_requests.length} invalid requests were accepted`, accepted_requests),
    ...listOnce(`${undecided_requests.length} invalid requests got neither 2xx nor 4xx (not a failure)`, undecided_requests),
  ].join('\n');
}

/** Whether the target violated the OpenAPI document, which lists 500 as a response of every operation. */
export function isViolated({ invalid_responses, accepted_requests }: PrismSummary): boolean {
  return invalid_responses.length + accepted_requests.length > 0;
}

/** Ids, which differ between runs. */
const AN_ID = /[a-z]+_[0-9a-f]{16}/g;

function listOnce(title: string, exchanges: readonly PrismExchange[]): readonly string[] {
  if (exchanges.length === 0) return [];
  const lines = exchanges.map((exchange) => describePrismExchange(exchange).replaceAll(AN_ID, '{id}'));
  return [`  ${title}:`, ...[...new Set(lines)].map((line) => `    ${line}`)];
}
