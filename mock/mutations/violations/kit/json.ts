/** JSON values of unknown shape. */
import type { Awaitable } from '../../seams.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; undefined for invalid JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** New values of fields, or a function that computes them from the current object. Undefined removes a field. */
export type NewFields<Given, OperationContext> = JsonObject | ((given: Given, context: OperationContext) => Awaitable<object>);

/** Sets fields of an object. Any other value stays as it is. */
export async function setFields<Given, OperationContext>(
  given: Given,
  fields: NewFields<Given, OperationContext>,
  context: OperationContext,
): Promise<unknown> {
  if (!isJsonObject(given)) return given;
  return { ...given, ...(typeof fields === 'function' ? await fields(given, context) : fields) };
}

/** Changes every object inside a value, from the innermost to the outermost. */
export function mapObjects(value: unknown, change: (object: JsonObject) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapObjects(inner, change));
  if (!isJsonObject(value)) return value;
  const inside = Object.entries(value).map(([name, inner]): [string, unknown] => [name, mapObjects(inner, change)]);
  return change(Object.fromEntries(inside));
}

/**
 * Returns the object with the value at a path changed, if the path exists.
 * @param path field names separated by dots: `price.amount`
 * @param change returns the new value; undefined removes the field
 */
export function changeAt(object: JsonObject, path: string, change: (value: unknown) => unknown): JsonObject {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(object, name)) return object;
  const inner = object[name];
  if (rest.length === 0) return { ...object, [name]: change(inner) };
  return isJsonObject(inner) ? { ...object, [name]: changeAt(inner, rest.join('.'), change) } : object;
}
