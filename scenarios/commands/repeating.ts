/** Requests that are sent again under the key of another. */
import { demand, judging } from '../session/finding.ts';
import { param, pickNewest } from '../model/description.ts';
import { keysOf, remember } from '../model/keys.ts';
import type { Keyed } from '../model/model.ts';
import { BUYERS, the } from '../model/model.ts';
import { expectStatus, idIn } from '#client';
import { addBid } from '../model/bids.ts';
import type { Session } from '../session/session.ts';
import type { Command } from './command.ts';
import { newest, oneOf } from './command.ts';

/** IDEM-2: the same key and body once more gives the original bid, whatever command it comes after. */
export async function repeat(session: Session, keyed: Keyed): Promise<void> {
  const { by, lot_id, key, body, bid_id } = keyed;
  const charge = { invariant: 'idempotency/original-bid', clause: 'IDEM-2' } as const;
  const reply = await session.actor(by).post(`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
  judging(charge, () => {
    expectStatus(reply, 201);
  });
  demand(idIn(reply) === bid_id, charge, {
    message: 'A repeat of a request with its Idempotency-Key gave another bid than the original.',
    exchange: reply.exchange,
    expected: `the bid ${bid_id}`,
    observed: `the bid ${idIn(reply) ?? 'without an id'}`,
  });
}

const hasKeys: Command['isPossible'] = (model) => keysOf(model).length > 0;

export const REPEATING: readonly Command[] = [
  {
    kind: 'repeat',
    weight: 3,
    needs: [],
    params: { request: newest },
    isPossible: hasKeys,
    run: async (session, params) => {
      const keyed = pickNewest(keysOf(session.model), param(params, 'request'));
      if (keyed === undefined) return;
      session.say(`${keyed.by} sends the request that made ${session.name(keyed.bid_id)} again, with the same key and body`);
      session.touched.bids.add(keyed.bid_id);
      await repeat(session, keyed);
    },
  },
  {
    kind: 'repeat_changed',
    weight: 3,
    needs: [],
    params: { request: newest },
    isPossible: hasKeys,
    run: async (session, params) => {
      const keyed = pickNewest(keysOf(session.model), param(params, 'request'));
      if (keyed === undefined) return;
      const { by, lot_id, key, body, bid_id } = keyed;
      session.say(`${by} uses the key of ${session.name(bid_id)} for another body, which must be refused`);
      session.touched.bids.add(bid_id);
      const changed = { ...body, subject_to_sample_approval: true };
      const reply = await session.actor(by).post(`/inventory/${lot_id}/bids`, changed, { 'Idempotency-Key': key });
      // On a lot that is off the market the bid may be refused for that instead: the order of the two is open.
      const is_listed = the(session.model.lots, lot_id).status.join('') === 'listed';
      session.expect('IDEM-3', reply, 409, ...(is_listed ? [] : [400, 403, 404, 422]));
    },
  },
  {
    kind: 'borrow_key',
    weight: 5,
    needs: ['rival'],
    params: { request: newest, who: oneOf(3) },
    isPossible: (model) => keysOf(model).some(({ lot_id }) => the(model.lots, lot_id).status.join('') === 'listed'),
    run: async (session, params) => {
      const { model } = session;
      const listed = keysOf(model).filter(({ lot_id }) => the(model.lots, lot_id).status.join('') === 'listed');
      const keyed = pickNewest(listed, param(params, 'request'));
      const others = BUYERS.filter((one) => one !== keyed?.by && session.has(one));
      const borrower = others[param(params, 'who') % Math.max(1, others.length)];
      const is_own = keysOf(model).some(
        ({ by, key, lot_id }) => by === borrower && key === keyed?.key && lot_id === keyed.lot_id,
      );
      if (keyed === undefined || borrower === undefined || is_own) return;
      await borrow(session, keyed, borrower);
    },
  },
];

/** IDEM-7: another team's key never returns this team's bid. Whose a key is, is open: a bid of its own, or a refusal. */
async function borrow(session: Session, { lot_id, key, body, bid_id }: Keyed, borrower: Keyed['by']): Promise<void> {
  session.say(`${borrower} uses the key and the body of ${session.name(bid_id)}, which is another team's`);
  const reply = await session.actor(borrower).post(`/inventory/${lot_id}/bids`, body, { 'Idempotency-Key': key });
  const id = idIn(reply);
  demand(
    id !== bid_id && !reply.exchange.text.includes(bid_id),
    { invariant: 'answer/borrow_key', clause: 'IDEM-7' },
    {
      message: "Another team's Idempotency-Key returned this team's bid.",
      exchange: reply.exchange,
      expected: 'a bid of its own, or a refusal',
      observed: `the bid ${bid_id}`,
    },
  );
  session.touched.bids.add(bid_id);
  if (reply.status !== 201 || id === undefined) return;
  session.madeBy('IDEM-7', reply);
  session.model = remember(session.model, { by: borrower, lot_id, key, body, bid_id: id, at_s: session.model.now_s });
  const original = the(session.model.bids, bid_id);
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
