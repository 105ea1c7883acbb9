/** Commands that place bids, valid and invalid. */
import * as fc from 'fast-check';
import { param, pick, type Params } from '../model/command-data.ts';
import { addBid, isOnly, statusesOf } from '../model/bids.ts';
import { addKeyedRequest } from '../model/keys.ts';
import { BUYERS, isSandbox, type Buyer, type Lot, type Model } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';
import { bodyOf, describeTerms, termsFor, type Terms } from './terms.ts';
import { encodePath } from '#client';

/** Lots that certainly accept bids. */
function openLots(model: Model, is_graded: boolean): readonly Lot[] {
  return model.lots.filter(
    ({ status, grade, seller, remaining_mt }) =>
      isOnly(status, 'listed') && (grade !== null) === is_graded && !isSandbox(seller) && Math.min(...remaining_mt) >= 1,
  );
}

const REFUSALS: readonly number[] = [403, 409, 422];

/** A deployment can allow one open bid per team and lot (BID-39). */
function canRefuseAny(model: Model, buyer: Buyer, lot_id: string): boolean {
  if (model.readings.takes_second_bid === true) return false;
  return model.bids.some((bid) => bid.buyer === buyer && bid.lot_id === lot_id && statusesOf(model, bid).includes('pending'));
}

/** The nth buyer, or `buyer` if that one has no token. */
export function buyerBy(session: Session, n: number): Buyer {
  const buyer = pick(BUYERS, n);
  return session.has(buyer) ? buyer : 'buyer';
}

/** Places a bid and adds it to the model. @param key an Idempotency-Key */
export async function placeBid(session: Session, buyer: Buyer, lot: Lot, terms: Terms, key?: string): Promise<void> {
  const body = bodyOf(session, terms);
  const headers = key === undefined ? undefined : { 'Idempotency-Key': key };
  const reply = await session.actor(buyer).post(encodePath`/inventory/${lot.id}/bids`, body, headers);
  session.touched.lots.add(lot.id);
  session.expect('BID-1', reply, 201, ...(canRefuseAny(session.model, buyer, lot.id) ? REFUSALS : []));
  if (reply.status !== 201) return;
  const id = session.readNewId('BID-13', reply);
  session.model = addBid(session.model, { ...terms, id, lot_id: lot.id, buyer, author: 'buyer', counter_to: null });
  session.touched.bids.add(id);
  if (key !== undefined) {
    session.model = addKeyedRequest(session.model, { by: buyer, lot_id: lot.id, key, body, bid_id: id });
  }
}

/** A unique Idempotency-Key. In an isolated world, it is the same each time the scenario is played. */
function keyFor(session: Session): string {
  const own = session.marketplace.is_isolated ? 'scenario' : session.context.unique();
  return `${own}-${session.step}`;
}

async function bidOn(session: Session, lot: Lot, params: Params): Promise<void> {
  const terms = termsFor(lot, { price: param(params, 'price'), share: param(params, 'share') }, session.knowledge.grades);
  if (terms === undefined) return;
  const buyer = buyerBy(session, param(params, 'who'));
  const key = param(params, 'keyed') === 1 ? keyFor(session) : undefined;
  session.describe(
    `${buyer} bids ${describeTerms(terms)} on ${session.name(lot.id)}${key === undefined ? '' : ', with an Idempotency-Key'}`,
  );
  await placeBid(session, buyer, lot, terms, key);
}

const TERMS = {
  who: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(2) }),
  lot: newest,
  price: fc.nat(40),
  share: oneOf(3),
  keyed: oneOf(2),
};

/** Invalid bodies, and the field that the error must name. */
const FLAWS = [
  { phrase: 'a quantity of 0.001 t', clause: 'BID-4', field: 'quantity_mt', changes: { quantity_mt: 0.001 } },
  { phrase: 'no quantity', clause: 'BID-4', field: 'quantity_mt', changes: { quantity_mt: undefined } },
  { phrase: 'no delivery window', clause: 'BID-5', field: 'delivery', changes: { delivery: undefined } },
  { phrase: 'no delivery location', clause: 'BID-9', field: 'delivery_location_id', changes: { fob_farm: false } },
] as const;

export const PLACING_COMMANDS: readonly Command[] = [
  onItem({
    kind: 'bid',
    title: 'a buyer bids on a lot',
    weight: 10,
    params: TERMS,
    items: (model) => openLots(model, true),
    pick: 'lot',
    run: bidOn,
  }),
  onItem({
    kind: 'bid_by_grades',
    title: 'a buyer bids on an ungraded lot, with a price per grade',
    weight: 6,
    needs: ['grades'],
    params: TERMS,
    items: (model) => openLots(model, false),
    pick: 'lot',
    run: bidOn,
  }),
  onItem({
    kind: 'bid_badly',
    title: 'a buyer places an invalid bid',
    weight: 1,
    params: { who: oneOf(3), lot: newest, flaw: oneOf(FLAWS.length) },
    items: (model) => openLots(model, true),
    pick: 'lot',
    run: async (session, lot, params) => {
      const terms = termsFor(lot, { price: 0, share: 0 }, []);
      if (terms === undefined) return;
      const { phrase, clause, field, changes } = pick(FLAWS, param(params, 'flaw'));
      const buyer = buyerBy(session, param(params, 'who'));
      session.describe(`${buyer} bids on ${session.name(lot.id)} with ${phrase}, which must be rejected`);
      const reply = await session
        .actor(buyer)
        .post(encodePath`/inventory/${lot.id}/bids`, { ...bodyOf(session, terms), ...changes });
      session.touched.lots.add(lot.id);
      if (canRefuseAny(session.model, buyer, lot.id) && REFUSALS.includes(reply.status)) return;
      session.expectRefusal(clause, reply, 422, { field });
    },
  }),
];
