/** Three mocks on one PostgreSQL database, behind a balancer. A crash kills one of them. */
import { wait } from '#client';
import { startCluster } from '../postgres/cluster.ts';
import type { Deployment } from './file-deployment.ts';

const PROCESSES = 3;
const LOOK_EVERY_MS = 20;

/** @param db the URL of an empty database */
export async function startClusterDeployment(db: string): Promise<Deployment> {
  const cluster = await startCluster(PROCESSES, db, ['--lots', '20']);
  const { origin, processes } = cluster;
  const starting = new Set<Promise<void>>();
  const startAnother = (): void => {
    const started = cluster.start().then((process) => void processes.push(process));
    starting.add(started);
    void started.finally(() => starting.delete(started));
  };
  return {
    origin,
    // The next process starts meanwhile, and the others go on. On a busy machine, that can take longer than the time between two kills.
    crash: async (chance) => {
      while (processes.length < 2) await wait(LOOK_EVERY_MS);
      const killed = processes[Math.floor(chance() * processes.length)];
      if (killed === undefined) return;
      await killed.kill('SIGKILL');
      // Only now does the balancer stop sending it requests.
      processes.splice(processes.indexOf(killed), 1);
      startAnother();
    },
    // PostgreSQL was not killed.
    checkDatabase: () => Promise.resolve(),
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled(starting);
      await cluster[Symbol.asyncDispose]();
    },
  };
}
