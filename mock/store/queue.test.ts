import { describe, expect, test } from 'vitest';
import type { TestWorld } from '../testing/open-world.ts';
import { openTestWorld } from '../testing/open-world.ts';
import { enqueue, findDueRetries, findLanes, findQueued, requeue } from './queue.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const LATER = '2026-06-10T12:00:10.000Z';
const url = 'http://127.0.0.1:9/';

/** Nothing is sent: what is queued is looked at. */
async function openStage(): Promise<TestWorld> {
  const stage = await openTestWorld();
  await stage.world.dispatcher.close();
  const event = { type: 'bid.received', livemode: 1, created_at: NOW, subject_id: 'bid_1', data: '{}' } as const;
  await stage.world.store.db
    .insertInto('events')
    .values([1, 2, 3, 4].map((n) => ({ ...event, id: `evt_${n}` })))
    .execute();
  return stage;
}

describe('the queue', () => {
  test('RTY-9 tells of each subscription what comes first, and when its first retry is due', async () => {
    await using stage = await openStage();
    const { db } = stage.world.store;
    const [one, two, idle] = [await stage.subscribe({ url }), await stage.subscribe({ url }), await stage.subscribe({ url })];
    await enqueue(db, 'evt_1', [one, two], { is_first: true, due_at: NOW });
    await enqueue(db, 'evt_2', [one], { is_first: true, due_at: LATER });
    await enqueue(db, 'evt_3', [two], { is_first: false, due_at: LATER });
    await requeue(db, 2, LATER);
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

  test('RTY-8 a deleted or an inactive subscription has nowhere to send to', async () => {
    await using stage = await openStage();
    const { db } = stage.world.store;
    const inactive = await stage.subscribe({ url, is_active: 0 });
    const deleted = await stage.subscribe({ url, deleted_at: NOW });
    await enqueue(db, 'evt_1', [inactive, deleted], { is_first: true, due_at: NOW });
    expect((await findLanes(db)).map((lane) => lane.url)).toEqual([null, null]);
    expect(await findQueued(db, 1, NOW)).toBeUndefined();
    expect(await findQueued(db, 2, NOW)).toBeUndefined();
  });

  test('an attempt is there when it is due, with its number, and not before', async () => {
    await using stage = await openStage();
    const { db } = stage.world.store;
    const id = await stage.subscribe({ url, secret: 'whsec_1' });
    await enqueue(db, 'evt_2', [id], { is_first: true, due_at: NOW });
    await requeue(db, 1, LATER);
    expect(await findQueued(db, 1, NOW)).toBeUndefined();
    expect(await findQueued(db, 1, LATER)).toMatchObject({
      seq: 1,
      attempt: 2,
      subscription: { id, url, secret: 'whsec_1' },
      event: { id: 'evt_2', seq: 2 },
    });
  });

  test('RTY-10 a number is never used again', async () => {
    await using stage = await openStage();
    const { db } = stage.world.store;
    const id = await stage.subscribe({ url });
    await enqueue(db, 'evt_1', [id], { is_first: true, due_at: NOW });
    await db.deleteFrom('queue').execute();
    await enqueue(db, 'evt_1', [id], { is_first: true, due_at: NOW });
    expect((await stage.queue()).map(({ seq }) => seq)).toEqual([2]);
  });
});
