/** The buyer-side events of accept, reject, counter, and delisting. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival, Bid, Lot } from '#client';
import { ensureDone, ensureSuccess, expectSuccess, isAboutBid, mentions, readEnvelope, readPath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { placeMultiGradeBid } from '../bids/multi-grade.ts';

const NEEDS = ['buyer', 'writes', 'webhooks'] as const;

const ALL_OF_BIDS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created'] as const;

/** A seller's action and its event. */
const ANSWERS: readonly {
  name: 'accepted' | 'rejected' | 'countered';
  action: string;
  act: (t: CheckContext, lot: Lot, bid: Bid) => Promise<Bid | undefined>;
}[] = [
  {
    name: 'accepted',
    action: 'a seller accepted a bid',
    act: async (t, lot, bid) => {
      await t.arrange.trade({ lot, bid });
      return undefined;
    },
  },
  {
    name: 'rejected',
    action: 'a seller rejected a bid',
    act: async (_t, lot, bid) => {
      const reply = await lot.seller.post(`/bids/${bid.id}/reject`);
      ensureDone(reply, 'POST /bids/{id}/reject did not reject the bid');
      return undefined;
    },
  },
  {
    name: 'countered',
    action: 'a seller countered a bid',
    act: async (t, lot, bid) => t.arrange.counter(lot, bid),
  },
];

export const ANSWER_CHECKS: readonly Check[] = [
  ...ANSWERS.map(({ name, action, act }) =>
    check(`EVT-18/${name}`, `When ${action}, bid.${name} goes to the buyer's team`, NEEDS, async (t) => {
      const inbox = await t.subscribe(t.buyer, ALL_OF_BIDS);
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const counter = await act(t, lot, bid);
      await inbox.expect({ type: `bid.${name}`, where: aboutEither(bid, counter), after: action });
      // Without the action, no event is due.
      const others = ALL_OF_BIDS.filter((type) => type.startsWith('bid.') && type !== `bid.${name}`);
      await inbox.none({
        where: (arrival) => aboutEither(bid, counter)(arrival) && others.some((type) => readPath(arrival.json, 'type') === type),
        after: action,
        within_ms: 150,
      });
    }),
  ),
  ...ANSWERS.map(({ name, action, act }) =>
    check(`EVT-6/${name}`, `bid.${name} has the ids and the status of the bid`, NEEDS, async (t) => {
      const inbox = await t.subscribe(t.buyer, [`bid.${name}`]);
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const counter = await act(t, lot, bid);
      const where = mentions(bid.id, counter?.id ?? bid.id);
      const arrival = await inbox.expect({ type: `bid.${name}`, where, after: action });
      await expectBidPayload(t, arrival, { lot, bid, counter, status: name });
    }),
  ),
  check('EVT-18/trade-created', 'When a seller accepts a bid, trade.created goes to the buyer', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.trade();
    await inbox.expect({ where: mentions(trade.id), after: 'a seller accepted a bid' });
  }),
  ...(['PATCH', 'DELETE'] as const).map((how) => {
    // The document names PATCH. That DELETE (archiving) also delists is derived (BID-52).
    const id = how === 'PATCH' ? 'EVT-27/unlisted' : 'BID-52/archived-sends-events';
    return check(
      id,
      `Delisting a lot with ${how} sends bid.rejected for each pending bid`,
      ['buyer', 'rival', 'writes', 'webhooks'],
      async (t) => {
        const inboxes = [await t.subscribe(t.buyer, ['bid.rejected']), await t.subscribe(t.rival, ['bid.rejected'])] as const;
        const lot = await t.arrange.lot();
        const bids = [await t.arrange.bid(lot), await t.arrange.bid(lot, {}, t.rival)] as const;
        const path = `/me/inventory/${lot.id}`;
        const reply = how === 'PATCH' ? await lot.seller.patch(path, { listed: false }) : await lot.seller.delete(path);
        ensureSuccess(reply);
        for (const [i, inbox] of inboxes.entries()) {
          const id_of_bid = bids[i]?.id ?? '';
          const arrival = await inbox.expect({
            type: 'bid.rejected',
            where: isAboutBid(id_of_bid),
            after: 'the lot was delisted',
          });
          readEnvelope(arrival).get('data').get('status').is('rejected');
        }
      },
    );
  }),
  check('EVT-27/multi-grade', 'Unlisting a lot sends bid.rejected for a pending multi-grade bid', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
    const { id, lot } = await placeMultiGradeBid(t);
    ensureSuccess(await lot.seller.patch(`/me/inventory/${lot.id}`, { listed: false }));
    await inbox.expect({ type: 'bid.rejected', where: isAboutBid(id), after: 'the lot was unlisted' });
  }),
  check('EVT-22/bid', 'A team that receives a bid event can fetch the bid', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected', 'bid.countered', 'bid.accepted']);
    for (const { name, act } of ANSWERS) {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const counter = await act(t, lot, bid);
      const arrival = await inbox.next({
        type: `bid.${name}`,
        // Found by its lot, because the bid id is what is checked.
        where: (one) => aboutEither(bid, counter)(one) || one.text.includes(lot.id),
        after: `a bid was ${name}`,
      });
      const id = readEnvelope(arrival).get('data').get('bid_id').text();
      const read = await t.buyer.get(`/bids/${id}`);
      expectSuccess(read);
      read.data.get('id').is(id);
    }
  }),
  check('EVT-22/trade', 'A team that receives trade.created can fetch the trade', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.trade();
    const arrival = await inbox.next({ where: mentions(trade.bid.id, trade.id), after: 'a bid was accepted' });
    const id = readEnvelope(arrival).get('data').get('trade_id').text();
    expectSuccess(await t.buyer.get(`/trades/${id}`));
  }),
  check('EVT-29/which-bid', 'Reports which bid bid.countered names', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.countered']);
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const counter = await t.arrange.counter(lot, bid);
    const arrival = await inbox.next({ where: aboutEither(bid, counter), after: 'a bid was countered' });
    t.observe(`bid.countered names the ${isAboutBid(bid.id)(arrival) ? 'bid that was countered' : 'new bid'}`);
  }),
  check(
    'EVT-28/buyer-answers',
    'Reports whether a buyer that rejects a counter receives bid.rejected',
    ['buyer', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const buyers = await t.subscribe(t.buyer, ['bid.rejected']);
      const lot = await t.arrange.lot({}, t.partner);
      const bid = await t.arrange.bid(lot);
      const counter = await t.arrange.counter(lot, bid);
      ensureSuccess(await t.buyer.post(`/bids/${counter.id}/reject`));
      const event = await buyers.find({ where: isAboutBid(counter.id), within_ms: 300 });
      t.observe(`a buyer that rejects a counter ${event === undefined ? 'does not receive' : 'receives'} bid.rejected`);
    },
  ),
];

/** bid.countered can name the countered bid or the new one (EVT-29). */
function aboutEither(bid: Bid, counter: Bid | undefined): (arrival: Arrival) => boolean {
  return (arrival) => isAboutBid(bid.id)(arrival) || (counter !== undefined && isAboutBid(counter.id)(arrival));
}

async function expectBidPayload(
  t: CheckContext,
  arrival: Arrival,
  { lot, bid, counter, status }: { lot: Lot; bid: Bid; counter: Bid | undefined; status: string },
): Promise<void> {
  const data = readEnvelope(arrival).get('data');
  const id = data.get('bid_id').oneOf([bid.id, ...(counter === undefined ? [] : [counter.id])]);
  data.get('inventory_id').is(lot.id);
  data.get('status').is(counter !== undefined && id === counter.id ? 'pending' : status);
  data.get('type').string();
  const read = await t.buyer.get(`/bids/${id}`);
  const reference = readPath(read.json, 'data', 'reference');
  if (typeof reference === 'string') data.get('reference').is(reference);
  else data.get('reference').string();
}
