/**
 * `npm run trace [AREA or ID] [-- --write] [-- --check]`: from a clause to all that cites it.
 * `--write` renews docs/trace.md, `--check` fails when that file is stale or a stated clause is not covered.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS, isClauseId } from '#spec/clauses/index';
import { readRepository, ROOT } from '../repository.ts';
import { checkTrace } from './check.ts';
import { citationsOf } from './citations.ts';
import { DOCUMENT_PATH, writeDocument } from './document.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { printArea, printClause, printSummary } from './print.ts';
import { buildTrace, type Trace } from './trace.ts';

const USAGE = 'Usage: npm run trace [AREA or ID] [-- --write] [-- --check]';

process.exitCode = main();

/** Does what the arguments ask for. 0 when all is well, 1 when the check found something, 2 for a wrong call. */
function main(): number {
  const call = readCall();
  if (call === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { subject, write, check } = call;

  const repository = readRepository(ROOT);
  const trace = buildTrace(repository.sources.filter((source) => source.path.endsWith('.ts')).flatMap(citationsOf));
  if (write) writeTrace(trace);
  if (check) return printFindings(trace);
  if (subject === undefined) {
    if (!write) console.log(printSummary(trace));
    return 0;
  }
  return printSubject(trace, subject);
}

function readCall(): { subject: string | undefined; write: boolean; check: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    });
    if (positionals.length > 1) return undefined;
    return { subject: positionals[0]?.toUpperCase(), ...values };
  } catch {
    return undefined;
  }
}

function writeTrace(trace: Trace): void {
  const path = join(ROOT, DOCUMENT_PATH);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, writeDocument(trace, EXCEPTIONS));
}

function printFindings(trace: Trace): number {
  const path = join(ROOT, DOCUMENT_PATH);
  const written = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const isStale = written !== writeDocument(trace, EXCEPTIONS);
  const findings = [
    ...(isStale ? [`${DOCUMENT_PATH} is stale: run \`npm run trace -- --write\`.`] : []),
    ...checkTrace(trace, EXCEPTIONS),
  ];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) return 1;

  console.log('Every stated clause has an implementation and a test (or a check with a violation), or a written reason.');
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
  console.error(`${subject} is no clause and no area. Areas: ${AREAS.map(({ word }) => word).join(', ')}.`);
  return 2;
}
