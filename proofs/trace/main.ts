/** `npm run trace`: from a clause to everything that cites it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS, isClauseId } from '#spec/clauses/index';
import { ROOT, readTextFiles } from '../text-file.ts';
import { checkTrace } from './check.ts';
import { citationsOf } from './citations.ts';
import { DOCUMENT_PATH, renderSummary } from './document.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { printArea, printClause, printSummary } from './print.ts';
import { buildTrace, type Trace } from './trace.ts';

const USAGE = `Show where the code implements, checks, and tests each clause.

Usage: npm run trace [ID or AREA] [-- --write | --check]

  --write  write the summary to ${DOCUMENT_PATH}
  --check  fail if the summary is stale or a stated clause is not covered

Examples:
  npm run trace PRIV-4
  npm run trace WHK
  npm run trace -- --write`;

const OPTIONS = {
  write: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

process.exitCode = main();

/** Does what the arguments ask for. Returns 0 on success, 1 if the check failed, and 2 for wrong usage. */
function main(): number {
  const call = readCall();
  if (call === undefined || call.help) {
    (call === undefined ? console.error : console.log)(USAGE);
    return call === undefined ? 2 : 0;
  }
  const { subject, write, check } = call;

  const trace = buildTrace(readTextFiles(ROOT, '*.ts', '*.tsx').flatMap(citationsOf));
  if (write) writeFileSync(join(ROOT, DOCUMENT_PATH), renderSummary(trace, EXCEPTIONS));
  if (check) return checkTraceAndSummary(trace);
  if (subject !== undefined) return printSubject(trace, subject);
  else if (!write) console.log(printSummary(trace));
  return 0;
}

function readCall(): ({ subject: string | undefined } & Record<keyof typeof OPTIONS, boolean>) | undefined {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
    return positionals.length > 1 ? undefined : { subject: positionals[0]?.toUpperCase(), ...values };
  } catch {
    return undefined;
  }
}

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

function printSubject(trace: Trace, subject: string): number {
  const area = AREAS.find(({ word }) => word === subject);
  if (area !== undefined) {
    console.log(printArea(trace, area.word));
    return 0;
  }
  if (isClauseId(subject)) {
    console.log(printClause(trace, subject, EXCEPTIONS));
    return 0;
  }
  const areas = AREAS.map(({ word }) => word).join(', ');
  console.error(`${subject} is not a clause or an area. Give a clause such as PRIV-4, or one of these areas: ${areas}.`);
  return 2;
}
