/** Commands that answer bids: in time by the side whose turn it is, and too late by either side. */
import { expectRefusal, type Actor, type Reply } from '#client';
import * as fc from 'fast-check';
import { param, pick, pickNewest, type Params } from '../model/description.ts';
import { asFinding } from '../session/finding.ts';
import { acceptBid, answererOf, counterBid, isSurelyDecided, isSurelyPending, rejectBid, statusesOf } from '../model/bids.ts';
import { getById, type Bid, type BidLine, type Model, type Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { newest, oneOf, type Command } from './command.ts';
import { bodyOf, describeTerms } from './terms.ts';

/** The party that can answer a bid; undefined if that is the simulator. */
export function answererIn(model: Model, bid: Bid): Party | undefined {
  if (answererOf(bid) === 'seller') return getById(model.lots, bid.lot_id).seller;
  return bid.buyer === 'simulator' ? undefined : bid.buyer;
}

function openBids(model: Model, isMeant: (bid: Bid) => boolean = () => true): readonly Bid[] {
  return model.bids.filter(
    (bid) => statusesOf(model, bid).includes('pending') && answererIn(model, bid) !== undefined && isMeant(bid),
  );
}

const isPlain = ({ lines }: Bid): boolean => lines.length === 0;
const isByGrades = ({ lines }: Bid): boolean => lines.length > 0;
const isCounter = ({ counter_to }: Bid): boolean => counter_to !== null;

/** Checks the status of an answer: success if the bid is certainly pending, 422 if it is certainly decided, otherwise either. */
function expectAnswer(
  session: Session,
  bid: Bid,
  reply: Reply,
  success: number,
  clause: 'BID-21' | 'BID-26' | 'BID-27',
): boolean {
  const { model } = session;
  if (isSurelyDecided(model, bid)) session.expect('BID-20', reply, 422);
  else if (isSurelyPending(model, bid)) session.expect(clause, reply, success);
  else session.expect('BID-20', reply, success, 422);
  return reply.status === success;
}

interface Turn {
  bid: Bid;
  by: Party;
  actor: Actor;
}

/** Picks one of the bids and the party whose turn it is. */
function turnOf(session: Session, bids: readonly Bid[], params: Params): Turn | undefined {
  const bid = pickNewest(bids, param(params, 'bid'));
  const by = bid === undefined ? undefined : answererIn(session.model, bid);
  if (bid === undefined || by === undefined) return undefined;
  session.touched.bids.add(bid.id);
  session.touched.lots.add(bid.lot_id);
  return { bid, by, actor: session.actor(by) };
}

/** Accepts a bid and adds the trade to the model. */
async function accept(session: Session, { bid, by, actor }: Turn, taken: readonly string[], bid_items?: unknown): Promise<void> {
  const reply = await actor.post(`/bids/${bid.id}/accept`, bid_items === undefined ? undefined : { bid_items });
  const { remaining_mt } = getById(session.model.lots, bid.lot_id);
  // The document does not say whether a bid for more than the remaining quantity can be accepted (BID-30).
  const may_refuse = bid.quantity_mt > Math.min(...remaining_mt) && !isSurelyDecided(session.model, bid);
  if (may_refuse && [403, 409, 422].includes(reply.status)) return;
  if (!expectAnswer(session, bid, reply, 200, 'BID-21')) return;
  const trade_id = session.readNewId('TRD-4', reply);
  const side = by === bid.buyer ? 'buyer' : 'seller';
  session.model = acceptBid(session.model, bid.id, trade_id, side, taken);
  session.touched.trades.add(trade_id);
}

/** The legal forms of an entry of `bid_items` (BID-23). */
const FORMS: readonly [(line: BidLine) => unknown, ...((line: BidLine) => unknown)[]] = [
  ({ grade }) => grade,
  ({ grade }) => ({ grade }),
  ({ grade, id }) => (id === undefined ? grade : { id }),
];

async function acceptLines(session: Session, params: Params): Promise<void> {
  const turn = turnOf(session, openBids(session.model, isByGrades), params);
  if (turn === undefined) return;
  const { bid, by } = turn;
  // One bit per line. At least one line must be accepted.
  const bits = param(params, 'lines') % 2 ** bid.lines.length || 1;
  const taken = bid.lines.filter((_, i) => (bits >> i) % 2 === 1);
  const grades = taken.map(({ grade }) => grade);
  session.describe(`${by} accepts the lines ${grades.join(' and ')} of ${session.name(bid.id)}`);
  await accept(session, turn, grades, taken.map(pick(FORMS, param(params, 'form'))));
}

async function counter(session: Session, bids: readonly Bid[], params: Params): Promise<void> {
  const turn = turnOf(session, bids, params);
  if (turn === undefined) return;
  const { bid, by, actor } = turn;
  const change = param(params, 'price') - 20;
  const terms = {
    quantity_mt: bid.quantity_mt,
    price: bid.price === null ? null : Math.max(1, bid.price + change),
    lines: bid.lines.map(({ grade, price }) => ({ grade, price: Math.max(1, price + change) })),
  };
  session.describe(`${by} counters ${session.name(bid.id)} with ${describeTerms(terms)}`);
  const reply = await actor.post(`/bids/${bid.id}/counter`, bodyOf(session, terms));
  // A counter can be limited to the remaining quantity of the lot (BID-27).
  const { remaining_mt } = getById(session.model.lots, bid.lot_id);
  if (bid.quantity_mt > Math.min(...remaining_mt) && reply.status === 422) return;
  if (!expectAnswer(session, bid, reply, 201, 'BID-27')) return;
  const id = session.readNewId('BID-27', reply);
  const { lot_id, buyer } = bid;
  const author = by === buyer ? 'buyer' : 'seller';
  session.model = counterBid(session.model, bid.id, { ...terms, id, lot_id, buyer, author, counter_to: bid.id });
  session.touched.bids.add(id);
}

/** BID-20: a late answer is rejected and changes nothing. */
async function answerLate(session: Session, params: Params): Promise<void> {
  const late = session.model.bids.filter(
    (bid) => isSurelyDecided(session.model, bid) && answererIn(session.model, bid) !== undefined,
  );
  const turn = turnOf(session, late, params);
  if (turn === undefined) return;
  const { bid, by, actor } = turn;
  const action = pick(['accept', 'reject', 'counter'], param(params, 'action'));
  session.describe(
    `${by} tries to ${action} ${session.name(bid.id)}, which is already ${statusesOf(session.model, bid).join(' or ')}`,
  );
  const lines = bid.lines.map(({ grade, price }) => ({ grade, price }));
  const body =
    action === 'counter'
      ? bodyOf(session, { ...bid, lines })
      : action === 'accept' && isByGrades(bid)
        ? { bid_items: [lines[0]?.grade] }
        : undefined;
  session.expect('BID-20', await actor.post(`/bids/${bid.id}/${action}`, body), 422);
  if (bid.trade_id !== null) session.touched.trades.add(bid.trade_id);
}

const PRICE = { bid: newest, price: fc.nat(40) };

export const ANSWERING: readonly Command[] = [
  {
    kind: 'accept',
    title: 'a bid is accepted by the side that may answer it',
    weight: 10,
    params: { bid: newest },
    isPossible: (model) => openBids(model, isPlain).length > 0,
    run: async (session, params) => {
      const turn = turnOf(session, openBids(session.model, isPlain), params);
      if (turn === undefined) return;
      session.describe(`${turn.by} accepts ${session.name(turn.bid.id)}`);
      await accept(session, turn, []);
    },
  },
  {
    kind: 'accept_lines',
    title: 'some or all lines of a bid by grades are accepted',
    weight: 8,
    needs: ['grades'],
    params: { bid: newest, lines: oneOf(4), form: oneOf(3) },
    isPossible: (model) => openBids(model, isByGrades).length > 0,
    run: acceptLines,
  },
  {
    kind: 'accept_without_lines',
    title: 'a bid by grades is accepted without a choice of lines, which must be rejected',
    weight: 3,
    needs: ['grades'],
    params: { bid: newest },
    isPossible: (model) => openBids(model, (bid) => isByGrades(bid) && isSurelyPending(model, bid)).length > 0,
    run: async (session, params) => {
      const { model } = session;
      const turn = turnOf(
        session,
        openBids(model, (bid) => isByGrades(bid) && isSurelyPending(model, bid)),
        params,
      );
      if (turn === undefined) return;
      session.describe(`${turn.by} accepts ${session.name(turn.bid.id)} without naming a line, which must be rejected`);
      const reply = await turn.actor.post(`/bids/${turn.bid.id}/accept`);
      asFinding({ invariant: 'answer/accept_without_lines', clause: 'BID-22' }, () => {
        expectRefusal(reply, 422, { code: 'bid_items_required' });
      });
    },
  },
  {
    kind: 'reject',
    title: 'a bid is rejected',
    weight: 3,
    params: { bid: newest },
    isPossible: (model) => openBids(model).length > 0,
    run: async (session, params) => {
      const turn = turnOf(session, openBids(session.model), params);
      if (turn === undefined) return;
      const { bid, by, actor } = turn;
      session.describe(`${by} rejects ${session.name(bid.id)}`);
      const reply = await actor.post(`/bids/${bid.id}/reject`);
      if (!expectAnswer(session, bid, reply, 200, 'BID-26')) return;
      session.model = rejectBid(session.model, bid.id, by === bid.buyer ? 'buyer' : 'seller');
    },
  },
  {
    kind: 'counter',
    title: 'a bid is countered at another price',
    weight: 5,
    params: PRICE,
    isPossible: (model) => openBids(model).length > 0,
    run: async (session, params) => counter(session, openBids(session.model), params),
  },
  {
    kind: 'counter_the_counter',
    title: 'a counter bid is countered',
    weight: 6,
    params: PRICE,
    isPossible: (model) => openBids(model, isCounter).length > 0,
    run: async (session, params) => counter(session, openBids(session.model, isCounter), params),
  },
  {
    kind: 'answer_late',
    title: 'a bid that is already decided is answered again, which must be rejected',
    weight: 4,
    params: { bid: newest, action: oneOf(3) },
    isPossible: (model) => model.bids.some((bid) => isSurelyDecided(model, bid) && answererIn(model, bid) !== undefined),
    run: answerLate,
  },
];
