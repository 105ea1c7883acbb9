/** Values of JSON, whose shape nobody vouches for. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined where the text is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every object inside a value, and the value itself, made anew from the inside out. */
export function mapObjects(value: unknown, change: (object: JsonObject) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapObjects(inner, change));
  if (!isJsonObject(value)) return value;
  const inside = Object.entries(value).map(([name, inner]): [string, unknown] => [name, mapObjects(inner, change)]);
  return change(Object.fromEntries(inside));
}

/**
 * The object with what stands at a path replaced, where the path leads anywhere.
 * @param path names with dots between them: `price.amount`
 * @param change undefined takes the field away
 */
export function changeAt(object: JsonObject, path: string, change: (value: unknown) => unknown): JsonObject {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(object, name)) return object;
  const inner = object[name];
  if (rest.length === 0) return { ...object, [name]: change(inner) };
  return isJsonObject(inner) ? { ...object, [name]: changeAt(inner, rest.join('.'), change) } : object;
}
