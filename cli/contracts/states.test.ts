/** The provider states on a mock that keeps what they create, like a deployment. */
import { NO_LEDGER, Run, RunContext } from '#client';
import { STATES } from '#contracts';
import { expect, test } from 'vitest';
import { openTarget } from './target.ts';

test('an event state can be created again in the same market, and returns the values that it lists', async () => {
  await using target = await openTarget({});
  const run = new Run(target.settings, NO_LEDGER);
  const states = STATES.filter(({ event }) => event !== undefined);
  expect(states).not.toEqual([]);
  try {
    for (const { name, values, event, make } of states.flatMap((state) => [state, state])) {
      const context = new RunContext(run, { id: 'OP-1/provider-state', moves_clock: false }, new AbortController().signal);
      const created = await make(context, {});
      await context.end();
      expect(Object.keys(created.values).toSorted(), name).toEqual(Object.keys(values).toSorted());
      expect(Object.values(created.values), name).not.toContain(undefined);
      expect(created.arrival?.json, name).toMatchObject({ type: event });
    }
  } finally {
    await run.close();
  }
});
