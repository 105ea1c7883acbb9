/**
 * `npm run teeth`: every violation must be caught, and no legal variant may be. Each violation meets the checks of its clause, each variant those of the
 * areas that it is about and of what looks everywhere; with `--full` all meet all checks. Then `gristmill receiver` meets the gallery of receivers.
 * `npm run teeth -- NAME…` looks at these alone, violations, variants and receivers, and leaves docs/teeth.md as it is; `npm run teeth -- receivers` looks
 * at all receivers, and renews their part of it. `--docs=PATH` writes to another file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { biteGateway } from './bite-gateway.ts';
import { biteReceivers } from './bite-receivers.ts';
import { renewReceivers } from './write-receivers.ts';

const USAGE = `Run every violation and variant against the gate, and print which checks kill which violations.

Usage: npm run teeth [-- NAME… | receivers] [--full] [--docs=PATH]

  NAME         only these violations, variants or receivers; leaves docs/teeth.md as it is
  receivers    only the gallery of receivers
  --full       run all checks against each violation, not only those of its clause
  --docs=PATH  write to another file than docs/teeth.md

Examples:
  npm run teeth -- BID-26
  npm run teeth -- clean`;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const is_full = args.includes('--full');
const docs = args.find((arg) => arg.startsWith('--docs='))?.slice('--docs='.length) ?? 'docs/teeth.md';
const names = args.filter((arg) => !arg.startsWith('--'));
const are_receivers_meant = names.length === 0 || names.includes('receivers');

const gateway = await biteGateway(names, is_full);
const receivers = await biteReceivers(are_receivers_meant ? [] : names);
const parts = [gateway, receivers].filter((part) => part !== undefined);
if (parts.length === 0) console.error(`teeth: ${names.join(', ')} names no violation, no variant and no receiver`);
for (const { summary } of parts) console.log(summary);
if (are_receivers_meant && receivers !== undefined) {
  const page = names.length === 0 ? gateway?.page : readFileSync(docs, 'utf8');
  writeFileSync(docs, renewReceivers(page ?? '', receivers.page));
}
process.exitCode = parts.length > 0 && parts.every(({ is_sharp }) => is_sharp) ? 0 : 1;
