import { expect, test, vi } from 'vitest';
import type { EventDraft } from '../../market/rules/events.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { emit } from './outbox.ts';

const TRADE = { type: 'trade.created', livemode: 1, subject_id: 'trd_1', team_ids: ['tm_1'] } as const satisfies EventDraft;

test('EVT-16 a failed change leaves no event and no delivery, and publishes nothing', async () => {
  await using setup = await openTestWorld();
  const { world } = setup;
  await world.dispatcher.close();
  await setup.subscribe({ url: 'http://127.0.0.1:9/', events: '["trade.created"]' });
  const published: string[] = [];
  world.bus.listen(({ kind }) => published.push(kind));
  const failing = world.write(async (tx, now) => {
    await emit(world, tx, [TRADE], now);
    throw new Error('the change fails');
  });
  await expect(failing).rejects.toThrow('the change fails');
  expect(await world.store.reader.selectFrom('events').selectAll().execute()).toEqual([]);
  expect(await setup.queue()).toEqual([]);
  expect(published).toEqual([]);

  expect(await setup.emit(TRADE)).toBe(1);
  // Where several processes share a world, listeners read what happened from the database.
  await vi.waitFor(() => {
    expect(published).toEqual(['event']);
  });
});

test('a subscription on both sides of a trade gets one delivery', async () => {
  await using setup = await openTestWorld();
  await setup.world.dispatcher.close();
  await setup.subscribe({ url: 'http://127.0.0.1:9/', events: '["trade.created"]' });
  const member = { team_id: 'tm_1', user_id: 'usr_1', role: 'owner' } as const;
  await setup.world.store.write((tx) => tx.insertInto('memberships').values(member).execute());
  expect(await setup.emit({ ...TRADE, team_ids: ['tm_1', 'tm_1'], seller_user_id: 'usr_1' })).toBe(1);
});
