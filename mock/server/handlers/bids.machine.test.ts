/** The bid machine over HTTP, all of it: every state × every action × every actor, as literal rows, on a fresh bid each. */
import { beforeAll, expect, test } from 'vitest';
import { bidBody, makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
});

type State = 'bid' | 'counter' | 'accepted' | 'rejected' | 'countered' | 'expired';

/** Brings a bid of dev_buyer's on a lot of dev_seller's into a state, and answers its id. `counter` is the seller's pending answer. */
async function bringTo(state: State): Promise<string> {
  const lot = await makeLot(t, 'seller', { farm_id });
  const id = await makeBid(t, 'buyer', lot);
  if (state === 'counter' || state === 'countered') {
    const options = { body: bidBody({ price: { amount: 650, unit: 'MT' } }) };
    const countered = await t.call('seller', 'POST', `/bids/${id}/counter`, options);
    return state === 'counter' ? (countered.body.data.id as string) : id;
  }
  if (state === 'accepted') await t.call('seller', 'POST', `/bids/${id}/accept`);
  if (state === 'rejected') await t.call('seller', 'POST', `/bids/${id}/reject`);
  if (state === 'expired') {
    const { store, clock } = t.mock.worlds.default;
    await store.write((tx) =>
      tx.updateTable('bids').set({ status: 'expired', expires_at: clock.now() }).where('id', '=', id).execute(),
    );
  }
  return id;
}

const DONE = 'the bid has moved';
/** Status and code, by state, action and actor. A party gets 422 once the bid is decided, its author too; what is no party 404 in every state (BID-19, AUTH-18). */
const ROWS: readonly (readonly [State, 'accept' | 'reject' | 'counter', Record<'buyer' | 'seller', string>])[] = [
  ['bid', 'accept', { buyer: '403 insufficient_scope', seller: DONE }],
  ['bid', 'reject', { buyer: DONE, seller: DONE }],
  ['bid', 'counter', { buyer: '403 insufficient_scope', seller: DONE }],
  ['counter', 'accept', { buyer: DONE, seller: '403 insufficient_scope' }],
  ['counter', 'reject', { buyer: DONE, seller: DONE }],
  ['counter', 'counter', { buyer: DONE, seller: '403 insufficient_scope' }],
  ['accepted', 'accept', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['accepted', 'reject', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['accepted', 'counter', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['rejected', 'accept', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['rejected', 'reject', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['rejected', 'counter', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['countered', 'accept', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['countered', 'reject', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['countered', 'counter', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['expired', 'accept', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['expired', 'reject', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
  ['expired', 'counter', { buyer: '422 bid_not_pending', seller: '422 bid_not_pending' }],
];
const MOVED = { accept: ['accepted', 200], reject: ['rejected', 200], counter: ['countered', 201] } as const;
const STRANGERS = {
  rival: '404 not_found',
  elevator: '404 not_found',
  partner: '404 not_found',
  reader: '403 insufficient_scope',
  expired: '401 unauthenticated',
};

const cases = ROWS.flatMap(([state, action, byParty]) =>
  Object.entries({ ...byParty, ...STRANGERS, nobody: '401 unauthenticated' }).map(([actor, expected]) => ({
    state,
    action,
    actor,
    expected,
  })),
);

test('the table has every state, action and actor', () => {
  expect(cases).toHaveLength(6 * 3 * 8);
});

test.for(cases)('BID-19 BID-20 BID-28 $state × $action × $actor: $expected', async ({ state, action, actor, expected }) => {
  const id = await bringTo(state);
  const before = await statusOf(id);
  const options = action === 'counter' ? { body: bidBody({ quantity_mt: 30 }) } : {};
  const answer = await t.call(actor === 'nobody' ? null : actor, 'POST', `/bids/${id}/${action}`, options);

  if (expected === DONE) {
    const [status, code] = MOVED[action];
    expect(answer.status).toBe(code);
    expect(await statusOf(id)).toBe(status);
  } else {
    expect(`${answer.status} ${answer.body.error.code}`).toBe(expected);
    expect(await statusOf(id)).toBe(before);
  }
});

async function statusOf(id: string): Promise<string> {
  const read = await t.call('buyer', 'GET', `/bids/${id}`);
  return read.body.data.status as string;
}
