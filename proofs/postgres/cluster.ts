/** Several mock processes on one database, behind a balancer. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Driver } from '#mock/driver/driver';
import { createDriver } from '#mock/driver/driver';
import type { Addresses } from '#mock';
import type { Balancer } from './balancer.ts';
import { startBalancer } from './balancer.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
/** What `npm run build` makes. It starts in half of the time. */
export const BUILT = fileURLToPath(new URL('../../dist/cli/launch.js', import.meta.url));

export interface MockProcess extends AsyncDisposable {
  child: ChildProcess;
  port: number;
  addresses: Addresses;
  /** What it wrote to stderr so far. */
  errors: () => string;
  kill: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts `gristmill mock` with these flags. */
export async function startMockProcess(...flags: string[]): Promise<MockProcess> {
  return startMockOf(MAIN, ...flags);
}

/** @param main the file of the command */
export async function startMockOf(main: string, ...flags: string[]): Promise<MockProcess> {
  const child = spawn(process.execPath, [main, 'mock', '--port', '0', '--json', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  const exited = once(child, 'exit');
  const line = await Promise.race([once(child.stdout, 'data').then(([chunk]) => String(chunk)), exited.then(() => undefined)]);
  if (line === undefined) throw new Error(`the mock did not start: ${errors}`);
  // The output of --json.
  const addresses = JSON.parse(line) as Addresses;
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return {
    child,
    port: Number(new URL(addresses.base_url).port),
    addresses,
    errors: () => errors,
    kill,
    [Symbol.asyncDispose]: () => kill(),
  };
}

export interface Cluster extends AsyncDisposable {
  processes: MockProcess[];
  balancer: Balancer;
  /** Through the balancer. */
  base_url: string;
  driver: Driver;
  tokens: Addresses['tokens'];
}

/** @param count how many processes start at the same moment */
export async function startCluster(count: number, db: string, ...flags: string[]): Promise<Cluster> {
  const processes = await Promise.all(Array.from({ length: count }, () => startMockProcess('--db', db, ...flags)));
  const balancer = await startBalancer(processes.map(({ port }) => port));
  const tokens = processes[0]?.addresses.tokens ?? {};
  const base_url = `${balancer.origin}/v1`;
  const addresses = {
    base_url,
    auth_url: balancer.origin,
    control_url: `${balancer.origin}/_gristmill`,
    dashboard_url: `${balancer.origin}/`,
    tokens,
  };
  return {
    processes,
    balancer,
    base_url,
    tokens,
    driver: createDriver(addresses, addresses.control_url, undefined),
    [Symbol.asyncDispose]: async () => {
      await balancer[Symbol.asyncDispose]();
      await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()));
    },
  };
}
