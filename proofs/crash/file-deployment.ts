/** A mock on a database file, in a process that is killed and started again at the same address. */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findFreePort, wait } from '#client';
import { spawnMock, startMockProcess } from '#client/testing/mock-process';
import { ROOT } from '../text-file.ts';
import type { Ledger } from './ledger.ts';

/** What the load runs against. */
export interface Deployment extends AsyncDisposable {
  /** The address of the deployment. */
  origin: string;
  /** Kills a process immediately and starts it again. Resolves when it serves requests. */
  crash: (chance: () => number) => Promise<void>;
  /** Kills the mock, checks its database file, and starts the mock again. Does nothing for a cluster, whose database is a server. */
  checkDatabase: (ledger: Ledger) => Promise<void>;
}

/** How often the mock is killed again while it starts, and how long after the start at most. */
const KILLED_WHILE_STARTING = 0.15;
const STARTING_MS = 800;

/** @param db the path of the database file @param fault a planted fault (planted-faults.ts) @param lots of the world */
export async function startFileDeployment(db: string, fault?: string, lots = 20): Promise<Deployment> {
  // The same port is used again and again, so it must not be 0.
  const port = await findFreePort();
  const flags = ['--lots', String(lots), '--db', db];
  // A fault replaces text of a source.
  const planting = {
    main: join(ROOT, 'cli/main.ts'),
    node: ['--import', join(ROOT, 'proofs/crash/planted-faults.ts')],
    env: { PLANTED_FAULT: fault ?? '' },
  };
  const options = { port, ...(fault === undefined ? {} : planting) };
  let running = await startMockProcess(flags, options);
  const restart = async (): Promise<void> => {
    running = await startMockProcess(flags, options);
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    crash: async (chance) => {
      await running.kill('SIGKILL');
      while (chance() < KILLED_WHILE_STARTING) {
        const starting = spawnMock(flags, options);
        const ended = once(starting, 'exit');
        await wait(chance() * STARTING_MS);
        starting.kill('SIGKILL');
        await ended;
      }
      await restart();
    },
    checkDatabase: async (ledger) => {
      await running.kill('SIGKILL');
      const problem = findDamage(db);
      if (problem !== undefined) ledger.report('damaged databases', problem);
      await restart();
    },
    [Symbol.asyncDispose]: () => running.kill('SIGKILL'),
  };
}

function findDamage(db: string): string | undefined {
  using database = new DatabaseSync(db);
  const rows = database.prepare('pragma integrity_check').all();
  const texts = rows.map((row) => String(row['integrity_check'])).join('; ');
  return texts === 'ok' ? undefined : texts;
}
