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

/**
 * Which way a request went. `prism`: as it should. `lenient`: past the Prism that refuses on its own, such as a request without a token; the
 * other one has judged the answer. `past`: Prism cannot carry it at all.
 */
export type Way = 'prism' | 'lenient' | 'past';

export interface Sighting {
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Below base_url. */
  readonly path: string;
  /** As it came out: 500 where the strict Prism held the target's answer back. */
  readonly status: number;
  readonly way: Way;
  readonly of_request: readonly Violation[];
  readonly of_response: readonly Violation[];
}

/** What a run through Prism came to. */
export interface PrismSummary {
  readonly requests: number;
  /** Operations whose answers Prism has judged. */
  readonly operations: readonly OperationId[];
  readonly missing: readonly OperationId[];
  /** Answers that are not what the document says. */
  readonly answers: readonly Sighting[];
  /** Requests that the document does not allow and the target took. */
  readonly taken: readonly Sighting[];
  /** Requests that the document does not allow and the target refused: sent wrong on purpose. */
  readonly refused: number;
  readonly past: number;
}

/** Reads the header `sl-violations`; one that is cut off counts as one violation. */
export function readViolations(header: string | undefined): readonly Violation[] {
  if (header === undefined) return [];
  try {
    return Violations.parse(JSON.parse(header));
  } catch {
    return [{ location: ['response'], severity: 'Error', message: header }];
  }
}

/** Those that Prism's own error answers with. */
export function readProblem(json: unknown): readonly Violation[] {
  const parsed = z.looseObject({ validation: Violations }).safeParse(json);
  return parsed.success ? parsed.data.validation : [];
}

export function summarise(sightings: readonly Sighting[]): PrismSummary {
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

/** What a person reads of a run: the counts, then every violation once. */
export function renderSummary(summary: PrismSummary): string {
  const { requests, operations, missing, answers, taken, refused, past } = summary;
  const verdict =
    answers.length + taken.length === 0 ? 'no violation of the OpenAPI document' : 'the OpenAPI document is violated';
  return [
    `Prism has judged ${requests - past} of ${requests} exchanges, of ${operations.length} of ${operations.length + missing.length} operations: ${verdict}`,
    ...(missing.length === 0 ? [] : [`  not seen: ${missing.join(', ')}`]),
    `  ${refused} requests were wrong on purpose, and refused; ${past} more are nothing that Prism can carry`,
    ...listOnce(`${answers.length} answers are not what the document says`, answers),
    ...listOnce(`${taken.length} requests are not what the document allows, and were taken`, taken),
  ].join('\n');
}

/** Ids differ from run to run and from line to line. */
const AN_ID = /[a-z]+_[0-9a-f]{16}/g;

function listOnce(title: string, sightings: readonly Sighting[]): readonly string[] {
  if (sightings.length === 0) return [];
  const lines = sightings.map((sighting) => describeSighting(sighting).replaceAll(AN_ID, '{id}'));
  return [`  ${title}:`, ...[...new Set(lines)].map((line) => `    ${line}`)];
}
