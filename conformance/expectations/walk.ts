import type { JsonNode } from '#client';
import { isObject } from '#client';

/** An object in an answer, however deep, and what it is the value of. */
export interface Found {
  at: JsonNode;
  /** The key that it stands under, itself or in an array; undefined for the resource of an answer and for each of a list. */
  holder: string | undefined;
}

/** Bodies that have been walked: some sixty oracles look at each. */
const WALKED = new WeakMap<object, readonly Found[]>();

/** Every object in a body. A list is walked in each of the shapes that a list may have (PAGE-1). */
export function objectsIn(body: JsonNode): readonly Found[] {
  const { value } = body;
  if (typeof value !== 'object' || value === null) return [];
  const known = WALKED.get(value);
  if (known !== undefined) return known;
  const found = [...walk(body)];
  WALKED.set(value, found);
  return found;
}

function* walk(body: JsonNode): Generator<Found> {
  const waiting: { node: JsonNode; path: readonly string[] }[] = [{ node: body, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, path } = next;
    if (Array.isArray(node.value)) {
      for (const item of node.array()) waiting.push({ node: item, path });
    } else if (isObject(node.value)) {
      yield { at: node, holder: isTop(path) ? undefined : path.at(-1) };
      for (const key of Object.keys(node.value)) waiting.push({ node: node.get(key), path: [...path, key] });
    }
  }
}

/** The resource of an answer, or each of a list. */
export function resourcesIn(body: JsonNode): readonly JsonNode[] {
  return objectsIn(body)
    .filter(({ holder }) => holder === undefined)
    .map(({ at }) => at);
}

const TOPS: ReadonlySet<string> = new Set(['', 'data', 'items', 'data.items']);

function isTop(path: readonly string[]): boolean {
  return path.length < 3 && TOPS.has(path.join('.'));
}
