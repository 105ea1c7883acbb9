/** Several mock processes on one database, behind a balancer. */
import { serve } from '#client/testing/server';
import { passOn } from '#client/testing/pass-on';
import { startMockProcess, type MockProcess } from '#client/testing/mock-process';

interface Cluster extends AsyncDisposable {
  /** Each request to the balancer goes to the next process of this list. Change it at any time. */
  readonly processes: MockProcess[];
  /** The address of the balancer, such as http://127.0.0.1:4010. */
  origin: string;
  base_url: string;
  /** Starts another process, without adding it to the list. */
  start: () => Promise<MockProcess>;
}

/** Starts the processes at the same time. @param db the URL of an empty database @param flags of `gristmill mock` */
export async function startCluster(count: number, db: string, flags: readonly string[]): Promise<Cluster> {
  const start = (): Promise<MockProcess> => startMockProcess(['--db', db, ...flags]);
  const processes = await Promise.all(Array.from({ length: count }, start));
  let turn = 0;
  const balancer = await serve((incoming, outgoing) => {
    turn += 1;
    const next = processes[turn % processes.length];
    if (next === undefined) outgoing.destroy();
    else passOn(next.addresses.auth_url, incoming, outgoing, true);
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
