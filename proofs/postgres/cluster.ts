/** Several mock processes on one database, behind a balancer. */
import type { MockProcess, ProcessOptions } from '../mock-process.ts';
import { passOn } from '../conform/stranger.ts';
import { serve } from '#client/testing/server';
import { startMockProcess } from '../mock-process.ts';

export interface Cluster extends AsyncDisposable {
  /** Each request to the balancer goes to the next process of this list. Change it at any time. */
  readonly processes: MockProcess[];
  /** The address of the balancer, such as http://127.0.0.1:4010. */
  origin: string;
  base_url: string;
  start: () => Promise<MockProcess>;
}

/** @param count how many processes start at the same moment @param db the URL of an empty database */
export async function startCluster(
  count: number,
  db: string,
  flags: readonly string[],
  options: ProcessOptions = {},
): Promise<Cluster> {
  const start = (): Promise<MockProcess> => startMockProcess(['--db', db, ...flags], options);
  const processes = await Promise.all(Array.from({ length: count }, start));
  let turn = 0;
  const balancer = await serve((incoming, outgoing) => {
    turn += 1;
    passOn(processes[turn % processes.length]?.addresses.auth_url ?? '', incoming, outgoing);
  });
  return {
    processes,
    base_url: balancer.base_url,
    origin: new URL(balancer.base_url).origin,
    start,
    [Symbol.asyncDispose]: async () => {
      await balancer[Symbol.asyncDispose]();
      await Promise.all(processes.map((each) => each.kill()));
    },
  };
}
