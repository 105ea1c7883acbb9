/** Tables of similar violations. Each row has the arguments, from which the mutation and the title are built. */
import { ERRORS, type ErrorCode, type OperationId } from '#spec';
import type { Seams } from '../../seams.ts';
import type { Violation } from '../violation.ts';
import { refuseAs } from './refusals.ts';
import { onQuery } from './requests.ts';
import { violations } from './violation.ts';
import { nameOf } from './where.ts';

/** The arguments of each violation, by its name. */
type Rows<Args> = Readonly<Record<Violation['name'], Args>>;

/**
 * Builds violations that differ only in their arguments.
 * @param make the mutation of the mock for a row
 * @param describe the title for a row
 * @param rows the arguments, by the name of the violation
 */
export function violationTable<Args extends unknown[]>(
  make: (...args: NoInfer<Args>) => Partial<Seams>,
  describe: (...args: Args) => string,
  rows: Rows<NoInfer<Args>>,
): readonly Violation[] {
  return Object.entries(rows).flatMap(([name, args]) => violations({ [`${name}: ${describe(...args)}`]: make(...args) }));
}

/**
 * Builds violations that return an error other than the documented one.
 * @param rows the operation, the documented code, the other code, and the condition, for the title
 */
export function otherErrors(rows: Rows<[OperationId, ErrorCode, ErrorCode, string]>): readonly Violation[] {
  return violationTable(
    (where: OperationId, code: ErrorCode, other: ErrorCode, _when: string) => refuseAs(where, code, other),
    (where: OperationId, code: ErrorCode, other: ErrorCode, when: string) =>
      `${nameOf(where)} returns ${ERRORS[other].status} instead of ${ERRORS[code].status} ${when}.`,
    rows,
  );
}

/**
 * Builds violations that ignore a query parameter if another one is given.
 * @param rows the operation, the ignored parameter, the other parameter, and its value if only one value matters
 */
export function ignoredIfGiven(rows: Rows<[OperationId, string, string, string?]>): readonly Violation[] {
  return violationTable(
    (where: OperationId, ignored: string, given: string, value?: string) =>
      onQuery(where, (query) => {
        if (query.has(given, value)) query.delete(ignored);
      }),
    (where: OperationId, ignored: string, given: string, value?: string) =>
      `${nameOf(where)} ignores \`${ignored}\` ${value === undefined ? `if \`${given}\` is given` : `with \`${given}=${value}\``}.`,
    rows,
  );
}
