/** Commands that reuse an Idempotency-Key. */
import { assertHolds, asFinding } from '../session/finding.ts';
import { param, pickNewest } from '../model/description.ts';
import { keysOf, remember } from '../model/keys.ts';
import { BUYERS, getById, type Keyed } from '../model/model.ts';
import { expectStatus, readId } from '#client';
import { addBid } from '../model/bids.ts';
import type { Session } from '../session/session.ts';
import { newest, oneOf, type Command } from './command.ts';

/** IDEM-2: a repeat with the same key and body returns the original bid. */
export async function repeat(session: Session, keyed: Keyed): Promise<void> {
  const { by, lot_id, key, body, bid_id } = keyed;
  const ref = { invariant: 'idempotency/original-bid', clause: 'IDEM-2' } as const;
  const reply = await session.actor(by).post(`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
  asFinding(ref, () => {
    expectStatus(reply, 201);
  });
  assertHolds(readId(reply) === bid_id, ref, {
    message: 'Repeating a request with the same Idempotency-Key returned a different bid.',
    exchange: reply.exchange,
    expected: `the bid ${bid_id}`,
    observed: `the bid ${readId(reply) ?? 'without an id'}`,
  });
}

const hasKeys: Command['isPossible'] = (model) => keysOf(model).length > 0;

export const REPEATING: readonly Command[] = [
  {
    kind: 'repeat',
    title: 'a request with an Idempotency-Key is sent again',
    weight: 3,
    params: { request: newest },
    isPossible: hasKeys,
    run: async (session, params) => {
      const keyed = pickNewest(keysOf(session.model), param(params, 'request'));
      if (keyed === undefined) return;
      session.describe(`${keyed.by} repeats the request that created ${session.name(keyed.bid_id)}, with the same key and body`);
      session.touched.bids.add(keyed.bid_id);
      await repeat(session, keyed);
    },
  },
  {
    kind: 'repeat_changed',
    title: 'an Idempotency-Key is used again with another body, which must be rejected',
    weight: 3,
    params: { request: newest },
    isPossible: hasKeys,
    run: async (session, params) => {
      const keyed = pickNewest(keysOf(session.model), param(params, 'request'));
      if (keyed === undefined) return;
      const { by, lot_id, key, body, bid_id } = keyed;
      session.describe(`${by} reuses the key of ${session.name(bid_id)} with a different body, which must be rejected`);
      session.touched.bids.add(bid_id);
      const changed = { ...body, subject_to_sample_approval: true };
      const reply = await session.actor(by).post(`/inventory/${lot_id}/bids`, changed, { 'Idempotency-Key': key });
      // If the lot is off the market, the bid can be rejected for that reason instead: the order of the two checks is open.
      const is_listed = getById(session.model.lots, lot_id).status.join('') === 'listed';
      session.expect('IDEM-3', reply, 409, ...(is_listed ? [] : [400, 403, 404, 422]));
    },
  },
  {
    kind: 'borrow_key',
    title: "a buyer uses the Idempotency-Key and body of another team's bid",
    weight: 5,
    needs: ['rival'],
    params: { request: newest, who: oneOf(3) },
    isPossible: (model) => keysOf(model).some(({ lot_id }) => getById(model.lots, lot_id).status.join('') === 'listed'),
    run: async (session, params) => {
      const { model } = session;
      const listed = keysOf(model).filter(({ lot_id }) => getById(model.lots, lot_id).status.join('') === 'listed');
      const keyed = pickNewest(listed, param(params, 'request'));
      const others = BUYERS.filter((one) => one !== keyed?.by && session.has(one));
      const borrower = others[param(params, 'who') % Math.max(1, others.length)];
      const uses_own_key = keysOf(model).some(
        ({ by, key, lot_id }) => by === borrower && key === keyed?.key && lot_id === keyed.lot_id,
      );
      if (keyed === undefined || borrower === undefined || uses_own_key) return;
      await borrow(session, keyed, borrower);
    },
  },
];

/**
 * IDEM-7: another team's key never returns this team's bid. The scope of a key is open, so a new bid and an error are
 * both legal.
 */
async function borrow(session: Session, { lot_id, key, body, bid_id }: Keyed, borrower: Keyed['by']): Promise<void> {
  session.describe(`${borrower} reuses the key and body of ${session.name(bid_id)}, a bid of another team`);
  const reply = await session.actor(borrower).post(`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
  const id = readId(reply);
  assertHolds(
    id !== bid_id && !reply.exchange.text.includes(bid_id),
    { invariant: 'answer/borrow_key', clause: 'IDEM-7' },
    {
      message: "Another team's Idempotency-Key returned this team's bid.",
      exchange: reply.exchange,
      expected: 'a new bid, or an error',
      observed: `the bid ${bid_id}`,
    },
  );
  session.touched.bids.add(bid_id);
  if (reply.status !== 201 || id === undefined) return;
  session.readNewId('IDEM-7', reply);
  session.model = remember(session.model, { by: borrower, lot_id, key, body, bid_id: id, at_s: session.model.now_s });
  const original = getById(session.model.bids, bid_id);
  const { quantity_mt, price, lines } = original;
  session.model = addBid(session.model, {
    id,
    lot_id,
    buyer: borrower,
    author: 'buyer',
    quantity_mt,
    price,
    lines: lines.map((line) => ({ grade: line.grade, price: line.price })),
    counter_to: null,
  });
  session.touched.bids.add(id);
}
