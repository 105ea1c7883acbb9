import type { ClauseId } from '#spec/clauses/index';
import type { Seams } from '../../seams.ts';
import type { Violation } from '../violation.ts';
import { all } from './all.ts';

/**
 * A violation that remembers nothing.
 * @param name begins with the clause that it breaks
 */
export function violation(
  name: `${ClauseId}/${string}`,
  title: string,
  ...parts: readonly [Partial<Seams>, ...Partial<Seams>[]]
): Violation {
  // The type of the name says what stands before the slash.
  const clause = name.slice(0, name.indexOf('/')) as ClauseId;
  const [first, ...others] = parts;
  return { name, clause, title, seams: others.length === 0 ? first : all(first, ...others) };
}

/** One that the readings make a warning, although its clause is stated. */
export function warnedOf(broken: Violation): Violation {
  return { ...broken, only_warns: true };
}
