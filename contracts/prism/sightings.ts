/** Collects the violations that Prism reports. */
import { OPERATION_IDS } from '#spec';
import type { OperationId } from '#spec';
import { z } from 'zod';

const Violation = z.looseObject({
  /** `["response", "body", "data", "id"]` */
  location: z.array(z.union([z.string(), z.number()])).default([]),
  severity: z.string().default(''),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string().default(''),
});
export type Violation = z.infer<typeof Violation>;
const Violations = z.array(Violation);

/** The route of a request. `prism`: through both processes. `lenient`: through the lenient one only, because the strict one answers such a request itself. `past`: around both. */
export type Way = 'prism' | 'lenient' | 'past';

export interface Sighting {
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Below base_url. */
  readonly path: string;
  /** The final status: 500 if the strict process replaced the response. */
  readonly status: number;
  readonly way: Way;
  readonly of_request: readonly Violation[];
  readonly of_response: readonly Violation[];
}

/** The result of a run through Prism. */
export interface PrismSummary {
  readonly requests: number;
  /** Operations whose responses Prism validated. */
  readonly operations: readonly OperationId[];
  readonly missing: readonly OperationId[];
  /** Responses that violate the document. */
  readonly answers: readonly Sighting[];
  /** Invalid requests that the target accepted. */
  readonly taken: readonly Sighting[];
  /** The number of invalid requests that the target rejected. */
  readonly refused: number;
  readonly past: number;
}

/** Reads the header `sl-violations`. A truncated header counts as one violation. */
export function readViolations(header: string | undefined): readonly Violation[] {
  if (header === undefined) return [];
  try {
    return Violations.parse(JSON.parse(header));
  } catch {
    return [{ location: ['response'], severity: 'Error', message: header }];
  }
}

/** Reads the violations in Prism's own error response. */
export function readProblem(json: unknown): readonly Violation[] {
  const parsed = z.looseObject({ validation: Violations }).safeParse(json);
  return parsed.success ? parsed.data.validation : [];
}

export function summarize(sightings: readonly Sighting[]): PrismSummary {
  const operations = new Set(sightings.filter(({ way }) => way === 'prism').map(({ operation }) => operation));
  const is_taken = ({ status }: Sighting): boolean => status >= 200 && status < 300;
  const wrong = sightings.filter(({ of_request }) => of_request.length > 0);
  return {
    requests: sightings.length,
    operations: OPERATION_IDS.filter((id) => operations.has(id)),
    missing: OPERATION_IDS.filter((id) => !operations.has(id)),
    answers: sightings.filter(({ of_response }) => of_response.length > 0),
    taken: wrong.filter(is_taken),
    refused: wrong.filter((sighting) => !is_taken(sighting)).length,
    past: sightings.filter(({ way }) => way === 'past').length,
  };
}

/** `GET /bids 200: response.body.items.0.id must be string` */
export function describeSighting({ method, path, status, of_request, of_response }: Sighting): string {
  const said = [...of_response, ...of_request].map(({ location, message }) => `${location.join('.')} ${message}`.trim());
  return `${method} ${path} ${status}: ${[...new Set(said)].join('; ')}`;
}

/** The summary as text: the counts, then every distinct violation. */
export function renderSummary(summary: PrismSummary): string {
  const { requests, operations, missing, answers, taken, refused, past } = summary;
  const verdict =
    answers.length + taken.length === 0 ? 'no violation of the OpenAPI document' : 'the OpenAPI document is violated';
  return [
    `Prism validated ${requests - past} of ${requests} exchanges, with ${operations.length} of ${operations.length + missing.length} operations: ${verdict}`,
    ...(missing.length === 0 ? [] : [`  not called: ${missing.join(', ')}`]),
    `  ${refused} invalid requests were rejected by the target; ${past} more cannot be forwarded by Prism`,
    ...listOnce(`${answers.length} responses violate the document`, answers),
    ...listOnce(`${taken.length} invalid requests were accepted`, taken),
  ].join('\n');
}

/** Ids, which differ between runs. */
const AN_ID = /[a-z]+_[0-9a-f]{16}/g;

function listOnce(title: string, sightings: readonly Sighting[]): readonly string[] {
  if (sightings.length === 0) return [];
  const lines = sightings.map((sighting) => describeSighting(sighting).replaceAll(AN_ID, '{id}'));
  return [`  ${title}:`, ...[...new Set(lines)].map((line) => `    ${line}`)];
}
