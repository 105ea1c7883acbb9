import type { Sight } from './sight.ts';
import { isObject } from './sight.ts';

/** An object in an answer, however deep, and what it is the value of. */
export interface Found {
  at: Sight;
  /** The key that it stands under, itself or in an array; undefined for the resource of an answer and for each of a list. */
  holder: string | undefined;
}

/** Bodies that have been walked: some sixty oracles look at each. */
const WALKED = new WeakMap<object, readonly Found[]>();

/** Every object in a body. A list is walked in each of the shapes that a list may have (PAGE-1). */
export function objectsIn(body: Sight): readonly Found[] {
  const { value } = body;
  if (typeof value !== 'object' || value === null) return [];
  const known = WALKED.get(value);
  if (known !== undefined) return known;
  const found = [...walk(body)];
  WALKED.set(value, found);
  return found;
}

function* walk(body: Sight): Generator<Found> {
  const waiting: { sight: Sight; path: readonly string[] }[] = [{ sight: body, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { sight, path } = next;
    if (Array.isArray(sight.value)) {
      waiting.push(...sight.array().map((item) => ({ sight: item, path })));
    } else if (isObject(sight.value)) {
      yield { at: sight, holder: isTop(path) ? undefined : path.at(-1) };
      waiting.push(...Object.keys(sight.value).map((key) => ({ sight: sight.get(key), path: [...path, key] })));
    }
  }
}

/** The resource of an answer, or each of a list. */
export function resourcesIn(body: Sight): readonly Sight[] {
  return objectsIn(body)
    .filter(({ holder }) => holder === undefined)
    .map(({ at }) => at);
}

const TOPS: ReadonlySet<string> = new Set(['', 'data', 'items', 'data.items']);

function isTop(path: readonly string[]): boolean {
  return path.length < 3 && TOPS.has(path.join('.'));
}
