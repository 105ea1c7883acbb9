/** Commands for the elevator's cash bids and the offers on them. */
import { Blocked, Unverifiable, encodePath } from '#client';
import { param, pick } from '../model/command-data.ts';
import type { Model, Offer } from '../model/model.ts';
import { acceptOffer, addCashBid, addOffer, rejectOffer } from '../model/trades.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command, type Need } from './command.ts';

/** The operator's hook makes the offers. In an isolated world, the offering party is the seller. */
const NEEDS: readonly Need[] = ['elevator', 'world', 'hook:make_offer', 'cash_bid_body'];

const pending = ({ offers }: Model): readonly Offer[] => offers.filter(({ status }) => status.includes('pending'));
const decided = ({ offers }: Model): readonly Offer[] => offers.filter(({ status }) => !status.includes('pending'));

/** Whether the elevator has accepted an offer on a cash bid. A deployment can then close the cash bid and reject the other offers. */
function hasDeal({ offers }: Model, cash_bid_id: string): boolean {
  return offers.some((one) => one.cash_bid_id === cash_bid_id && one.trade_id !== null);
}

/** CB-14 is derived, so 404 and 422 are accepted too. */
const LATE: readonly number[] = [409, 404, 422];

function lateStatusesOf(model: Model, cash_bid_id: string): readonly number[] {
  return hasDeal(model, cash_bid_id) ? LATE : [];
}

async function accept(session: Session, { id, cash_bid_id }: Offer): Promise<void> {
  session.touched.cash_bids.add(cash_bid_id);
  session.describe(`the elevator accepts ${session.name(id)}`);
  const reply = await session.actor('elevator').post(encodePath`/cash-bid-offers/${id}/accept`);
  session.expect('CB-5', reply, 200, ...lateStatusesOf(session.model, cash_bid_id));
  if (!reply.is_success) {
    session.model = rejectOffer(session.model, id);
    return;
  }
  const trade_id = session.readNewId('TRD-4', reply);
  session.model = acceptOffer(session.model, id, trade_id, 'seller');
  session.touched.trades.add(trade_id);
}

export const CASH_BIDS_COMMANDS: readonly Command[] = [
  {
    kind: 'cash_bid',
    title: 'an elevator posts a cash bid',
    weight: 4,
    needs: NEEDS,
    params: {},
    isPossible: ({ cash_bids }) => cash_bids.length < 2,
    run: async (session) => {
      session.describe('the elevator posts a cash bid');
      const { id } = await session.context.arrange.cashBid();
      session.model = addCashBid(session.model, { id, owner: 'elevator' });
    },
  },
  onItem({
    kind: 'offer',
    title: 'a seller makes an offer on a cash bid',
    weight: 8,
    needs: NEEDS,
    params: { cash_bid: newest },
    items: ({ cash_bids, offers }) => (offers.length < 6 ? cash_bids : []),
    pick: 'cash_bid',
    run: async (session, cash_bid) => {
      session.describe(`a seller makes an offer on ${session.name(cash_bid.id)}`);
      const made = await session
        .hook('make_offer', { cash_bid_id: cash_bid.id, price: 640, quantity_mt: 10 })
        .catch((error: unknown) => {
          if (hasDeal(session.model, cash_bid.id) && error instanceof Unverifiable) return undefined;
          throw error;
        });
      if (made === undefined) return;
      const { offer_id } = made;
      if (typeof offer_id !== 'string') throw new Blocked('the hook make_offer did not return offer_id');
      session.model = addOffer(session.model, offer_id, cash_bid.id);
      session.touched.cash_bids.add(cash_bid.id);
    },
  }),
  onItem({
    kind: 'accept_offer',
    title: 'the elevator accepts an offer',
    weight: 6,
    needs: NEEDS,
    params: { offer: newest },
    items: pending,
    pick: 'offer',
    run: accept,
  }),
  onItem({
    kind: 'reject_offer',
    title: 'the elevator rejects an offer',
    weight: 6,
    needs: NEEDS,
    params: { offer: newest },
    items: pending,
    pick: 'offer',
    run: async (session, offer) => {
      session.describe(`the elevator rejects ${session.name(offer.id)}`);
      session.touched.cash_bids.add(offer.cash_bid_id);
      const reply = await session.actor('elevator').post(encodePath`/cash-bid-offers/${offer.id}/reject`);
      session.expect('CB-5', reply, 200, ...lateStatusesOf(session.model, offer.cash_bid_id));
      session.model = rejectOffer(session.model, offer.id);
    },
  }),
  onItem({
    kind: 'decide_offer_late',
    title: 'the elevator accepts or rejects a decided offer, which must be rejected',
    weight: 6,
    needs: NEEDS,
    params: { offer: newest, action: oneOf(2) },
    items: decided,
    pick: 'offer',
    run: async (session, offer, params) => {
      session.touched.cash_bids.add(offer.cash_bid_id);
      const action = pick(['accept', 'reject'], param(params, 'action'));
      session.describe(`the elevator tries to ${action} ${session.name(offer.id)}, which is already decided`);
      const reply = await session.actor('elevator').post(encodePath`/cash-bid-offers/${offer.id}/${action}`);
      session.expect('CB-14', reply, ...LATE);
      if (offer.trade_id !== null) session.touched.trades.add(offer.trade_id);
    },
  }),
];
