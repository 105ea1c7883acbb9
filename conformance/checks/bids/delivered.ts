/** Bids with a delivery location, which a query can lose that reads only bids at the farm. Only an elevator has locations. */
import { check, type Check } from '../../check/check.ts';
import {
  awaitBidStatus,
  encodePath,
  expectPlaced,
  expectSuccess,
  expectThat,
  isAboutBid,
  readBid,
  type Bid,
  type JsonObject,
  type Lot,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { delist } from './delisting.ts';
import { postBid } from './post-bid.ts';

const NEEDS = ['elevator', 'writes'] as const;

async function termsOfDelivery(t: CheckContext): Promise<JsonObject> {
  return { fob_farm: false, delivery_location_id: await t.arrange.deliveryLocation() };
}

async function placeDelivered(t: CheckContext, given?: Lot): Promise<{ lot: Lot; bid: Bid }> {
  const terms = await termsOfDelivery(t);
  const lot = given ?? (await t.arrange.lot());
  return { lot, bid: await t.arrange.bid(lot, terms, t.elevator) };
}

const DELISTED: readonly Check[] = (
  [
    ['BID-29', 'unlist', 'Unlisting'],
    ['BID-52', 'archive', 'Archiving'],
  ] as const
).map(([clause, how, what]) =>
  check(`${clause}/delivered`, `${what} a listing rejects pending bids with a delivery location`, NEEDS, async (t) => {
    const { lot, bid } = await placeDelivered(t);
    await delist(lot, how);
    await awaitBidStatus(t, t.elevator, bid.id, 'rejected');
  }),
);

export const DELIVERED_CHECKS: readonly Check[] = [
  ...DELISTED,
  check(
    'EVT-27/delivered',
    'Unlisting a lot sends bid.rejected for bids with a delivery location',
    [...NEEDS, 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['bid.rejected']);
      const { lot, bid } = await placeDelivered(t);
      await delist(lot, 'unlist');
      await inbox.expect({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'the lot was unlisted' });
    },
  ),
  check(
    'EVT-17/delivered',
    "Placing a bid with a delivery location sends bid.received to the seller's team",
    [...NEEDS, 'partner', 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.partner, ['bid.received']);
      const { bid } = await placeDelivered(t, await t.arrange.lot({}, t.partner));
      await inbox.expect({ type: 'bid.received', where: isAboutBid(bid.id), after: 'a bid with a delivery location was placed' });
    },
  ),
  check('BID-43/with-a-location', 'fob_farm also defaults to true if delivery_location_id is given', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const placed = await postBid(t, lot, { ...(await termsOfDelivery(t)), fob_farm: undefined }, t.elevator);
    if (!placed.is_success) t.unverifiable(`the target rejects a location without fob_farm (status ${placed.status})`);
    const read = await readBid(t.elevator, placed.data.get('id').text());
    const shown = [placed.data, read].flatMap((view) => view.find('fob_farm') ?? []).filter((fob) => !fob.isNull());
    if (shown.length === 0) t.unverifiable('no view of a bid shows fob_farm');
    for (const fob_farm of shown) fob_farm.is(true);
  }),
  check('IDEM-2/delivered', 'A retry of a bid with a delivery location returns the first bid', NEEDS, async (t) => {
    const path = encodePath`/inventory/${await t.arrange.lotToBidOn()}/bids`;
    const body = await t.arrange.bidBody(await termsOfDelivery(t));
    const header = { 'Idempotency-Key': t.unique('key') };
    const first = await t.elevator.post(path, body, header);
    await expectPlaced(t, t.elevator, first);
    const second = await t.elevator.post(path, body, header);
    expectSuccess(second);
    const [id, again] = [first, second].map(({ data }) => data.get('id').text());
    expectThat(id === again, {
      message: 'A retry of a bid with a delivery location placed a second bid.',
      reply: second,
      pointer: '/data/id',
      expected: id ?? '',
      observed: again,
    });
  }),
];
