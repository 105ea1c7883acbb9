/** The listing machine over HTTP, all of it: status × action × payment method × mode, as literal rows, on a fresh lot with bids each. */
import { beforeAll, expect, test } from 'vitest';
import { counterBid, readBid, readListing, recordEvents } from '../../testing/moves.ts';
import { outcomeOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

type Status = 'listed' | 'unlisted' | 'archived';
type Action = 'publish' | 'unlist' | 'archive';
const MODES = ['live', 'sandbox'] as const;
type Mode = (typeof MODES)[number];

const t = useMock({ lots: 20 });
let farms: Record<Mode, string>;
beforeAll(async () => {
  farms = { live: await makeFarm(t, 'seller'), sandbox: await makeFarm(t, 'seller_sandbox') };
});

function asWho(who: 'seller' | 'buyer' | 'rival', mode: Mode): string {
  return mode === 'live' ? who : `${who}_sandbox`;
}

async function setPaymentMethod(mode: Mode, has_payment_method: boolean): Promise<void> {
  await t.mock.worlds.default.store.write((tx) =>
    tx
      .updateTable('farms')
      .set({ has_payment_method: has_payment_method ? 1 : 0 })
      .where('id', '=', farms[mode])
      .execute(),
  );
}

interface Stage {
  lot: string;
  /** A bid that awaits the seller, and a counter that awaits the buyer. */
  pending: string[];
}

/** A lot in a status, on a farm with a payment method. It can have pending bids only while it is listed. */
async function bringTo(status: Status, mode: Mode): Promise<Stage> {
  await setPaymentMethod(mode, true);
  const seller = asWho('seller', mode);
  const lot = await makeLot(t, seller, { farm_id: farms[mode], list: status !== 'unlisted' });
  if (status === 'archived') await t.call(seller, 'DELETE', `/me/inventory/${lot}`);
  if (status !== 'listed') return { lot, pending: [] };
  const first = await makeBid(t, asWho('buyer', mode), lot);
  const counter = await counterBid(t, seller, await makeBid(t, asWho('buyer', mode), lot));
  return { lot, pending: [first, counter] };
}

function act(who: string, lot: string, action: Action): Promise<Answer> {
  const path = `/me/inventory/${lot}`;
  if (action === 'archive') return t.call(who, 'DELETE', path);
  return t.call(who, 'PATCH', path, { body: { listed: action === 'publish' } });
}

const NEEDED = '403 payment_method_required';
/** What a move answers, the status afterwards, and whether pending bids are rejected: with a payment method, and without one. */
const ROWS: readonly (readonly [Status, Action, Status, 'kept' | 'rejected', string])[] = [
  ['listed', 'publish', 'listed', 'kept', NEEDED],
  ['listed', 'unlist', 'unlisted', 'rejected', '200'],
  ['listed', 'archive', 'archived', 'rejected', '200'],
  ['unlisted', 'publish', 'listed', 'kept', NEEDED],
  ['unlisted', 'unlist', 'unlisted', 'kept', '200'],
  ['unlisted', 'archive', 'archived', 'rejected', '200'],
  ['archived', 'publish', 'listed', 'kept', NEEDED],
  ['archived', 'unlist', 'archived', 'kept', '200'],
  ['archived', 'archive', 'archived', 'kept', '200'],
];

const cases = ROWS.flatMap(([status, action, to, bids, unpaid]) =>
  MODES.flatMap((mode) => [
    { mode, status, action, has_payment_method: true, expected: '200', to, bids },
    {
      mode,
      status,
      action,
      has_payment_method: false,
      expected: unpaid,
      to: unpaid === NEEDED ? status : to,
      bids: unpaid === NEEDED ? 'kept' : bids,
    },
  ]),
);

test('the table has every status, action, mode, with and without a payment method', () => {
  expect(cases).toHaveLength(3 * 3 * 2 * 2);
});

test.for(cases)(
  'LST-6 LST-7 LST-4 LST-24 BID-29 BID-52 $mode $status, $action, payment method $has_payment_method: $expected, $to, bids $bids',
  async ({ mode, status, action, has_payment_method, expected, to, bids }) => {
    const { lot, pending } = await bringTo(status, mode);
    await setPaymentMethod(mode, has_payment_method);
    const seller = asWho('seller', mode);
    const recorded = await recordEvents(t, async () => {
      const answer = await act(seller, lot, action);
      expect(outcomeOf(answer)).toBe(expected);
    });
    // LST-16, LST-17
    expect(await readListing(t, lot, seller)).toMatchObject({ status: to });
    expect(outcomeOf(await t.call(asWho('buyer', mode), 'GET', `/inventory/${lot}`))).toBe(
      to === 'listed' ? '200' : '404 not_found',
    );
    const statuses = await Promise.all(pending.map(async (id) => (await readBid(t, id, asWho('buyer', mode))).status));
    expect(statuses).toEqual(pending.map(() => (bids === 'kept' ? 'pending' : 'rejected')));
    expect(recorded.map(({ type }) => type)).toEqual(bids === 'kept' ? [] : pending.map(() => 'bid.rejected'));
  },
);

/** A draft has no bids but the simulator's (SBX-3, BID-53). */
const DRAFTS: readonly (readonly [Action, Status, string, readonly string[]])[] = [
  ['publish', 'listed', 'pending', []],
  ['unlist', 'unlisted', 'pending', []],
  ['archive', 'archived', 'rejected', ['bid.rejected']],
];

test.for(DRAFTS)('BID-53 SBX-3 a draft with a simulated bid, %s: %s, and the bid is %s', async ([action, to, status, events]) => {
  const { lot } = await bringTo('unlisted', 'sandbox');
  const simulated = await t.call('seller_sandbox', 'POST', '/sandbox/simulate-event', {
    body: { event: 'bid.received', inventory_id: lot },
  });
  const { data } = simulated.body as { data: { bid_id: string } }; // Judged by the document in t.call.
  const recorded = await recordEvents(t, () => act('seller_sandbox', lot, action));
  expect(await readListing(t, lot, 'seller_sandbox')).toMatchObject({ status: to });
  const { reader: db } = t.mock.worlds.default.store;
  const bid = await db.selectFrom('bids').select('status').where('id', '=', data.bid_id).executeTakeFirstOrThrow();
  expect(bid.status).toBe(status);
  expect(recorded).toMatchObject(events.map((type) => ({ type, subject_id: data.bid_id, livemode: 0 })));
});
