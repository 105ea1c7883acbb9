import type { FieldError } from '#spec';

/** The records of the operator do not fit into the world that was generated: they name what is not there, or are there already. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly problems: readonly FieldError[];

  constructor(problems: readonly FieldError[]) {
    super(`The fixtures do not fit into the world: ${problems.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    this.problems = problems;
  }
}
