/** Kills a mock while it replaces all records of its world. The world must be complete afterwards, with either the old or the new records. */
import { wait } from '#client';
import { stopwatchMs } from '#mock/ports/clock';
import { chance } from '../hostile/chance.ts';
import { Calls, at, textAt } from './calls.ts';
import { Ledger } from './ledger.ts';
import type { Deployment } from './file-deployment.ts';

const KINDS = ['lots', 'bids', 'trades'] as const;

/** The time of a kill, as a fraction of the duration of a replacement. */
const EARLIEST = 0.2;
const LATEST = 0.9;

/** @param rounds how many replacements to interrupt */
export async function replaceUnderKills(deployment: Deployment, seed: string, rounds: number): Promise<Ledger> {
  const ledger = new Ledger();
  const calls = new Calls(deployment.origin);
  const before = await describeRecords(calls);
  const takeSnapshot = async (): Promise<string> => textAt((await calls.control('POST', '/snapshots')).json, 'id');
  const restore = (id: string): Promise<unknown> => calls.control('POST', `/snapshots/${id}/restore`);
  const first_id = await takeSnapshot();
  const begun_ms = stopwatchMs();
  await restore(first_id);
  const duration_ms = stopwatchMs() - begun_ms;
  for (let round = 0; round < rounds && !isDamaged(ledger); round += 1) {
    // The kill loses its response.
    const replaced = restore(await takeSnapshot()).catch(() => undefined);
    await wait((EARLIEST + (LATEST - EARLIEST) * chance(seed, 'replacement', round)) * duration_ms);
    await killAndCheck(deployment, ledger);
    await replaced;
    if (isDamaged(ledger)) break;
    const after = await describeRecords(calls);
    if (after !== before) ledger.report('acknowledged writes lost', `a replaced world had ${before}, and has ${after}`);
  }
  return ledger;
}

function isDamaged({ losses }: Ledger): boolean {
  return losses['damaged databases'] > 0;
}

/** Kills the mock, checks its database, and starts it again. */
async function killAndCheck(deployment: Deployment, ledger: Ledger): Promise<void> {
  try {
    await deployment.checkDatabase(ledger);
  } catch (error) {
    // The mock does not start on this database.
    ledger.report('damaged databases', String(error));
  }
}

async function describeRecords(calls: Calls): Promise<string> {
  const counts = await Promise.all(
    KINDS.map(async (kind) => JSON.stringify(at((await calls.control('GET', `/records/${kind}?limit=1`)).json, 'counts'))),
  );
  return counts.join(' ');
}
