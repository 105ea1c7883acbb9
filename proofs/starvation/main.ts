/**
 * `npm run starvation`: runs each check once for every operation that it calls, while that operation fails. The check must not pass.
 * `npm run starvation -- PRIV-13 BID…` starves only checks with these prefixes and does not write docs/starvation.md.
 */
import { writeFileSync } from 'node:fs';
import { CHECKS } from '#conformance/checks/index';
import { starveAll } from './starve-all.ts';
import type { Outcome } from './starve-check.ts';
import { summarize } from './sum-up.ts';
import { writeTable } from './write-table.ts';

const names = process.argv.slice(2);
const ids: readonly string[] = CHECKS.map(({ id }) => id);
const meant = ids.filter((id) => names.length === 0 || names.some((name) => id.startsWith(name)));
if (meant.length === 0) console.error(`starvation: no check has an id that begins with ${names.join(' or ')}`);

const outcomes = new Map<string, Outcome>();
await starveAll(meant, (outcome) => outcomes.set(outcome.check, outcome));
const sum = summarize(meant.flatMap((id) => outcomes.get(id) ?? []));
for (const { check, operation, response, reason } of sum.unexplained) {
  console.log(`PASSED ${check} although ${operation} returns ${response}${reason === '' ? '' : `: ${reason}`}`);
}
for (const { check, operation, response, reason } of sum.errors)
  console.log(`ERROR ${check}, ${operation} returns ${response}: ${reason}`);
const unused_excuses = names.length === 0 ? sum.unused_excuses : [];
for (const reason of unused_excuses) console.log(`IDLE no pass needs this excuse any more: ${reason}`);
if (names.length === 0) writeFileSync('docs/starvation.md', writeTable(sum));
console.log(sum.summary);
process.exitCode = sum.rows.length > 0 && sum.unexplained.length + sum.errors.length + unused_excuses.length === 0 ? 0 : 1;
