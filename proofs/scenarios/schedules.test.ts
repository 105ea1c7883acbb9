/** Races on the mock in process. fast-check decides the order at every seam where a request can wait. */
import { resolveConfig } from '#conformance/config/resolve-config';
import { createMock } from '#mock';
import { CLEAN_SEAMS, type Seams } from '#mock/mutations/seams';
import { learnKnowledge } from '#scenarios/set-up/learn-knowledge';
import type { Marketplace } from '#scenarios/session/marketplace';
import { RACES } from '#scenarios/races/races';
import { runRace } from '#scenarios/races/run-race';
import { Session } from '#scenarios/session/session';
import { setUp } from '#scenarios/set-up/set-up';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const SCHEDULES = process.env['PROOFS'] === 'full' ? 200 : 25;

interface Environment extends AsyncDisposable {
  session: Session;
  /** Sets the scheduler that decides which request continues. */
  hand: (scheduler: fc.Scheduler | undefined) => void;
}

/** Opens a mock whose requests wait for the scheduler at every seam. @param broken seams that replace the default ones */
async function openEnvironment(broken: Partial<Seams> = {}): Promise<Environment> {
  const mock = await createMock({ lots: 20, clock: 'frozen' });
  let scheduler: fc.Scheduler | undefined;
  const pause = async (): Promise<void> => {
    await scheduler?.schedule(Promise.resolve());
  };
  const world = mock.worlds.default;
  const seams: Seams = {
    ...CLEAN_SEAMS,
    request: async (incoming) => {
      await pause();
      return incoming;
    },
    caller: async (caller) => {
      await pause();
      return caller;
    },
    find: async (entry, find) => {
      await pause();
      return find(entry);
    },
    act: async (call, subject, act) => {
      await pause();
      return act(call, subject);
    },
    response: async (response) => {
      await pause();
      return response;
    },
    ...broken,
  };
  Object.defineProperty(world, 'seams', { get: () => seams });

  const settings = await resolveConfig({ target: mock.base_url, ledger: false, seed: 'schedules' }, '/', {});
  const marketplace: Marketplace = {
    settings,
    is_isolated: true,
    clock: { ahead_s: 0 },
    awaitDeliveries: () => world.dispatcher.idle(),
    close: () => Promise.resolve(),
  };
  const knowledge = await learnKnowledge(() => Promise.resolve(marketplace));
  const session = new Session(marketplace, knowledge);
  await setUp(session);
  return {
    session,
    hand: (next) => {
      scheduler = next;
    },
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      await mock.close();
    },
  };
}

/** @returns the finding of the first race that failed */
async function tryAll({ session, hand }: Environment, races: typeof RACES, schedules: number): Promise<string | undefined> {
  const details = await fc.check(
    fc.asyncProperty(fc.scheduler(), fc.constantFrom(...races), async (scheduler, race) => {
      hand(scheduler);
      try {
        await scheduler.waitFor(runRace(session, race));
      } finally {
        hand(undefined);
      }
    }),
    { seed: 7, numRuns: schedules, endOnFailure: true },
  );
  return details.failed ? `${String(details.errorInstance)} (path ${details.counterexamplePath})` : undefined;
}

test('BID-20 BID-29 BID-31 IDEM-5 no schedule breaks a race', async () => {
  await using environment = await openEnvironment();
  expect(await tryAll(environment, RACES, SCHEDULES * RACES.length)).toBeUndefined();
});

test('a mock that forgets its keys fails a race', async () => {
  let n = 0;
  await using environment = await openEnvironment({
    key: (use) => {
      n += 1;
      return { ...use, key: `${use.key}-${n}` };
    },
  });
  const races = RACES.filter(({ id }) => id === 'same-key');
  expect(await tryAll(environment, races, SCHEDULES)).toContain('no order of the operations explains');
});
