import { CHECKS } from '#conformance/checks/index';
import { findClosest } from '#conformance/config/closest';
import { ORACLES } from '#conformance/oracles/index';
import { DRILLS } from '#conformance/receiver/drills/index';
import { CLAUSES, findClause, parseHow } from '#spec/clauses/index';
import type { Clause } from '#spec/clauses/index';
import { UsageError } from './usage-error.ts';

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  S: 'stated by the document: a breach fails the run',
  D: 'derived from what the document says: a breach warns, and fails under --strict',
  A: 'our assumption, where the document is silent: never fails anybody',
};

/** A clause in a few lines. @throws UsageError where there is none of that id */
export function explainClause(id: string): string {
  const clause = findClause(id.toUpperCase());
  if (clause === undefined) {
    const closest = findClosest(
      id.toUpperCase(),
      CLAUSES.map((one) => one.id),
    );
    throw new UsageError('explain', `there is no clause ${id}${closest === undefined ? '' : `; did you mean ${closest}?`}`);
  }
  const checks = [...CHECKS, ...ORACLES].filter((one) => one.clause === clause.id);
  const drills = DRILLS.filter((one) => one.clause === clause.id);
  const needs = [...new Set(CHECKS.filter((one) => one.clause === clause.id).flatMap((one) => one.needs))];
  return [
    `${clause.id}  ${clause.statement}`,
    '',
    `  level    ${clause.level}, ${LEVELS[clause.level]}`,
    `  section  ${clause.section}`,
    `  judged   ${describeHow(clause)}`,
    ...(needs.length === 0 ? [] : [`  takes    ${needs.join(', ')}`]),
    ...(checks.length === 0 ? [] : ['', '  checks', ...checks.map((one) => `    ${one.id}  ${one.title}`)]),
    ...(drills.length === 0 ? [] : ['', '  drills of gristmill receiver', ...drills.map((one) => `    ${one.id}  ${one.title}`)]),
    '',
  ].join('\n');
}

function describeHow({ how }: Clause): string {
  const needs = parseHow(how);
  const parts = [
    needs.public_api ? 'over the public API' : undefined,
    needs.hook ? "with a hook of the operator's" : undefined,
    needs.mock_only ? 'on the mock only' : undefined,
    needs.receiver ? 'on a receiver, by gristmill receiver: it is no duty of a deployment' : undefined,
    needs.webhook ? 'with a webhook receiver that the deployment can reach' : undefined,
    needs.configuration ? 'with something that the operator lends or configures' : undefined,
    needs.time ? 'in minutes to an hour of real time' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}
