/** `npm run trace`: from a clause to everything that cites it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, isClauseId } from '#spec/clauses/index';
import { ROOT, readTextFiles } from '../text-file.ts';
import { runTool } from '../tool.ts';
import { checkTrace } from './check.ts';
import { citationsOf } from './citations.ts';
import { DOCUMENT_PATH, renderSummary } from './document.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { printArea, printClause, printSummary } from './print.ts';
import { buildTrace, type Trace } from './trace.ts';

const USAGE = `Show where the code implements, checks, and tests each clause.

Usage: npm run trace [ID or AREA ...] [-- --write | --check]

  --write  write the summary to ${DOCUMENT_PATH}
  --check  fail if the summary is stale or a stated clause is not covered

Examples:
  npm run trace PRIV-4
  npm run trace WHK
  npm run trace -- --write`;

function checkTraceAndSummary(trace: Trace): number {
  const path = join(ROOT, DOCUMENT_PATH);
  const written = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const isStale = written !== renderSummary(trace, EXCEPTIONS);
  const findings = [
    ...(isStale ? [`${DOCUMENT_PATH} is stale: run \`npm run trace -- --write\`.`] : []),
    ...checkTrace(trace, EXCEPTIONS),
  ];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) return 1;

  console.log(
    'Every stated clause has an implementation, a check, and a test (or a check with a violation), or a written exception.',
  );
  return 0;
}

/** @throws Error if it is neither a clause nor an area */
function printSubject(trace: Trace, subject: string): string {
  const area = AREAS.find(({ word }) => word === subject);
  if (area !== undefined) return printArea(trace, area.word);
  if (isClauseId(subject)) return printClause(trace, subject, EXCEPTIONS);
  const areas = AREAS.map(({ word }) => word).join(', ');
  throw new Error(`${subject} is not a clause or an area; give a clause such as PRIV-4, or one of these areas: ${areas}`);
}

const OPTIONS = { write: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } } as const;

await runTool('trace', USAGE, { options: OPTIONS, allowPositionals: true }, ({ values, positionals }) => {
  const { write, check } = values;
  const subjects = positionals.map((subject) => subject.toUpperCase());
  const files = readTextFiles(ROOT, '*.ts', '*.tsx');
  // Parsing takes most of the time, and only files that contain the subject can cite it.
  const relevant =
    write || check || subjects.length === 0 ? files : files.filter(({ text }) => subjects.some((one) => text.includes(one)));
  const trace = buildTrace(relevant.flatMap(citationsOf));
  if (write) writeFileSync(join(ROOT, DOCUMENT_PATH), renderSummary(trace, EXCEPTIONS));
  if (check) return checkTraceAndSummary(trace);
  for (const subject of subjects) console.log(printSubject(trace, subject));
  if (subjects.length === 0 && !write) console.log(printSummary(trace));
  return 0;
});
