/** Commands that reuse an Idempotency-Key. */
import { assertHolds, asFinding } from '../session/finding.ts';
import { param } from '../model/command-data.ts';
import { addKeyedRequest, listKeyedRequests } from '../model/keys.ts';
import { BUYERS, getById, type KeyedRequest, type Model } from '../model/model.ts';
import { expectStatus, readId, containsId, encodePath } from '#client';
import { addBid, isOnly } from '../model/bids.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';
import { termsOf } from './terms.ts';

/** IDEM-2: a repeat with the same key and body returns the original bid. */
export async function repeat(session: Session, keyed: KeyedRequest): Promise<void> {
  const { by, lot_id, key, body, bid_id } = keyed;
  const ref = { invariant: 'idempotency/original-bid', clause: 'IDEM-2' } as const;
  const reply = await session.actor(by).post(encodePath`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
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

function isListed(model: Model, lot_id: string): boolean {
  return isOnly(getById(model.lots, lot_id).status, 'listed');
}

export const REPEATING_COMMANDS: readonly Command[] = [
  onItem({
    kind: 'repeat',
    title: 'a request with an Idempotency-Key is sent again',
    weight: 3,
    params: { request: newest },
    items: listKeyedRequests,
    pick: 'request',
    run: async (session, keyed) => {
      session.describe(`${keyed.by} repeats the request that created ${session.name(keyed.bid_id)}, with the same key and body`);
      session.touched.bids.add(keyed.bid_id);
      await repeat(session, keyed);
    },
  }),
  onItem({
    kind: 'repeat_changed',
    title: 'an Idempotency-Key is used again with a different body, which must be rejected',
    weight: 3,
    params: { request: newest },
    items: listKeyedRequests,
    pick: 'request',
    run: async (session, { by, lot_id, key, body, bid_id }) => {
      session.describe(`${by} reuses the key of ${session.name(bid_id)} with a different body, which must be rejected`);
      session.touched.bids.add(bid_id);
      const changed = { ...body, subject_to_sample_approval: true };
      const reply = await session.actor(by).post(encodePath`/inventory/${lot_id}/bids`, changed, { 'Idempotency-Key': key });
      // If the lot is off the market, the bid can be rejected for that reason instead: the order of the two checks is open.
      session.expect('IDEM-3', reply, 409, ...(isListed(session.model, lot_id) ? [] : [400, 403, 404, 422]));
    },
  }),
  onItem({
    kind: 'borrow_key',
    title: "a buyer uses the Idempotency-Key and body of another team's bid",
    weight: 5,
    needs: ['rival'],
    params: { request: newest, who: oneOf(3) },
    items: (model) => listKeyedRequests(model).filter(({ lot_id }) => isListed(model, lot_id)),
    pick: 'request',
    run: async (session, keyed, params) => {
      const others = BUYERS.filter((one) => one !== keyed.by && session.has(one));
      const borrower = others[param(params, 'who') % Math.max(1, others.length)];
      const uses_own_key = listKeyedRequests(session.model).some(
        ({ by, key, lot_id }) => by === borrower && key === keyed.key && lot_id === keyed.lot_id,
      );
      if (borrower === undefined || uses_own_key) return;
      await borrow(session, keyed, borrower);
    },
  }),
];

/**
 * IDEM-7: another team's key never returns this team's bid. The scope of a key is open, so a new bid and an error are
 * both legal.
 */
async function borrow(
  session: Session,
  { lot_id, key, body, bid_id }: KeyedRequest,
  borrower: KeyedRequest['by'],
): Promise<void> {
  session.describe(`${borrower} reuses the key and body of ${session.name(bid_id)}, a bid of another team`);
  const reply = await session.actor(borrower).post(encodePath`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
  const id = readId(reply);
  assertHolds(
    id !== bid_id && !containsId(reply.exchange, bid_id),
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
  session.model = addKeyedRequest(session.model, { by: borrower, lot_id, key, body, bid_id: id });
  const terms = termsOf(getById(session.model.bids, bid_id));
  session.model = addBid(session.model, { ...terms, id, lot_id, buyer: borrower, author: 'buyer', counter_to: null });
  session.touched.bids.add(id);
}
