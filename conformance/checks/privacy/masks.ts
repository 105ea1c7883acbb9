/** PRIV-5, PRIV-7, PRIV-13, PRIV-19: masked parties of bids in every state and of offers, and buyer labels. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Bid, JsonNode, Lot, Reply } from '#client';
import {
  Blocked,
  dataIn,
  ensureSuccess,
  expectThat,
  awaitInBidsReceived,
  awaitInList,
  awaitReceivedBid,
  hasId,
  listReceivedBids,
  findInBidsReceived,
  poll,
  readBidStatus,
  readItems,
  encodePath,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { arrangePastBid } from '../bids/expiry.ts';
import { placeMultiGradeBid } from '../bids/multi-grade.ts';
import { arrangeDecidedBid } from '../bids/states.ts';
import { containsName, isDistinctiveName } from './no-secrets.ts';
import { tradeIdOf } from '../trades/find.ts';

const NEEDS = ['buyer', 'writes'] as const;
const OFFERING = ['elevator', 'writes', 'fixture:cash_bid_body', 'hook:make_offer'] as const;

/** A bid that the seller's inbox shows, so that a look there after a change need not wait for it. */
async function arrangeListedBid(t: CheckContext): Promise<{ lot: Lot; bid: Bid }> {
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  await lookFor(t, async () => awaitInBidsReceived(lot.seller, bid.id));
  return { lot, bid };
}

/** Asserts that counterparty is null in both sides' views of a bid. */
async function expectMaskedBid(
  t: CheckContext,
  lot: Lot,
  id: string,
  state: string,
  responses: readonly Reply[] = [],
): Promise<void> {
  const views = [...responses, await t.buyer.get(encodePath`/bids/${id}`)]
    .filter(({ is_success }) => is_success)
    .map(({ data }) => data);
  views.push(...(await lookFor(t, async () => awaitInList(t.buyer, '/bids', id))));
  views.push(...(await listReceivedBids(lot)).filter((bid) => hasId(bid, id)));
  // An inbox can leave out all but pending bids.
  views.push(...(await lookFor(t, async () => findInBidsReceived(lot.seller, id))));
  expectNoCounterparty(views, `The counterparty of a ${state} bid is not null.`);
}

/** The record in a list, if it is there. A list that cannot be read is reported as a gap. */
async function lookFor(t: CheckContext, find: () => Promise<JsonNode | undefined>): Promise<readonly JsonNode[]> {
  try {
    const found = await find();
    return found === undefined ? [] : [found];
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    t.misses(error);
    return [];
  }
}

/** Asserts that counterparty is null in each view that has it. */
function expectNoCounterparty(views: readonly JsonNode[], message: string): void {
  for (const view of views) {
    const counterparty = view.find('counterparty');
    (counterparty ?? view).expect(counterparty?.isNull() ?? true, message, 'null');
  }
}

/** The buyer_label in each of the seller's views. */
async function labelsOfBid(lot: Lot, { id }: Bid): Promise<readonly JsonNode[]> {
  const listed = (await listReceivedBids(lot)).find((one) => hasId(one, id));
  const inbox = await awaitInBidsReceived(lot.seller, id);
  // The oracle of labels compares this response with the others.
  await lot.seller.get(encodePath`/me/inventory/${lot.id}/bids`, { status: 'pending' });
  const labels = [listed, inbox].flatMap((view) => (view?.has('buyer_label') === true ? [view.get('buyer_label')] : []));
  // The document says "seen in the bid inbox".
  expectThat(labels.length > 0, {
    message: 'No view of a received bid has a buyer_label.',
    expected: 'a buyer_label in GET /me/bids-received',
  });
  return labels;
}

/** The buyer_label of a countered bid and of its counter, where the seller's list shows them. Both belong to the buyer's team. */
async function labelsOnceCountered(lot: Lot, bid: Bid, counter: Bid): Promise<readonly JsonNode[]> {
  const answered = (await listReceivedBids(lot)).filter((one) => hasId(one, bid.id) || hasId(one, counter.id));
  return answered.flatMap((one) => one.find('buyer_label') ?? []).filter((label) => !label.isNull());
}

/** Bids of the buyer that another code path can show to the seller, by the slug of the check. */
const OTHER_BIDS: Readonly<
  Record<string, readonly [what: string, arrange: (t: CheckContext) => Promise<{ lot: Lot; id: string }>]>
> = {
  expired: ['an expired', arrangePastBid],
  rejected: ['a rejected', async (t) => arrangeDecidedBid(t, 'rejected')],
  'by-grades': ['a multi-grade', placeMultiGradeBid],
};

/** What stands for any buyer or any elevator, and is the name of no company. */
const PLACEHOLDER =
  /^(?:an? )?(?:(?:anonymous|unverified|verified|unknown|hidden|private)(?: (?:buyer|elevator|company|user))?|buyer|elevator|company|user|n\/?a|none|null|undefined|[-–—?*.]+)$/i;

/** Only an elevator has delivery locations. Whether it is verified is observable only where its team says so. */
async function mayBeElevator(actor: Actor): Promise<boolean> {
  if (readItems(await actor.get('/delivery-locations')).length > 0) return true;
  return readItems(await actor.get('/teams')).some((team) => team['is_verified_elevator'] === true);
}

export const MASKS_CHECKS: readonly Check[] = [
  check('PRIV-13/rejected', 'The counterparty of a rejected bid is null for both sides', NEEDS, async (t) => {
    const { lot, bid } = await arrangeListedBid(t);
    const rejected = await lot.seller.post(encodePath`/bids/${bid.id}/reject`);
    ensureSuccess(rejected);
    await expectMaskedBid(t, lot, bid.id, 'rejected', [bid.reply, rejected]);
  }),
  check(
    'PRIV-13/countered',
    'The counterparty of a countered bid and of the counter is null for both sides',
    NEEDS,
    async (t) => {
      const { lot, bid } = await arrangeListedBid(t);
      const counter = await t.arrange.counter(lot, bid);
      await expectMaskedBid(t, lot, bid.id, 'countered', [counter.reply]);
      await expectMaskedBid(t, lot, counter.id, 'pending');
      const accepted = await t.buyer.post(encodePath`/bids/${counter.id}/accept`);
      ensureSuccess(accepted);
      expectNoCounterparty([accepted.data], 'The counterparty of an unpaid trade is not null.');
      await expectMaskedBid(t, lot, bid.id, 'countered');
      await expectMaskedBid(t, lot, counter.id, 'accepted, but unpaid');
    },
  ),
  check('PRIV-13/delisted', 'The counterparty of a bid on a delisted lot is null', NEEDS, async (t) => {
    const { lot, bid } = await arrangeListedBid(t);
    ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }));
    await expectMaskedBid(t, lot, bid.id, 'delisted');
  }),
  check(
    'PRIV-13/expired',
    'The counterparty of an expired bid is null',
    NEEDS,
    async (t) => {
      const { lot, id } = await arrangePastBid(t);
      t.observe(`its status is ${String(await readBidStatus(t.buyer, id))}`);
      await expectMaskedBid(t, lot, id, 'expired');
    },
    { lane: 'patient' },
  ),
  ...(
    [
      ['buyer', undefined],
      ['rival', undefined],
      ['buyer_sandbox', 'seller_sandbox'],
    ] as const
  ).map(([name, seller]) =>
    check(
      `PRIV-7/label-of-${name.replace('_', '-')}`,
      `buyer_label is "Buyer" unless the buyer is a verified elevator`,
      [name, ...(seller === undefined ? [] : [seller]), 'writes'],
      async (t) => {
        const lot = await t.arrange.lot({}, seller === undefined ? undefined : t.actor(seller));
        const bid = await t.arrange.bid(lot, {}, t.actor(name));
        const pending = await labelsOfBid(lot, bid);
        const counter = await t.arrange.counter(lot, bid);
        for (const label of [...pending, ...(await labelsOnceCountered(lot, bid, counter))]) {
          const text = label.text();
          if (text === 'Buyer') continue;
          if (PLACEHOLDER.test(text)) label.is('Buyer');
          // The sandbox can lack the locations of an elevator, so those of the same buyer outside it count too.
          const same = name === 'buyer_sandbox' && t.has('buyer') ? ([name, 'buyer'] as const) : [name];
          for (const one of same) {
            if (await mayBeElevator(t.actor(one)))
              t.unverifiable(`the actor ${one} may be a verified elevator itself`, `actors.${one}`);
          }
          label.is('Buyer');
        }
      },
    ),
  ),
  check('PRIV-7/label-of-elevator', 'buyer_label of a verified elevator is its company', ['elevator', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    // The two labels of one listing must not be mixed up.
    if (t.has('buyer')) await t.arrange.bid(lot);
    const company = t.run.settings.fixtures.verified_company_name;
    const bid = await t.arrange.bid(lot, {}, t.elevator);
    const pending = await labelsOfBid(lot, bid);
    const counter = await t.arrange.counter(lot, bid);
    for (const label of [...pending, ...(await labelsOnceCountered(lot, bid, counter))]) {
      if (PLACEHOLDER.test(label.text()))
        label.breach('buyer_label does not name the company of a verified elevator.', 'the company');
      if (company === undefined) continue;
      if (!t.run.settings.is_mock && label.value !== company)
        t.unverifiable('sellers see a different name than the configured one', 'fixtures.verified_company_name');
      label.is(company);
    }
  }),
  ...Object.entries(OTHER_BIDS).map(([slug, [what, arrange]]) =>
    check(
      `PRIV-7/${slug}`,
      `buyer_label of ${what} bid of an ordinary buyer is "Buyer"`,
      NEEDS,
      async (t) => {
        const { lot, id } = await arrange(t);
        const label =
          (await awaitReceivedBid(t, lot, id))?.find('buyer_label') ??
          t.unverifiable(`GET /me/inventory/{id}/bids shows no buyer_label of ${what} bid`);
        if (label.isNull()) t.unverifiable(`the buyer_label of ${what} bid is null`);
        t.observe(`its status is ${String(await readBidStatus(t.buyer, id))}`);
        if (label.value !== 'Buyer' && (await mayBeElevator(t.buyer)))
          t.unverifiable('the actor buyer may be a verified elevator itself', 'actors.buyer');
        label.is('Buyer');
      },
      slug === 'expired' ? { lane: 'patient' } : {},
    ),
  ),
  check(
    'PRIV-5/until-settled',
    'The offering party is named in an offer and in its trade only after both invoices are paid',
    [...OFFERING, 'hook:pay_invoice'],
    async (t) => {
      const cash_bid = await t.arrange.cashBid();
      const taken = await t.arrange.offer(cash_bid.id);
      const refused = await t.arrange.offer((await t.arrange.cashBid()).id);
      const path = encodePath`/cash-bids/${cash_bid.id}/offers`;
      const before: Reply[] = [await t.elevator.get(path), await t.elevator.get(path, { status: 'pending' })];
      before.push(await t.elevator.post(encodePath`/cash-bid-offers/${refused}/reject`));
      const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${taken}/accept`);
      ensureSuccess(accepted);
      const trade_id = tradeIdOf(accepted.data);
      before.push(accepted, await t.elevator.get(path), await t.elevator.get(encodePath`/trades/${trade_id}`));
      await t.arrange.pay({ id: trade_id }, 'buyer');
      before.push(await t.elevator.get(path), await t.elevator.get(encodePath`/trades/${trade_id}`));
      await t.arrange.pay({ id: trade_id }, 'seller');
      const name = await poll(
        async () => {
          const { json } = await t.elevator.get(encodePath`/trades/${trade_id}`);
          const { counterparty } = dataIn(json);
          const shown = readPath(counterparty, 'name');
          return typeof shown === 'string' ? shown : undefined;
        },
        { within_ms: 3_000, signal: t.signal },
      );
      const known = isDistinctiveName(name)
        ? name
        : t.unverifiable('the settled trade of an offer does not name the offering party');
      for (const reply of before) {
        expectThat(!containsName(reply.exchange.text, known), {
          message: `${reply.name} names the offering party before the trade is settled.`,
          reply,
          expected: 'null, absent, or a label',
          observed: known,
        });
      }
    },
  ),
  check('PRIV-5/trade-of-an-offer', 'The counterparty of a Pending trade of an accepted offer is null', OFFERING, async (t) => {
    const cash_bid = await t.arrange.cashBid();
    const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${await t.arrange.offer(cash_bid.id)}/accept`);
    ensureSuccess(accepted);
    expectNoCounterparty([accepted.data], 'The counterparty of a Pending trade is not null.');
  }),
];
