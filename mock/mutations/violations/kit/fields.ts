/** Changes to fields of responses, at any depth. */
import type { ResponseContext, Seams } from '../../seams.ts';
import { onBody } from './responses.ts';
import type { JsonObject } from './json.ts';
import { changeAt, isJsonObject, mapObjects } from './json.ts';
import type { Where } from './where.ts';

/**
 * Changes a field in every object of the body that has it, at any depth.
 * @param path field names separated by dots: `price.amount`
 * @param change returns the new value; undefined removes the field. `holder` is the object in which the path starts
 */
export function onField(
  where: Where,
  path: string,
  change: (value: unknown, holder: JsonObject, context: ResponseContext) => unknown,
): Partial<Seams> {
  return onBody(where, (body: unknown, context) =>
    mapObjects(body, (holder) => changeAt(holder, path, (value) => change(value, holder, context))),
  );
}

/** Changes each line of bids by grades. */
export function onLines(where: Where, change: (line: JsonObject, index: number) => unknown): Partial<Seams> {
  return onField(where, 'grades', (lines) =>
    Array.isArray(lines) ? lines.map((line: unknown, index) => (isJsonObject(line) ? change(line, index) : line)) : lines,
  );
}

/** Omits fields at any depth. */
export function withoutField(where: Where, ...paths: readonly string[]): Partial<Seams> {
  return onBody(where, (body: unknown) =>
    mapObjects(body, (holder) => paths.reduce<JsonObject>((left, path) => changeAt(left, path, () => undefined), holder)),
  );
}
