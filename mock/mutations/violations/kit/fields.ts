/** Fields of answers, wherever in the body they stand. */
import type { AnswerAbout, Seams } from '../../seams.ts';
import { onBody } from './answers.ts';
import type { JsonObject } from './json.ts';
import { changeAt, mapObjects } from './json.ts';
import type { Where } from './where.ts';

/**
 * Changes a field of every object in the body that has it, however deep.
 * @param path a name, or names with dots between them: `price.amount`
 * @param change undefined takes the field away; `holder` is the object that the path begins in
 */
export function onField(
  where: Where,
  path: string,
  change: (value: unknown, holder: JsonObject, about: AnswerAbout) => unknown,
): Partial<Seams> {
  return onBody(where, (body: unknown, about) =>
    mapObjects(body, (holder) => changeAt(holder, path, (value) => change(value, holder, about))),
  );
}

/** Leaves fields out, however deep. */
export function withoutField(where: Where, ...paths: readonly string[]): Partial<Seams> {
  return onBody(where, (body: unknown) =>
    mapObjects(body, (holder) => paths.reduce<JsonObject>((left, path) => changeAt(left, path, () => undefined), holder)),
  );
}
