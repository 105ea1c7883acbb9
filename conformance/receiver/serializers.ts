/** Writes JSON as the serializers of other languages do. */
import { isObject } from '#client';

/** A JSON text, parsed and written again. @param write a serializer. Undefined if the text cannot be converted */
export function reserialized(text: string, write: (value: unknown) => string): string | undefined {
  return attempt(() => write(JSON.parse(text)));
}

/** The result of a conversion; undefined if the text cannot be converted. */
export function attempt(convert: () => string): string | undefined {
  try {
    return convert();
  } catch {
    return undefined;
  }
}

/** As Python's json.dumps writes it. */
export function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`)
    .join(', ')}}`;
}

export function escaped(text: string): string {
  return text.replaceAll(/[^\0-\x7F]/g, (letter) =>
    letter
      .split('')
      .map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'))
      .join(''),
  );
}

export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

/** With the members of all objects in the order of a HashMap of Java. */
export function inHashOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inHashOrder);
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  let buckets = 16;
  // The map doubles when it is three quarters full.
  while (members.length > buckets * 0.75) buckets *= 2;
  const bucketOf = (key: string): number => {
    let hash = 0;
    for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return Object.fromEntries(
    members.toSorted(([a], [b]) => bucketOf(a) - bucketOf(b)).map(([key, member]) => [key, inHashOrder(member)]),
  );
}
