import { CHECKS } from '#conformance/checks/index';
import { findClosest } from '#client';
import { ORACLES } from '#conformance/oracles/index';
import { JUDGED_AS } from '#conformance/runner/select';
import { DRILLS } from '#conformance/receiver/drills/index';
import { loadCatalogue } from '#mock/mutations/deviations';
import { AREAS, CLAUSES, findClause, parseHow } from '#spec/clauses/index';
import type { Clause } from '#spec/clauses/index';
import type { Command } from 'commander';
import { UsageError } from './errors.ts';
import { addExamples } from './flags/options.ts';

export function configure(command: Command): void {
  command.argument('<clause>', 'id, such as PRIV-4; or an area, such as PRIV, to list its clauses').action(async (id: string) => {
    process.stdout.write(await explainClause(id));
  });
  addExamples(command, ['gristmill explain PRIV-4', 'gristmill explain BID']);
}

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  S: 'stated by the document; a violation fails the run',
  D: 'derived from the document; a violation warns, and fails with --strict',
  A: 'our assumption where the document is silent; never fails a run',
};

/** A clause in a few lines, or the clauses of an area with one line each. @throws UsageError for an unknown id */
async function explainClause(id: string): Promise<string> {
  const area = AREAS.find(({ word }) => word === id.toUpperCase());
  if (area !== undefined) return explainArea(area);
  const clause = findClause(id.toUpperCase());
  if (clause === undefined) throw new UsageError('explain', `there is no clause '${id}'; ${suggest(id.toUpperCase())}`);
  // A clause can repeat another, and is then checked there.
  const judged_as = JUDGED_AS.get(clause.id);
  const at = judged_as ?? clause.id;
  const checks = [...CHECKS, ...ORACLES].filter((one) => one.clause === at);
  const drills = DRILLS.filter((one) => one.clause === clause.id);
  const needs = [...new Set(CHECKS.filter((one) => one.clause === at).flatMap((one) => one.needs))];
  const violations = (await loadCatalogue()).violations.filter((one) => one.clause === clause.id);
  return [
    `${clause.id}  ${clause.statement}`,
    '',
    `  level    ${clause.level}, ${LEVELS[clause.level]}`,
    `  section  ${clause.section}`,
    `  checked  ${judged_as === undefined ? '' : `as ${judged_as}, `}${describeHow(clause)}`,
    ...(needs.length === 0 ? [] : [`  needs    ${needs.join(', ')}`]),
    ...(checks.length === 0
      ? []
      : [
          '',
          `  checks${judged_as === undefined ? '' : ` of ${judged_as}`}`,
          ...checks.map((one) => `    ${one.id}  ${one.title}`),
        ]),
    ...(drills.length === 0 ? [] : ['', '  drills of gristmill receiver', ...drills.map((one) => `    ${one.id}  ${one.title}`)]),
    ...(violations.length === 0 ? [] : ['', '  violations for gristmill mock --violate']),
    ...violations.map((one) => `    ${one.name}  ${one.title}`),
    '',
  ].join('\n');
}

const STATEMENT_MAX = 140;

function explainArea({ word, title, clauses }: (typeof AREAS)[number]): string {
  const width = Math.max(...clauses.map((clause) => clause.id.length));
  const rows = clauses.map(({ id, level, statement }) => {
    const text = statement.length > STATEMENT_MAX ? `${statement.slice(0, STATEMENT_MAX - 1).trimEnd()}…` : statement;
    return `  ${id.padEnd(width)}  ${level}  ${text}`;
  });
  const levels = Object.entries(LEVELS).map(([level, meaning]) => `  ${level}  ${meaning}`);
  return [`${word}  ${title}`, '', ...rows, '', ...levels, '', `For more about one clause: gristmill explain ${word}-1`, ''].join(
    '\n',
  );
}

/** The clause that was probably meant: that of a check or violation, or the closest id. */
function suggest(asked: string): string {
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
    needs.hook ? 'with a hook of the operator' : undefined,
    needs.mock_only ? 'on the mock only' : undefined,
    needs.receiver ? 'on a receiver, with gristmill receiver' : undefined,
    needs.webhook ? 'with a webhook receiver that the deployment can reach' : undefined,
    needs.configuration ? 'with something that the operator configures' : undefined,
    needs.time ? 'in minutes to an hour of real time' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}
