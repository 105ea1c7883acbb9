import { isObject, type JsonNode } from '#client';

/** An object at any depth of a reply, and its key. */
interface Found {
  at: JsonNode;
  /** The key of the object or of its array; undefined for the resource of a reply and for list items. */
  holder: string | undefined;
}

/** Caches the objects of a body, because about sixty oracles visit each. */
const WALKED = new WeakMap<object, readonly Found[]>();

/** Every object in a body. Lists can have any of the legal shapes (PAGE-1). */
export function objectNodesIn(body: JsonNode): readonly Found[] {
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

/** The resource of a reply, or the items of a list. */
export function resourceNodesIn(body: JsonNode): readonly JsonNode[] {
  return objectNodesIn(body)
    .filter(({ holder }) => holder === undefined)
    .map(({ at }) => at);
}

const TOPS: ReadonlySet<string> = new Set(['', 'data', 'items', 'data.items']);

function isTop(path: readonly string[]): boolean {
  return path.length < 3 && TOPS.has(path.join('.'));
}
