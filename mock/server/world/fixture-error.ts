import type { FieldError } from '#spec';

/** Records from a fixtures file do not fit into the generated world, because a reference is missing or an id is taken. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly problems: readonly FieldError[];

  constructor(problems: readonly FieldError[]) {
    super(`The fixtures do not fit into the world: ${problems.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    this.problems = problems;
  }
}
