import { CHECKS } from '#conformance/checks/index';
import { findClosest } from '#conformance/config/closest';
import { ORACLES } from '#conformance/oracles/index';
import { DRILLS } from '#conformance/receiver/drills/index';
import { loadCatalogue } from '#mock/deviations';
import { CLAUSES, findClause, parseHow } from '#spec/clauses/index';
import type { Clause } from '#spec/clauses/index';
import { UsageError } from './usage-error.ts';

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  S: 'stated by the document: a breach fails the run',
  D: 'derived from what the document says: a breach warns, and fails under --strict',
  A: 'our assumption, where the document is silent: never fails anybody',
};

/** A clause in a few lines. @throws UsageError where there is none of that id */
export async function explainClause(id: string): Promise<string> {
  const clause = findClause(id.toUpperCase());
  if (clause === undefined) throw new UsageError('explain', `there is no clause '${id}'; ${advise(id.toUpperCase())}`);
  const checks = [...CHECKS, ...ORACLES].filter((one) => one.clause === clause.id);
  const drills = DRILLS.filter((one) => one.clause === clause.id);
  const needs = [...new Set(CHECKS.filter((one) => one.clause === clause.id).flatMap((one) => one.needs))];
  const violations = (await loadCatalogue()).violations.filter((one) => one.clause === clause.id);
  return [
    `${clause.id}  ${clause.statement}`,
    '',
    `  level    ${clause.level}, ${LEVELS[clause.level]}`,
    `  section  ${clause.section}`,
    `  judged   ${describeHow(clause)}`,
    ...(needs.length === 0 ? [] : [`  takes    ${needs.join(', ')}`]),
    ...(checks.length === 0 ? [] : ['', '  checks', ...checks.map((one) => `    ${one.id}  ${one.title}`)]),
    ...(drills.length === 0 ? [] : ['', '  drills of gristmill receiver', ...drills.map((one) => `    ${one.id}  ${one.title}`)]),
    ...(violations.length === 0 ? [] : ['', '  broken on purpose by gristmill mock --violate']),
    ...violations.map((one) => `    ${one.name}  ${one.title}`),
    '',
  ].join('\n');
}

/** What was meant: the clause of a check or violation that was given, or one that is written nearly so. */
function advise(asked: string): string {
  const ids = CLAUSES.map((one) => one.id);
  const [area] = asked.split('-');
  const closest =
    ids.find((id) => asked.startsWith(`${id}/`)) ?? findClosest(asked, ids) ?? ids.find((id) => id.startsWith(`${area}-`));
  return closest === undefined ? 'give the id of one, such as PRIV-4' : `did you mean ${closest}?`;
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
