import { describe, expect, test } from 'vitest';
import type { TestWorld } from '../../testing/open-world.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { insertDelivery } from './deliveries.ts';
import type { DueOptions } from './queue.ts';
import { dropQueued, dropUnwanted, enqueue, findDueFirsts, findDueRetries, requeue } from './queue.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const LATER = '2026-06-10T12:00:10.000Z';
const url = 'http://127.0.0.1:9/';
const other_url = 'http://127.0.0.1:9/other';

/** A world that sends nothing, so that its queue can be read. */
async function openQueueWorld(): Promise<TestWorld> {
  const setup = await openTestWorld();
  await setup.world.dispatcher.close();
  const event = { type: 'bid.received', livemode: 1, created_at: NOW, subject_id: 'bid_1', data: '{}' } as const;
  await setup.world.store.write((tx) =>
    tx
      .insertInto('events')
      .values([1, 2, 3, 4].map((n) => ({ ...event, id: `evt_${n}` })))
      .execute(),
  );
  return setup;
}

describe('the queue', () => {
  /** The sequence numbers of what is due. */
  async function listDue(find: typeof findDueFirsts, { world }: TestWorld, change: Partial<DueOptions> = {}): Promise<number[]> {
    const due = await find(world.store.reader, { now: NOW, blocked: [], limit: 10, ...change });
    return due.map(({ seq }) => seq);
  }

  test('RTY-9 the earliest first attempt of each subscription is due, and all of its retries', async () => {
    await using setup = await openQueueWorld();
    const { write } = setup.world.store;
    const [one, two] = [await setup.subscribe({ url }), await setup.subscribe({ url: other_url })];
    await write((tx) => enqueue(tx, 'evt_1', [one, two], { is_first: true, due_at: NOW }));
    await write((tx) => enqueue(tx, 'evt_2', [one, two], { is_first: true, due_at: NOW }));
    await write((tx) => enqueue(tx, 'evt_3', [two, two], { is_first: false, due_at: LATER }));
    expect(await listDue(findDueFirsts, setup)).toEqual([1, 2]);
    await write((tx) => requeue(tx, 2, LATER));
    expect(await listDue(findDueFirsts, setup)).toEqual([1, 4]);
    expect(await listDue(findDueRetries, setup)).toEqual([]);
    expect(await listDue(findDueRetries, setup, { now: LATER })).toEqual([2, 5, 6]);
  });

  test('RTY-9 blocked receivers are skipped, and the longest due deliveries come first', async () => {
    await using setup = await openQueueWorld();
    const { write } = setup.world.store;
    // Ids in another order than their events.
    const ids = await Promise.all(['whk_c', 'whk_a', 'whk_b'].map((id) => setup.subscribe({ id, url: `${url}${id}` })));
    for (const is_first of [true, false]) await write((tx) => enqueue(tx, 'evt_1', ids, { is_first, due_at: NOW }));
    expect(await listDue(findDueFirsts, setup, { limit: 2 })).toEqual([1, 2]);
    const change = { blocked: [`${url}whk_c`, `${url}whk_b`], limit: 2 };
    expect(await listDue(findDueFirsts, setup, change)).toEqual([2]);
    expect(await listDue(findDueRetries, setup, change)).toEqual([5]);
  });

  test('an event that is not due yet delays the later ones of its subscription', async () => {
    await using setup = await openQueueWorld();
    const { write } = setup.world.store;
    const id = await setup.subscribe({ url });
    await write((tx) => enqueue(tx, 'evt_1', [id], { is_first: true, due_at: LATER }));
    await write((tx) => enqueue(tx, 'evt_2', [id], { is_first: true, due_at: NOW }));
    expect(await listDue(findDueFirsts, setup)).toEqual([]);
    expect(await listDue(findDueFirsts, setup, { now: LATER })).toEqual([1]);
  });

  test('RTY-6 RTY-8 when retries are dropped, the last row of the attempt before becomes failed, and no earlier row', async () => {
    await using setup = await openQueueWorld();
    const { reader: db, write } = setup.world.store;
    const [id, other] = [await setup.subscribe({ url }), await setup.subscribe({ url })];
    const row = { response_status: 503, delivered_at: null, created_at: NOW, error: null } as const;
    const kept = { event: 'bid.received', request_body: '{}', signature: '', duration_ms: 1 } as const;
    const rows: [subscription: string, event: string, attempts: number, status: 'retrying' | 'failed'][] = [
      // A delivery that has failed for good, and two replays of it in progress.
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
    expect((await setup.queue()).map(({ subscription_id }) => subscription_id)).toEqual([other]);
    const statuses = (await setup.deliveries()).map(({ status }) => status);
    expect(statuses).toEqual(['retrying', 'failed', 'failed', 'failed', 'retrying', 'retrying', 'failed']);

    await write((tx) => tx.updateTable('subscriptions').set({ is_active: 0 }).where('id', '=', other).execute());
    await write((tx) => tx.updateTable('queue').set({ attempt: 2 }).execute());
    await write((tx) => dropUnwanted(tx));
    expect([(await setup.queue()).length, (await setup.deliveries())[4]?.status]).toEqual([0, 'failed']);
  });
});
