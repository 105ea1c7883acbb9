import { describe, expect, test } from 'vitest';
import type { TestWorld } from '../../testing/open-world.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { insertDelivery } from './deliveries.ts';
import { dropQueued, dropUnwanted, enqueue, findDueRetries, findLanes, requeue } from './queue.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const LATER = '2026-06-10T12:00:10.000Z';
const url = 'http://127.0.0.1:9/';

/** Nothing is sent: what is queued is looked at. */
async function openStage(): Promise<TestWorld> {
  const stage = await openTestWorld();
  await stage.world.dispatcher.close();
  const event = { type: 'bid.received', livemode: 1, created_at: NOW, subject_id: 'bid_1', data: '{}' } as const;
  await stage.world.store.write((tx) =>
    tx
      .insertInto('events')
      .values([1, 2, 3, 4].map((n) => ({ ...event, id: `evt_${n}` })))
      .execute(),
  );
  return stage;
}

describe('the queue', () => {
  test('RTY-9 each subscription has its first event and its earliest retry', async () => {
    await using stage = await openStage();
    const { reader: db, write } = stage.world.store;
    const [one, two, idle] = [await stage.subscribe({ url }), await stage.subscribe({ url }), await stage.subscribe({ url })];
    await write((tx) => enqueue(tx, 'evt_1', [one, two], { is_first: true, due_at: NOW }));
    await write((tx) => enqueue(tx, 'evt_2', [one], { is_first: true, due_at: LATER }));
    await write((tx) => enqueue(tx, 'evt_3', [two], { is_first: false, due_at: LATER }));
    await write((tx) => requeue(tx, 2, LATER));
    expect(await findLanes(db)).toEqual([
      { subscription_id: one, url, head_seq: 1, head_due_at: NOW, retry_due_at: null },
      { subscription_id: two, url, head_seq: null, head_due_at: null, retry_due_at: LATER },
    ]);
    expect(idle).not.toBe(one);
    expect(await findDueRetries(db, two, NOW, 10)).toEqual([]);
    expect(await findDueRetries(db, two, LATER, 10)).toEqual([2, 4]);
    expect(await findDueRetries(db, two, LATER, 1)).toEqual([2]);
    expect(await findDueRetries(db, one, LATER, 10)).toEqual([]);
  });

  test('RTY-6 RTY-8 of what is dropped, the attempt before has failed: the last of that number, and no row of before', async () => {
    await using stage = await openStage();
    const { reader: db, write } = stage.world.store;
    const [id, other] = [await stage.subscribe({ url }), await stage.subscribe({ url })];
    const row = { response_status: 503, delivered_at: null, created_at: NOW, error: null } as const;
    const kept = { event: 'bid.received', request_body: '{}', signature: '', duration_ms: 1 } as const;
    const rows: [subscription: string, event: string, attempts: number, status: 'retrying' | 'failed'][] = [
      // A delivery that has failed for good, and two replays of it under way.
      [id, 'evt_1', 1, 'retrying'],
      [id, 'evt_1', 2, 'failed'],
      [id, 'evt_1', 1, 'retrying'],
      [id, 'evt_1', 1, 'retrying'],
      // Another's, and one whose second retry is due.
      [other, 'evt_1', 1, 'retrying'],
      [id, 'evt_2', 1, 'retrying'],
      [id, 'evt_2', 2, 'retrying'],
    ];
    for (const [n, [subscription_id, event_id, attempts, status]] of rows.entries())
      await write((tx) => insertDelivery(tx, { ...row, ...kept, id: `whd_${n}`, subscription_id, event_id, attempts, status }));
    for (const [event, attempt] of [
      ['evt_1', 2],
      ['evt_1', 2],
      ['evt_2', 3],
      ['evt_3', 1],
    ] as const) {
      await write((tx) => enqueue(tx, event, [id], { is_first: false, due_at: LATER }));
      const { seq } = await db.selectFrom('queue').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow();
      await write((tx) => tx.updateTable('queue').set({ attempt }).where('seq', '=', seq).execute());
    }
    await write((tx) => enqueue(tx, 'evt_1', [other], { is_first: false, due_at: LATER }));
    await write((tx) => dropQueued(tx, id));
    expect((await stage.queue()).map(({ subscription_id }) => subscription_id)).toEqual([other]);
    const statuses = (await stage.deliveries()).map(({ status }) => status);
    expect(statuses).toEqual(['retrying', 'failed', 'failed', 'failed', 'retrying', 'retrying', 'failed']);

    await write((tx) => tx.updateTable('subscriptions').set({ is_active: 0 }).where('id', '=', other).execute());
    await write((tx) => tx.updateTable('queue').set({ attempt: 2 }).execute());
    await write((tx) => dropUnwanted(tx));
    expect([(await stage.queue()).length, (await stage.deliveries())[4]?.status]).toEqual([0, 'failed']);
  });
});
