/** Several mock processes on one database, behind a balancer. */
import type { Driver } from '#mock/driver/driver';
import { createDriver } from '#mock/driver/driver';
import type { Addresses } from '#mock';
import type { MockProcess } from '../mock-process.ts';
import { startMockProcess } from '../mock-process.ts';
import type { Balancer } from './balancer.ts';
import { startBalancer } from './balancer.ts';

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
  const processes = await Promise.all(Array.from({ length: count }, () => startMockProcess(['--db', db, ...flags])));
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
