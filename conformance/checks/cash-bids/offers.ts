import { check, type Check } from '../../check/check.ts';
import type { Arrival, Inbox } from '#client';
import {
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  mentions,
  containsId,
  encodePath,
  noneIfFinding,
  readEventId,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import {
  OFFER_NEEDS as NEEDS,
  decide,
  expectCashBid,
  expectHidden,
  expectMasked,
  findOffer,
  makeOffer,
  offerIdOf,
} from './make-offer.ts';
import { tradeIdOf } from '../trades/find.ts';

/** Decides on an offer that was delivered, and warns if its event is then sent again. */
async function warnIfSentAgain(t: CheckContext, inbox: Inbox, offer: { id: string }, action: 'accept' | 'reject'): Promise<void> {
  const about = inbox.arrivals.filter(mentions(offer.id)).map(readEventId);
  ensureSuccess(await decide(t, offer, action));
  const isAgain = (arrival: Arrival): boolean => mentions(offer.id)(arrival) && !about.includes(readEventId(arrival));
  const again = await inbox.find({ where: isAgain, within_ms: 200 });
  warnUnless(again === undefined, {
    message: `cashbid.offer_received was sent again when the offer was ${action}ed.`,
    expected: 'no event: it means that a seller made an offer',
    observed: again?.text,
  });
}

/** Sellers' offers on cash bids. */
export const OFFERS_CHECKS: readonly Check[] = [
  check('CB-4/list', 'GET /cash-bids/{id}/offers returns a page of the offers on the cash bid', NEEDS, async (t) => {
    const offer = await makeOffer(t);
    const found = await findOffer(t, offer);
    found.get('status').is('pending');
    const other = await t.arrange.cashBid();
    const reply = await t.elevator.get(encodePath`/cash-bids/${other.id}/offers`);
    expectSuccess(reply);
    reply.body.get('items').is([]);
  }),
  check('CB-4/limit-and-offset', 'GET /cash-bids/{id}/offers honors limit and offset', NEEDS, async (t) => {
    const cash_bid = await t.arrange.cashBid();
    const made = [await t.arrange.offer(cash_bid.id), await t.arrange.offer(cash_bid.id), await t.arrange.offer(cash_bid.id)];
    const seen: unknown[] = [];
    for (const offset of [0, 1, 2]) {
      const reply = await t.elevator.get(encodePath`/cash-bids/${cash_bid.id}/offers`, { limit: 1, offset });
      expectSuccess(reply);
      const items = reply.items;
      reply.body.get('total').is(made.length);
      expectThat(items.length === 1, {
        message: `GET /cash-bids/{id}/offers?limit=1&offset=${offset} returns ${items.length} offers.`,
        reply,
        observed: items.length,
      });
      seen.push(...items.map(offerIdOf));
    }
    expectThat(new Set(seen).size === made.length, {
      message: 'The pages of GET /cash-bids/{id}/offers with limit=1 do not list every offer exactly once.',
      expected: made.join(', '),
      observed: seen,
    });
  }),
  check(
    'CB-4/another-s',
    "The offers of another team's cash bid, or of one that does not exist, return 404",
    ['elevator', 'rival', 'writes', 'fixture:cash_bid_body'],
    async (t) => {
      const made = await t.arrange.cashBid();
      expectRefusal(await t.elevator.get('/cash-bids/cb_000000000000000000000000/offers'), 404, { code: 'not_found' });
      await expectHidden(t, 'GET', (id) => encodePath`/cash-bids/${id}/offers`, made.id);
      ensureSuccess(await t.elevator.get(encodePath`/cash-bids/${made.id}/offers`));
    },
  ),
  check('CB-4/unknown', 'The offers of a cash bid that does not exist return 404', ['elevator'], async (t) => {
    expectRefusal(await t.elevator.get('/cash-bids/cb_000000000000000000000000/offers'), 404, { code: 'not_found' });
  }),
  check('CB-5/accept', 'Accepting an offer returns 200 and a trade', NEEDS, async (t) => {
    const offer = await makeOffer(t);
    const reply = await decide(t, offer, 'accept');
    expectStatus(reply, 200);
    const id = tradeIdOf(reply.data);
    reply.data.get('status').is('Pending');
    expectSuccess(await t.elevator.get(encodePath`/trades/${id}`));
    const found = await findOffer(t, offer);
    expectThat(found.get('status').string() !== 'pending', {
      message: 'An accepted offer is listed as pending.',
      reply: found.reply,
      observed: found.value,
    });
  }),
  check('CB-5/reject', 'Rejecting an offer returns 200 and the offer, which is no longer pending', NEEDS, async (t) => {
    const offer = await makeOffer(t);
    const reply = await decide(t, offer, 'reject');
    expectStatus(reply, 200);
    expectThat(offerIdOf(reply.data) === offer.id, {
      message: 'The response to the rejection of an offer contains another offer.',
      reply,
      expected: offer.id,
    });
    expectThat(reply.data.get('status').string() !== 'pending', { message: 'A rejected offer is still pending.', reply });
    const found = await findOffer(t, offer);
    expectThat(found.get('status').value !== 'pending', { message: 'A rejected offer is listed as pending.', reply });
  }),
  check('CB-5/unknown', 'Accepting or rejecting an offer that does not exist returns 404', ['elevator', 'writes'], async (t) => {
    for (const action of ['accept', 'reject'] as const) {
      expectRefusal(await decide(t, { id: 'cbo_000000000000000000000000' }, action), 404, { code: 'not_found' });
    }
  }),
  check(
    'CB-5/another-s',
    "Accepting or rejecting an offer on another elevator's cash bid returns 404",
    [...NEEDS, 'rival'],
    async (t) => {
      const offer = await makeOffer(t);
      for (const action of ['accept', 'reject'] as const) {
        await expectHidden(t, 'POST', (id) => encodePath`/cash-bid-offers/${id}/${action}`, offer.id);
      }
      (await findOffer(t, offer)).get('status').is('pending');
    },
  ),
  check('CB-5/others-stay', 'Rejecting an offer leaves the other offers on the cash bid pending', NEEDS, async (t) => {
    const { id: cash_bid_id } = await t.arrange.cashBid();
    const [one = '', other = ''] = await t.arrange.offers(cash_bid_id, 2);
    expectSuccess(await decide(t, { id: one }, 'reject'));
    (await findOffer(t, { cash_bid_id, id: other })).get('status').is('pending');
  }),
  check(
    'CB-7/shape-and-mask',
    'An offer has its id, the id of its cash bid, and a status, and names no party',
    NEEDS,
    async (t) => {
      const offer = await makeOffer(t);
      const found = await findOffer(t, offer);
      found.get('status').is('pending');
      expectCashBid(found, offer.cash_bid_id);
      expectMasked(found);
      ensureSuccess(await decide(t, offer, 'accept'));
      expectMasked(await findOffer(t, offer));
    },
  ),
  check('CB-7/rejected', 'A rejected offer names no party and keeps its ids', NEEDS, async (t) => {
    const offer = await makeOffer(t);
    const reply = await decide(t, offer, 'reject');
    ensureSuccess(reply);
    for (const one of [reply.data, await findOffer(t, offer)]) {
      expectMasked(one);
      expectCashBid(one, offer.cash_bid_id);
      one.get('status').text();
    }
  }),
  check(
    'CB-7/masked-after-one-invoice',
    'After one of the two invoices is paid, an offer names no party',
    [...NEEDS, 'hook:pay_invoice'],
    async (t) => {
      for (const invoice of ['buyer', 'seller'] as const) {
        const offer = await makeOffer(t);
        const reply = await decide(t, offer, 'accept');
        ensureSuccess(reply);
        await t.arrange.pay({ id: tradeIdOf(reply.data) }, invoice);
        expectMasked(await findOffer(t, offer));
      }
    },
  ),
  check(
    'CB-9/event',
    'Making an offer sends cashbid.offer_received to the team that owns the cash bid',
    [...NEEDS, 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['cashbid.offer_received']);
      const offer = await makeOffer(t);
      const arrival = await inbox.expect({
        type: 'cashbid.offer_received',
        where: mentions(offer.id),
        after: 'an offer was made',
      });
      expectThat(containsId(arrival, offer.cash_bid_id), {
        message: 'The event does not have the id of its cash bid.',
        observed: arrival.text,
      });
      await warnIfSentAgain(t, inbox, offer, 'accept');
    },
  ),
  check(
    'CB-9/second-offer',
    'A second offer on a cash bid also sends cashbid.offer_received',
    [...NEEDS, 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['cashbid.offer_received']);
      const { cash_bid_id } = await makeOffer(t);
      const id = await t.arrange.offer(cash_bid_id);
      const where = mentions(id);
      await inbox.expect({ type: 'cashbid.offer_received', where, after: 'a second offer was made on a cash bid' });
      await warnIfSentAgain(t, inbox, { id }, 'reject');
    },
  ),
  check('CB-9/no-other-team', 'No other team receives cashbid.offer_received', [...NEEDS, 'rival', 'webhooks'], async (t) => {
    const mine = await t.subscribe(t.elevator, ['cashbid.offer_received']);
    const theirs = await t.subscribe(t.rival, ['cashbid.offer_received']);
    // A cash bid of the rival, if it can have one, makes it likelier that the event is sent to the wrong team.
    await t.arrange.cashBid({}, t.rival).catch((error: unknown) => noneIfFinding(error, t.signal));
    const offer = await makeOffer(t);
    const ofOffer = { where: mentions(offer.id) };
    await mine.requireNext({ ...ofOffer, after: 'an offer was made' });
    await theirs.expectNone({ ...ofOffer, after: "an offer on another team's cash bid" });
  }),
  check(
    'CB-16/counterparty',
    'Reports whether the counterparty of a settled offer is shown',
    [...NEEDS, 'hook:pay_invoice'],
    async (t) => {
      const offer = await makeOffer(t);
      const reply = await decide(t, offer, 'accept');
      ensureSuccess(reply);
      const id = tradeIdOf(reply.data);
      await t.arrange.pay({ id }, 'buyer');
      await t.arrange.pay({ id }, 'seller');
      const party = (await findOffer(t, offer)).find('counterparty');
      const how = party === undefined ? 'absent' : party.isNull() ? 'null' : 'shown';
      t.observe(`the counterparty of a settled offer is ${how}`);
    },
  ),
];
