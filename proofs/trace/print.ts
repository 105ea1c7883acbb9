import { AREAS, LEVELS, parseHow, type Area, type ClauseId, type Level } from '#spec/clauses/index';
import type { Citation, Place } from './citations.ts';
import type { Exception } from './exceptions.ts';
import { entriesOf, missingOf, traceOf, type ClauseTrace, type Trace } from './trace.ts';

const HEADINGS: readonly (readonly [Place, string])[] = [
  ['implementation', 'implementation'],
  ['checks', 'checks'],
  ['tests', 'tests'],
  ['violations', 'violations'],
  ['scenarios', 'scenarios'],
  ['contract', 'spec'],
  ['mentions', 'mentioned'],
];

/** One clause: its text, what checking it takes, and each place that cites it as `path:line` with its title. */
export function printClause(trace: Trace, id: ClauseId, exceptions: readonly Exception[]): string {
  const { clause, citations } = traceOf(trace, id);
  const needs = parseHow(clause.how).map((need) => need.replaceAll('_', ' '));
  const excepted = exceptions.filter((row) => row.clauses.includes(id));

  return [
    `${clause.id}  ${LEVEL_NAMES[clause.level]}`,
    `  ${clause.statement}`,
    `  section: ${clause.section}`,
    `  checked by: ${needs.join(', ')}`,
    ...excepted.map(({ lacks, reason }) => `  no ${lacks}: ${reason}`),
    ...HEADINGS.flatMap(([place, heading]) => printPlace(heading, citations[place])),
  ].join('\n');
}

const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  S: 'S, stated by the document',
  D: 'D, derived from what the document states',
  A: 'A, our assumption where the document is silent',
};

function printPlace(heading: string, citations: readonly Citation[]): readonly string[] {
  if (citations.length === 0) return [];
  const rows = citations.map(({ path, line, title }) => [`    ${path}:${line}`, title]);
  return [`  ${heading}:`, ...new Set(alignColumns(rows).split('\n'))];
}

/** One area as a table: how often each of its clauses is cited, place by place. */
export function printArea(trace: Trace, area: Area): string {
  const places = HEADINGS.filter(([place]) => place !== 'mentions');
  const rows = entriesOf(trace, area).map(({ clause, citations }) => [
    clause.id,
    clause.level,
    ...places.map(([place]) => String(citations[place].length)),
  ]);
  return alignColumns([['clause', 'level', ...places.map(([, heading]) => heading)], ...rows]);
}

/** All areas: how many clauses of each level have an implementation, a check, and a test. */
export function printSummary(trace: Trace): string {
  const rows = AREAS.map(({ word, title }) => {
    return [word, ...LEVELS.map((level) => countCovered(entriesOf(trace, word), level)), title];
  });
  const total = [
    'all',
    ...LEVELS.map((level) => countCovered(trace.clauses, level)),
    'clauses with an implementation, a check, and a test',
  ];
  return alignColumns([['area', ...LEVELS, ''], ...rows, total]);
}

function countCovered(entries: readonly ClauseTrace[], level: Level): string {
  const ofLevel = entries.filter(({ clause }) => clause.level === level);
  const covered = ofLevel.filter((entry) => missingOf(entry).length === 0);
  return `${covered.length}/${ofLevel.length}`;
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(width(column))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
