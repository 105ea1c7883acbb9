/** How many rows are written between two turns of the event loop. Unlike a duration, this is the same on every machine. */
import { gatherWorld } from '#fixtures/gather';
import { expect, test } from 'vitest';
import { ROWS_PER_STATEMENT, loadBatch } from './load-fixtures.ts';
import { runDirectly } from './engine/direct.ts';
import { openStore } from './store.ts';

test('one turn of the event loop writes no more rows than one statement', async () => {
  const store = await openStore(':memory:');
  const batch = gatherWorld({ anchor: '2026-06-10T00:00:00.000Z', lots: 400 });
  const rows_by_turn: number[] = [0];
  let is_over = false;
  const turn = (): void => {
    rows_by_turn.push(0);
    if (!is_over) setImmediate(turn);
  };
  setImmediate(turn);
  await store.write(async (tx) => {
    // Every statement goes through `executeQuery`, which counts its rows.
    runDirectly(tx, undefined);
    const counting = new Proxy(tx, {
      get: (target, name): unknown => {
        const member: unknown = Reflect.get(target, name, target);
        if (name !== 'executeQuery') return member;
        return async (...args: Parameters<typeof tx.executeQuery>): Promise<unknown> => {
          const done = await target.executeQuery(...args);
          rows_by_turn[rows_by_turn.length - 1] = Number(done.numAffectedRows ?? 0n) + (rows_by_turn.at(-1) ?? 0);
          return done;
        };
      },
    });
    await loadBatch(counting, batch);
  });
  is_over = true;
  const written = rows_by_turn.reduce((sum, rows) => sum + rows, 0);
  expect(written).toBeGreaterThan(10 * ROWS_PER_STATEMENT);
  expect(Math.max(...rows_by_turn)).toBeLessThanOrEqual(ROWS_PER_STATEMENT);
  await store.close();
});
