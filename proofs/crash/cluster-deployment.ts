/** Three mocks on one PostgreSQL database, behind a balancer. A crash kills one of them. */
import { personas } from '#fixtures/personas';
import { pause } from '#mock/ports/timer';
import { startBalancer } from '../postgres/balancer.ts';
import type { MockProcess } from '../mock-process.ts';
import { startMockProcess } from '../mock-process.ts';
import type { Deployment } from './file-deployment.ts';

const PROCESSES = 3;
const LOOK_EVERY_MS = 20;

/**
 * @param db the URL of an empty database
 * @param main the file of the command. Default: that of the repository
 */
export async function startClusterDeployment(db: string, main?: string): Promise<Deployment> {
  const start = (): Promise<MockProcess> => startMockProcess(['--db', db, '--lots', '20'], { main });
  const running = new Set(await Promise.all(Array.from({ length: PROCESSES }, start)));
  const balancer = await startBalancer([]);
  const route = (): void => {
    balancer.ports = [...running].map(({ port }) => port);
  };
  route();
  const starting = new Set<Promise<void>>();
  const join = async (): Promise<void> => {
    running.add(await start());
    route();
  };
  const startAnother = (): void => {
    const started = join();
    starting.add(started);
    void started.finally(() => starting.delete(started));
  };
  const target = {
    base_url: `${balancer.origin}/v1`,
    control_url: `${balancer.origin}/_gristmill`,
    auth_url: balancer.origin,
    tokens: { buyer: personas.buyer.token, rival: personas.rival.token, partner: personas.partner.token },
  };
  return {
    target,
    // The next process starts meanwhile, and the others go on. On a busy machine, that can take longer than the time between two kills.
    crash: async (chance) => {
      while (running.size < 2) await pause(LOOK_EVERY_MS, new AbortController().signal);
      const killed = [...running][Math.floor(chance() * running.size)];
      if (killed === undefined) return;
      running.delete(killed);
      await killed.kill('SIGKILL');
      route();
      startAnother();
    },
    // PostgreSQL was not killed.
    checkDatabase: () => Promise.resolve(),
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled(starting);
      await balancer[Symbol.asyncDispose]();
      await Promise.all([...running].map((process) => process.kill('SIGKILL')));
    },
  };
}
