import { createMock, type Mock } from '#mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENTS } from './clients/index.ts';
import { friendly, serveClient } from './market-day.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ lots: 20 });
});
afterAll(() => mock.close());

test('there are two good clients, forty faulty ones, and nine that differ', () => {
  const count = (kind: string): number => CLIENTS.filter((row) => row.kind === kind).length;
  expect([count('good'), count('faulty'), count('different')]).toEqual([2, 40, 9]);
  expect(new Set(CLIENTS.map(({ id }) => id)).size).toBe(CLIENTS.length);
});

describe.concurrent('a good client that keeps running', () => {
  test.for(CLIENTS.filter(({ kind }) => kind === 'good').map((row) => [row.id, row] as const))(
    '%s shows the expected behavior',
    async ([, row]) => {
      const { lots, bid, shown, synced, effects, refused, exit_code } = await serveClient(mock, row, async ({ ask, world }) => {
        const { lots: ids } = await ask<{ lots: string[] }>('/do', { task: 'list_lots' });
        const placed = await ask<{ bid_id: string }>('/do', {
          task: 'place_bid',
          params: { commodity: 'canola', quantity_mt: 10 },
        });
        const settled = world.waitFor('delivery', { event: 'trade.settled', status: 'delivered' }, { since: 0 });
        await friendly(world, AbortSignal.timeout(5_000));
        await settled;
        return {
          lots: ids,
          bid: placed,
          shown: await ask('/show', { show: 'bid', id: placed.bid_id }),
          synced: await ask<{ bids: { id: string; status: string }[] }>('/do', { task: 'sync' }),
          effects: await ask<{ effects: number }>('/show', { show: 'effects' }),
          refused: await ask('/do', { task: 'place_bid', params: { inventory_id: ids[0], quantity_mt: 0 } }),
        };
      });
      expect(lots.length).toBeGreaterThan(50);
      expect(bid.bid_id).toMatch(/^bid_/);
      expect(shown).toEqual({ status: 'accepted' });
      expect(synced.bids).toContainEqual({ id: bid.bid_id, status: 'accepted' });
      expect(effects.effects).toBe(3);
      expect(refused).toMatchObject({
        error: {
          status: 422,
          code: 'validation_failed',
          errors: expect.arrayContaining([expect.objectContaining({ field: 'quantity_mt' })]) as unknown,
        },
      });
      expect(exit_code).toBe(0);
    },
  );
});
