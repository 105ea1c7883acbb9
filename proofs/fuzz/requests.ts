import { OPERATIONS, OPERATION_IDS, type Operation, type OperationId } from '#spec';
import * as fc from 'fast-check';
import { nastyJson, nastyText } from './nasty.ts';
import type { Target, Targets } from './targets.ts';

/** A generated request. */
export interface FuzzRequest {
  id: OperationId;
  token: string;
  target: string;
  /** The path without its query, if its ids are plain: the response can then be validated against the document. */
  checked_path: string | undefined;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The farm in the document's examples. A request replaces it with an existing one. */
const EXAMPLE_FARM = 'farm_b7a4105e9c3d268f';

/** How many of ten requests use an authorized caller and an existing resource. */
const AUTHORIZED = 7;

export function arbitraryRequest(targets: Targets, tokens: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const all = Object.values(targets).flat();
  const anyone: fc.Arbitrary<Target> = fc.record({
    token: fc.constantFrom(...tokens),
    ids: fc.array(fc.oneof(nastyText, fc.constantFrom(...all.flatMap((target) => target.ids))), { minLength: 2, maxLength: 2 }),
  });
  return fc.constantFrom(...OPERATION_IDS).chain((id) => {
    const operation: Operation = OPERATIONS[id];
    const authorized = targets[id];
    const target =
      authorized.length === 0
        ? anyone
        : fc.oneof(
            { weight: AUTHORIZED, arbitrary: fc.constantFrom(...authorized) },
            { weight: 10 - AUTHORIZED, arbitrary: anyone },
          );
    return fc
      .tuple(target, arbitraryQuery(operation), arbitraryHeaders, arbitraryBody(operation))
      .map(([{ token, ids }, query, headers, body]) => {
        let used = 0;
        const path = operation.path.replaceAll(/\{\w+\}/g, () => ids[used++] ?? '');
        // Express can normalize or split other ids into the path of another operation.
        const is_plain = ids.every((part) => /^[\w-]+$/.test(part));
        return {
          id,
          token,
          target: query === '' ? path : `${path}?${query}`,
          checked_path: is_plain ? path : undefined,
          headers,
          body: body?.replaceAll(EXAMPLE_FARM, ids[0] ?? ''),
        };
      });
  });
}

/** Mostly the documented examples, sometimes malformed values. */
function arbitraryQuery(operation: Operation): fc.Arbitrary<string> {
  const known = Object.entries(operation.query).map(([name, { example }]) => `${name}=${encodeURIComponent(String(example))}`);
  const nasty = fc
    .tuple(fc.constantFrom(...Object.keys(operation.query), 'unknown'), nastyText)
    .map(([name, value]) => `${name}=${value}`);
  const valid =
    known.length === 0
      ? fc.constant('')
      : fc.subarray(known, { maxLength: Math.min(3, known.length) }).map((pairs) => pairs.join('&'));
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 4, arbitrary: fc.array(nasty, { maxLength: 4 }).map((pairs) => pairs.join('&')) },
  );
}

const NAMES = ['Idempotency-Key', 'Content-Type', 'Accept', 'Content-Encoding'];
const VALUES = ['', 'a', 'text/plain', 'application/json', 'gzip', 'k'.repeat(300)];
const arbitraryHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES), { maxKeys: 1 }) },
);

function arbitraryBody(operation: Operation): fc.Arbitrary<string | undefined> {
  if (operation.method === 'get' || operation.method === 'delete') return fc.constant(undefined);
  const examples: readonly unknown[] = operation.body?.schema.meta()?.examples ?? [{}];
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...examples).chain((example) => mutate(JSON.stringify(example))) },
    { weight: 1, arbitrary: nastyJson },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** A valid body with some of its values replaced. */
function mutate(example: string): fc.Arbitrary<string> {
  // The examples of bodies are objects.
  const fields = Object.entries(JSON.parse(example) as Record<string, unknown>);
  const change = fc.tuple(fc.constantFrom(...fields.map(([name]) => name), 'extra'), nastyJson);
  return fc
    .oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(change, { maxLength: 3 }) })
    .map((changes) => {
      const members = new Map(fields.map(([name, value]) => [name, JSON.stringify(value)]));
      for (const [name, value] of changes) members.set(name, value);
      return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    });
}
