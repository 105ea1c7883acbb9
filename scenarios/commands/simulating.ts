/** Commands that trigger the sandbox's simulated buyer. */
import { asFinding } from '../session/finding.ts';
import { expectSuccess } from '#client';
import * as fc from 'fast-check';
import { param } from '../model/command-data.ts';
import { addBid } from '../model/bids.ts';
import { updateById, isSandbox, type Bid, type Lot, type Model } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { rarely, type Command } from './command.ts';
import { submitListing } from './submit-listing.ts';

const DRAFT_MT = 40;
const PRICE = 300;

/** The newest sandbox lot that accepts bids; drafts do too (SBX-3). */
async function sandboxLot(session: Session): Promise<Lot> {
  const known = session.model.lots.findLast(
    ({ seller, remaining_mt, status }) => isSandbox(seller) && Math.min(...remaining_mt) > 0 && !status.includes('archived'),
  );
  if (known !== undefined) return known;
  const grade = session.knowledge.crop.grade ?? null;
  return submitListing(session, { seller: 'partner_sandbox', grade, quantity_mt: DRAFT_MT, price: PRICE, is_draft: true });
}

/** SBX-8: a previous simulated bid expires if it is pending. Whether a counter to it also expires is open. */
function expireSimulated(model: Model, lot_id: string): Model {
  const before = model.bids.filter(
    ({ buyer, lot_id: on, status }) => buyer === 'simulator' && on === lot_id && status.includes('pending'),
  );
  return before.reduce((so_far, { id, author }) => {
    const changed: Partial<Bid> = author === 'buyer' ? { has_expired_early: true } : { status: ['pending', 'expired'] };
    return { ...so_far, bids: updateById(so_far.bids, id, changed) };
  }, model);
}

export const SIMULATING_COMMANDS: readonly Command[] = [
  {
    kind: 'simulate',
    title: 'a partner simulates a bid in the sandbox',
    weight: 4,
    needs: ['partner_sandbox', 'world'],
    params: { quantity: fc.nat(60), priced: rarely(2) },
    isPossible: () => true,
    run: async (session, params) => {
      const { id: lot_id, remaining_mt, price: lot_price } = await sandboxLot(session);
      const left = Math.min(...remaining_mt);
      const asked = param(params, 'quantity');
      const price = param(params, 'priced') === 1 ? PRICE + 5 : undefined;
      session.describe(`the partner simulates a bid on ${session.name(lot_id)}${asked === 0 ? '' : `, for ${asked} t`}`);
      const reply = await session.actor('partner_sandbox').post('/sandbox/simulate-event', {
        event: 'bid.received',
        inventory_id: lot_id,
        ...(asked === 0 ? {} : { quantity: asked }),
        ...(price === undefined ? {} : { price }),
      });
      const id = asFinding({ invariant: 'answer/simulate', clause: 'SBX-6' }, () => {
        expectSuccess(reply);
        return reply.data.get('bid_id').text();
      });
      session.touched.bids.add(id);
      const quantity_mt = asked === 0 ? left : Math.min(asked, left);
      session.model = addBid(expireSimulated(session.model, lot_id), {
        id,
        lot_id,
        buyer: 'simulator',
        author: 'buyer',
        quantity_mt,
        price: price ?? lot_price,
        lines: [],
        counter_to: null,
      });
    },
  },
];
