import { writeFileSync } from 'node:fs';
import { CORRECT, FAULTY } from '../receivers/index.ts';
import { partOfCommit } from '../sample.ts';
import { matches, runTool } from '../tool.ts';
import { CLEAN } from './job.ts';
import { KILLABLE, LEGAL, testGate } from './test-gate.ts';
import type { Size } from './job.ts';
import { writeKillers } from './killers.ts';
import { testReceivers } from './test-receivers.ts';
import { writeSummary } from './write-pages.ts';

const USAGE = `Usage: npm run mutation -- [options] [NAME ...]

Tests the gate on every violation and legal variant of the mock, and the receiver test on the gallery of receivers.
A run without names tests a violation until the first check of its clause kills it, and a faulty receiver with the drills of
its row. It writes docs/mutation-testing.md, and killers.json, which tells the next run which check to begin with. A run with
names runs all checks of the clause.

  NAME      an area, clause, violation, variant, or receiver; 'clean' is the mock as it is, 'receivers' the whole gallery
  --sample  of the variants and correct receivers, only a sixth, which depends on the commit, and not the clean mock, which
            proofs/conform tests; writes no file. CI uses it

Exit codes: 0 all violations killed and no false positive; 1 otherwise; 2 wrong usage.

Examples:
  npm run mutation -- BID-26
  npm run mutation -- clean
  npm run mutation -- receivers`;

/** The parts of the variants, and of the correct receivers. CI tests one. */
const PARTS = 6;

/** The clean mock, and the variants and correct receivers of the other parts. */
function leaveOut(): ReadonlySet<string> {
  const part = partOfCommit(PARTS);
  console.log(`Variants and correct receivers: part ${part + 1} of ${PARTS}`);
  return new Set([...LEGAL, ...CORRECT].filter((one, i) => one === CLEAN || i % PARTS !== part).map(({ name }) => name));
}

async function run(names: readonly string[], is_sample: boolean): Promise<number> {
  const known = [...KILLABLE, ...LEGAL, ...CORRECT, ...FAULTY].map(({ name }) => name);
  const unknown = names.filter((one) => one !== 'receivers' && !known.some((name) => matches(one, name)));
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: no area, clause, violation, variant, or receiver has this name`);
  const size: Size = names.length > 0 ? 'clause' : 'kill';
  const left_out = is_sample ? leaveOut() : new Set<string>();
  const isSelected = (name: string): boolean =>
    !left_out.has(name) && (names.length === 0 || names.some((one) => matches(one, name)));
  // The receivers mostly wait, and the workers of the gate keep the processors busy.
  const testing_gate = testGate(isSelected, size);
  const [gate, receivers] = await Promise.all([
    testing_gate,
    testReceivers(names.includes('receivers') ? () => true : isSelected, size, testing_gate),
  ]);
  const parts = [gate, receivers].filter((part) => part !== undefined);
  for (const { summary } of parts) console.log(summary);
  if (names.length === 0 && !is_sample && gate !== undefined && receivers !== undefined) {
    writeFileSync('docs/mutation-testing.md', writeSummary(gate, receivers));
    writeKillers(gate.violations);
  }
  return parts.every(({ has_passed }) => has_passed) ? 0 : 1;
}

const CONFIG = { options: { sample: { type: 'boolean', default: false } }, allowPositionals: true } as const;
await runTool('mutation', USAGE, CONFIG, async ({ values, positionals }) => run(positionals, values.sample));
