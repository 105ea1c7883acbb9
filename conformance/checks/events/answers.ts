/** The buyer-side events of accept, reject, counter, and delisting. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival, Bid, Lot } from '#client';
import {
  ensureDone,
  ensureSuccess,
  expectSuccess,
  isAboutBid,
  mentions,
  readEnvelope,
  readId,
  readPath,
  containsId,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { delist, NEW_PRICE } from '../bids/delisting.ts';
import { placeMultiGradeBid } from '../bids/multi-grade.ts';
import { TO_BUYERS, TO_SELLERS } from './needs.ts';
import { expectReadable } from '../bids/bid-views.ts';

const ALL_OF_BIDS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created'] as const;

/** A seller's answers to a bid, as in the types of events. */
const ANSWERS = ['accepted', 'rejected', 'countered'] as const;

/** A bid that a seller answered. */
interface AnsweredBid {
  lot: Lot;
  bid: Bid;
  counter: Bid | undefined;
}

async function answerBid(t: CheckContext, answer: (typeof ANSWERS)[number]): Promise<AnsweredBid> {
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  if (answer === 'accepted') await t.arrange.trade({ lot, bid });
  if (answer === 'rejected')
    ensureDone(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), 'POST /bids/{id}/reject did not reject the bid');
  return { lot, bid, counter: answer === 'countered' ? await t.arrange.counter(lot, bid) : undefined };
}

export const ANSWER_CHECKS: readonly Check[] = [
  ...ANSWERS.flatMap((name) => {
    const after = `a seller ${name} a bid`;
    return [
      check(
        `EVT-18/${name}`,
        `When a seller ${name.replace(/ed$/, 's')} a bid, bid.${name} goes to the buyer's team`,
        TO_BUYERS,
        async (t) => {
          const inbox = await t.subscribe(t.buyer, ALL_OF_BIDS);
          const where = aboutEither(await answerBid(t, name));
          await inbox.expect({ type: `bid.${name}`, where, after });
          // Without the action, no event is due.
          const others = ALL_OF_BIDS.filter((type) => type.startsWith('bid.') && type !== `bid.${name}`);
          const isOther = ({ json }: Arrival): boolean => others.some((type) => readPath(json, 'type') === type);
          await inbox.expectNone({ where: (arrival) => where(arrival) && isOther(arrival), after, within_ms: 150 });
        },
      ),
      check(`EVT-6/${name}`, `bid.${name} has the ids and the status of the bid`, TO_BUYERS, async (t) => {
        const inbox = await t.subscribe(t.buyer, [`bid.${name}`]);
        const answered = await answerBid(t, name);
        const { bid, counter } = answered;
        const arrival = await inbox.expect({ type: `bid.${name}`, where: mentions(bid.id, counter?.id ?? bid.id), after });
        await expectBidPayload(t, arrival, answered, name);
      }),
    ];
  }),
  check('EVT-18/trade-created', 'When a seller accepts a bid, trade.created goes to the buyer', TO_BUYERS, async (t) => {
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
        await delist(lot, how === 'PATCH' ? 'unlist' : 'archive');
        for (const [i, inbox] of inboxes.entries()) {
          const where = isAboutBid(bids[i]?.id ?? '');
          const arrival = await inbox.expect({ type: 'bid.rejected', where, after: 'the lot was delisted' });
          readEnvelope(arrival).get('data').get('status').is('rejected');
        }
      },
    );
  }),
  check('EVT-27/multi-grade', 'Unlisting a lot sends bid.rejected for a pending multi-grade bid', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
    const { id, lot } = await placeMultiGradeBid(t);
    await delist(lot, 'unlist');
    await inbox.expect({ type: 'bid.rejected', where: isAboutBid(id), after: 'the lot was unlisted' });
  }),
  check(
    'EVT-27/counter',
    'Unlisting a lot with a new price in the same PATCH sends bid.rejected for a pending counter',
    TO_BUYERS,
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
      const lot = await t.arrange.lot();
      const countered = await t.arrange.bid(lot);
      const counter = await t.arrange.counter(lot, countered);
      await delist(lot, 'unlist', NEW_PRICE);
      await inbox.expect({ type: 'bid.rejected', where: isAboutBid(counter.id), after: 'the lot was unlisted' });
      // The bid before the counter is no longer pending.
      const early = await inbox.find({ where: isAboutBid(countered.id), within_ms: 150 });
      warnUnless(early === undefined, {
        message: 'Unlisting a lot sends bid.rejected for a bid that was countered before.',
        expected: 'bid.rejected for each pending bid',
        observed: early?.text,
      });
    },
  ),
  check('EVT-27/accepted', 'Unlisting a lot sends no bid.rejected for an accepted bid', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected']);
    const lot = await t.arrange.lot();
    const { bid: accepted } = await t.arrange.trade({ lot });
    const placed = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, await t.arrange.bidBody());
    // An acceptance can take the lot off the market (BID-30).
    const pending = readId(placed) ?? t.unverifiable('a lot takes no other bid after an acceptance');
    await delist(lot, 'unlist');
    await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(pending), after: 'the lot was unlisted' });
    await inbox.expectNone({ where: isAboutBid(accepted.id), within_ms: 150, after: 'the lot of an accepted bid was unlisted' });
  }),
  check('EVT-22/bid', 'A team that receives a bid event can fetch the bid', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.rejected', 'bid.countered', 'bid.accepted']);
    for (const name of ANSWERS) {
      const answered = await answerBid(t, name);
      const arrival = await inbox.requireNext({
        type: `bid.${name}`,
        // Finds the delivery by its lot, because the bid id is what is checked.
        where: (one) => aboutEither(answered)(one) || containsId(one, answered.lot.id),
        after: `a bid was ${name}`,
      });
      await expectReadable(t.buyer, readEnvelope(arrival).get('data').get('bid_id').text());
    }
  }),
  check('EVT-22/trade', 'A team that receives trade.created can fetch the trade', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.trade();
    const arrival = await inbox.requireNext({ where: mentions(trade.bid.id, trade.id), after: 'a bid was accepted' });
    const id = readEnvelope(arrival).get('data').get('trade_id').text();
    expectSuccess(await t.buyer.get(encodePath`/trades/${id}`));
  }),
  check('EVT-29/which-bid', 'Reports which bid bid.countered names', TO_BUYERS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.countered']);
    const answered = await answerBid(t, 'countered');
    const arrival = await inbox.requireNext({ where: aboutEither(answered), after: 'a bid was countered' });
    t.observe(`bid.countered names the ${isAboutBid(answered.bid.id)(arrival) ? 'bid that was countered' : 'new bid'}`);
  }),
  check('EVT-28/buyer-answers', 'Reports whether a buyer that rejects a counter receives bid.rejected', TO_SELLERS, async (t) => {
    const buyers = await t.subscribe(t.buyer, ['bid.rejected']);
    const lot = await t.arrange.lot({}, t.partner);
    const bid = await t.arrange.bid(lot);
    const counter = await t.arrange.counter(lot, bid);
    ensureSuccess(await t.buyer.post(encodePath`/bids/${counter.id}/reject`));
    const event = await buyers.find({ where: isAboutBid(counter.id), within_ms: 300 });
    t.observe(`a buyer that rejects a counter ${event === undefined ? 'does not receive' : 'receives'} bid.rejected`);
  }),
];

/** bid.countered can name the countered bid or the new one (EVT-29). */
function aboutEither({ bid, counter }: AnsweredBid): (arrival: Arrival) => boolean {
  return (arrival) => isAboutBid(bid.id)(arrival) || (counter !== undefined && isAboutBid(counter.id)(arrival));
}

async function expectBidPayload(
  t: CheckContext,
  arrival: Arrival,
  { lot, bid, counter }: AnsweredBid,
  status: string,
): Promise<void> {
  const data = readEnvelope(arrival).get('data');
  const id = data.get('bid_id').oneOf([bid.id, ...(counter === undefined ? [] : [counter.id])]);
  data.get('inventory_id').is(lot.id);
  data.get('status').is(counter !== undefined && id === counter.id ? 'pending' : status);
  data.get('type').string();
  const read = await t.buyer.get(encodePath`/bids/${id}`);
  const reference = readPath(read.json, 'data', 'reference');
  if (typeof reference === 'string') data.get('reference').is(reference);
  else data.get('reference').string();
}
