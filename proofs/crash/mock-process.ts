/** A mock on a database file, in a process that is killed and started again at the same address. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { personas } from '#fixtures/personas';
import { pause } from '#mock/ports/timer';
import { ROOT } from '../repository.ts';
import type { Target } from './calls.ts';
import type { Ledger } from './ledger.ts';

/** What the load runs against. */
export interface Deployment extends AsyncDisposable {
  target: Target;
  /** Kills a process at once and starts it again. Resolves when it serves requests. */
  crash: (chance: () => number) => Promise<void>;
  /** Kills the mock, checks its database file, and starts the mock again. Does nothing for a cluster, whose database is a server. */
  checkDatabase: (ledger: Ledger) => Promise<void>;
}

export interface MockProcessOptions {
  /** The database file. */
  db: string;
  /** A planted fault (planted-faults.ts). */
  fault?: string | undefined;
  lots?: number;
}

/** How often the kill comes while the mock starts, and how long after the start then. */
const KILLED_WHILE_STARTING = 0.15;
const STARTING_MS = 800;

export async function startMockProcess({ db, fault, lots = 20 }: MockProcessOptions): Promise<Deployment> {
  const port = await findPort();
  const origin = `http://127.0.0.1:${port}`;
  const planting = fault === undefined ? [] : ['--import', join(ROOT, 'proofs/crash/planted-faults.ts')];
  const args = [
    ...planting,
    join(ROOT, 'cli/main.ts'),
    'mock',
    '--port',
    String(port),
    '--lots',
    String(lots),
    '--db',
    db,
    '--json',
  ];
  // Started directly, without npm.
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const env = { ...inherited, ...(fault === undefined ? {} : { PLANTED_FAULT: fault }) };
  const spawnMock = (): ChildProcess => spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let child = spawnMock();
  await ready(child);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    target: {
      base_url: `${origin}/v1`,
      control_url: `${origin}/_gristmill`,
      auth_url: origin,
      tokens: { buyer: personas.buyer.token, rival: personas.rival.token, partner: personas.partner.token },
    },
    crash: async (chance) => {
      await kill();
      while (chance() < KILLED_WHILE_STARTING) {
        child = spawnMock();
        await pause(chance() * STARTING_MS, new AbortController().signal);
        await kill();
      }
      child = spawnMock();
      await ready(child);
    },
    checkDatabase: async (ledger) => {
      await kill();
      const problem = findDamage(db);
      if (problem !== undefined) ledger.report('damaged databases', problem);
      child = spawnMock();
      await ready(child);
    },
    [Symbol.asyncDispose]: kill,
  };
}

function findDamage(db: string): string | undefined {
  using database = new DatabaseSync(db);
  const rows = database.prepare('pragma integrity_check').all();
  const texts = rows.map((row) => String(row['integrity_check'])).join('; ');
  return texts === 'ok' ? undefined : texts;
}

/** @throws with what it printed, if it ends before it serves requests */
async function ready(child: ChildProcess): Promise<void> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the mock is started with pipes');
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(child, 'exit').then(() => undefined);
  const line: unknown[] | undefined = await Promise.race([once(createInterface(stdout), 'line'), ended]);
  if (line === undefined) throw new Error(`the mock ended before it served requests: ${complaint}`);
}

/** The same port is used again and again, so it must not be 0. */
async function findPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server that listens on a port has one');
  server.close();
  await once(server, 'close');
  return address.port;
}
