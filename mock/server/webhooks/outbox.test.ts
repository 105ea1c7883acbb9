import { describe, expect, test } from 'vitest';
import type { EventDraft } from '../../market/rules/events.ts';
import type { Row } from '../../market/records/tables.ts';
import type { TestWorld } from '../../testing/open-world.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { emit } from './outbox.ts';

const NOWHERE = 'http://127.0.0.1:9/';
const trade = { type: 'trade.created', livemode: 1, subject_id: 'trd_1' } as const satisfies EventDraft;
const sandbox = { ...trade, livemode: 0 } as const satisfies EventDraft;

/** Two teams, the users of them, and one who was provisioned by the client `partner`. */
async function openStage(subscriptions: readonly Partial<Row<'subscriptions'>>[]): Promise<TestWorld> {
  // Nothing is sent: what is queued stays there to be looked at.
  const stage = await openTestWorld();
  await stage.world.dispatcher.close();
  const { store } = stage.world;
  const created_at = stage.world.clock.now();
  const user = { name: 'N', email: 'n@farm.example', created_by_client_id: null, created_at };
  await store.write((tx) =>
    tx
      .insertInto('users')
      .values([
        { ...user, id: 'usr_1' },
        { ...user, id: 'usr_both' },
        { ...user, id: 'usr_none' },
        { ...user, id: 'usr_test', created_by_client_id: 'partner' },
      ])
      .execute(),
  );
  await store.write((tx) =>
    tx
      .insertInto('memberships')
      .values([
        { team_id: 'tm_1', user_id: 'usr_1', role: 'owner' },
        { team_id: 'tm_1', user_id: 'usr_both', role: 'owner' },
        { team_id: 'tm_2', user_id: 'usr_both', role: 'member' },
      ])
      .execute(),
  );
  for (const subscription of subscriptions) {
    await stage.subscribe({ url: NOWHERE, events: '["trade.created","trade.settled"]', ...subscription });
  }
  return stage;
}

const one = { id: 'one', team_id: 'tm_1' };
const two = { id: 'two', team_id: 'tm_2' };
const of_partner = { id: 'of_partner', team_id: 'tm_9', client_id: 'partner', livemode: 0 } as const;

const ROWS: readonly [
  title: string,
  subscriptions: readonly Partial<Row<'subscriptions'>>[],
  draft: EventDraft,
  told: readonly string[],
][] = [
  ['EVT-4 EVT-5 the team meant, and no other', [one, two], { ...trade, team_ids: ['tm_1'] }, ['one']],
  ['EVT-7 both sides', [one, two], { ...trade, team_ids: ['tm_2'], seller_user_id: 'usr_1' }, ['one', 'two']],
  ['EVT-25 the team of the user who sells', [one, two], { ...trade, seller_user_id: 'usr_1' }, ['one']],
  ['EVT-30 all teams of the user who sells', [one, two], { ...trade, seller_user_id: 'usr_both' }, ['one', 'two']],
  ['EVT-30 nobody, where the seller has no team', [one, two], { ...trade, seller_user_id: 'usr_none' }, []],
  ['nobody, where nobody is meant', [one, two], trade, []],
  [
    'each subscription once, though on both sides',
    [one],
    { ...trade, team_ids: ['tm_1', 'tm_1'], seller_user_id: 'usr_1' },
    ['one'],
  ],
  ['every subscription of a team', [one, { ...one, id: 'more' }], { ...trade, team_ids: ['tm_1'] }, ['more', 'one']],
  ['EVT-24 only the types asked for', [{ ...one, events: '["trade.settled"]' }], { ...trade, team_ids: ['tm_1'] }, []],
  [
    'WHK-13 nothing for a deleted one',
    [{ ...one, deleted_at: '2026-06-10T11:00:00.000Z' }],
    { ...trade, team_ids: ['tm_1'] },
    [],
  ],
  ['nothing for an inactive one', [{ ...one, is_active: 0 }], { ...trade, team_ids: ['tm_1'] }, []],
  ['SBX-7 no sandbox event for live', [one], { ...sandbox, team_ids: ['tm_1'] }, []],
  ['SBX-7 no live event for the sandbox', [{ ...one, livemode: 0 }], { ...trade, team_ids: ['tm_1'] }, []],
  ['SBX-7 sandbox events for the sandbox', [{ ...one, livemode: 0 }], { ...sandbox, team_ids: ['tm_1'] }, ['one']],
  ['SBX-10 the client that made the test user', [of_partner, one], { ...sandbox, seller_user_id: 'usr_test' }, ['of_partner']],
  ['SBX-10 the buying side has nothing of it', [of_partner], { ...sandbox, team_ids: ['tm_1'] }, []],
  ['SBX-10 in the sandbox alone', [{ ...of_partner, livemode: 1 }], { ...trade, seller_user_id: 'usr_test' }, []],
  ['SBX-10 no other client', [{ ...of_partner, client_id: 'desk' }], { ...sandbox, seller_user_id: 'usr_test' }, []],
  ['SBX-10 nobody made the others', [{ ...of_partner, client_id: '' }], { ...sandbox, seller_user_id: 'usr_none' }, []],
];

describe('who is told', () => {
  test.for(ROWS)('%s', async ([, subscriptions, draft, told]) => {
    await using stage = await openStage(subscriptions);
    expect(await stage.emit(draft)).toBe(told.length);
    const queue = await stage.queue();
    expect(queue.map(({ subscription_id }) => subscription_id).toSorted()).toEqual(told);
    for (const row of queue) expect(row).toMatchObject({ attempt: 1, is_first: 1, due_at: stage.world.clock.now() });
    expect(await stage.world.store.reader.selectFrom('events').selectAll().execute()).toHaveLength(1);
  });
});

describe('the outbox', () => {
  test('EVT-16 a change that fails leaves no event, nothing in the queue, and is not made known', async () => {
    await using stage = await openStage([one]);
    const heard: string[] = [];
    stage.world.bus.listen(({ kind }) => heard.push(kind));
    const failing = stage.world.write(async (tx, now) => {
      await emit(stage.world, tx, [{ ...trade, team_ids: ['tm_1'] }], now);
      throw new Error('the change fails');
    });
    await expect(failing).rejects.toThrow('the change fails');
    expect(await stage.world.store.reader.selectFrom('events').selectAll().execute()).toEqual([]);
    expect(await stage.queue()).toEqual([]);
    expect(heard).toEqual([]);

    await stage.emit(trade);
    expect(heard).toEqual(['event']);
  });
});
