/**
 * RTY-9, RTY-10, EVT-16, IDEM-2: a mock on a database file is killed repeatedly under load. It loses no acknowledged write and no event. Faults
 * that are planted into the mock test the audit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../conform/run-cli.ts';
import { startPostgres } from '../postgres.ts';
import { startClusterDeployment } from './cluster-deployment.ts';
import { ROOT } from '../text-file.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { replaceUnderKills } from './replacements.ts';
import type { Ledger, Loss } from './ledger.ts';
import { LOSSES } from './ledger.ts';
import { startFileDeployment } from './file-deployment.ts';
import type { CrashFigures, CrashOptions } from './run.ts';
import { describeFigures, listUntested, runCrashes } from './run.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
const SIZE = IS_FULL ? { kills: 200, writes_between: 60, replacements: 40 } : { kills: 6, writes_between: 30, replacements: 3 };

async function replace(seed: string, times: number, fault?: string): Promise<Ledger> {
  using folder = makeFolder();
  // With fewer lots, a replacement would end before the kill.
  await using deployment = await startFileDeployment(join(folder.path, 'world.db'), fault, 2_000);
  return await replaceUnderKills(deployment, seed, times);
}

const NOTHING = Object.fromEntries(LOSSES.map((loss) => [loss, 0]));

async function crash(options: CrashOptions, fault?: string): Promise<CrashFigures> {
  using folder = makeFolder();
  await using deployment = await startFileDeployment(join(folder.path, 'world.db'), fault);
  const figures = await runCrashes(deployment, options);
  console.log(describeFigures(figures));
  return figures;
}

test(`${SIZE.kills} kills under load lose nothing`, async () => {
  const figures = await crash({ seed: 'clean', ...SIZE });
  expect(figures.losses).toEqual(NOTHING);
  expect(listUntested(figures)).toEqual([]);
});

test.runIf(IS_FULL)('60 kills of three processes on PostgreSQL lose nothing', async () => {
  await using postgres = await startPostgres();
  await using deployment = await startClusterDeployment(await postgres.createDatabase('crash'));
  const figures = await runCrashes(deployment, { seed: 'postgres', kills: 60, every_ms: 1_000 });
  console.log(describeFigures(figures));
  expect(figures.losses).toEqual(NOTHING);
  expect(listUntested(figures)).toEqual([]);
});

test('a mock that is killed while it replaces all records keeps the old or the new ones', async () => {
  const { losses } = await replace('clean', SIZE.replacements);
  expect(losses).toEqual(NOTHING);
});

/** It stops at the first damage. */
test('the check of replaced records notices a rollback journal in memory', async () => {
  const { losses } = await replace('planted', 20, 'a rollback journal in memory');
  expect(losses['damaged databases'] + losses['acknowledged writes lost']).toBeGreaterThan(0);
});

test('the source still contains what each planted fault replaces', () => {
  const edits = Object.values(PLANTED_FAULTS).flat();
  const stale = edits.filter(({ file, from }) => !readFileSync(join(ROOT, file), 'utf8').includes(from));
  expect(edits.length).toBeGreaterThan(7);
  expect(stale).toEqual([]);
});

/** The faults that the audit must notice. In CI, only the first of them. */
const FAULTS: readonly (readonly [fault: string, noticed: Loss])[] = [
  ['an empty queue after a start', 'events lost'],
  ['response before the commit', 'acknowledged writes lost'],
  ['dequeue before the attempt', 'events lost'],
  ['keys that are not remembered', 'idempotent responses lost'],
  ['a clock that is not saved', 'moved clocks lost'],
  ['the latest event first', 'order violations'],
  ['an event after its change', 'events lost'],
];

test.for(IS_FULL ? FAULTS : FAULTS.slice(0, 1))('the audit notices %s', async ([fault, noticed]) => {
  const { losses } = await crash({ seed: fault, kills: IS_FULL ? 20 : 2, writes_between: 40 }, fault);
  expect(losses[noticed]).toBeGreaterThan(0);
});
