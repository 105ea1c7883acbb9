/** `npm run certify:clients`: the exam against every client of this folder, as a table. */
import { CLIENTS } from './clients/index.ts';
import { examine, findingsOf } from './exam.ts';
import { FOUND } from './found.ts';

const only = process.argv[2] ?? '';
let [found, faulty, wrong] = [0, 0, 0];
for (const row of CLIENTS.filter(({ id }) => id.includes(only))) {
  const by = FOUND[row.id];
  const report = await examine(row);
  const findings = findingsOf(report);
  const is_named = by !== undefined && findings.some((finding) => finding.startsWith(`${by}: `));
  if (by !== undefined) faulty += 1;
  else wrong += findings.length;
  if (is_named) found += 1;
  const outcome = by === undefined ? `${findings.length} findings` : `${is_named ? 'found' : 'NOT FOUND'} by ${by}`;
  const seconds = (report.duration_ms / 1_000).toFixed(0);
  process.stdout.write(
    `${row.kind.padEnd(10)} ${row.id.padEnd(26)} ${report.verdict.padEnd(13)} ${outcome} (${seconds} s, ${report.requests} requests)\n`,
  );
  if (!is_named) for (const finding of findings) process.stdout.write(`    ${finding}\n`);
}
process.stdout.write(`faulty clients found: ${found} of ${faulty}; findings on right clients: ${wrong}\n`);
process.exitCode = found === faulty && wrong === 0 ? 0 : 1;
