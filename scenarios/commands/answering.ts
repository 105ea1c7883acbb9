/** Commands that answer bids: in time by the side whose turn it is, and too late by either side. */
import * as fc from 'fast-check';
import { param, pick, type Params } from '../model/command-data.ts';
import { acceptBid, counterBid, isSurelyDecided, isSurelyPending, rejectBid, statusesOf } from '../model/bids.ts';
import { getById, type Bid, type BidLine, type Model, type Party, type Side } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';
import { bodyOf, describeTerms, termsOf, type Terms } from './terms.ts';
import { encodePath, type Reply } from '#client';

/** The party that can answer a bid; undefined if that is the simulator. */
export function answererIn(model: Model, bid: Bid): Party | undefined {
  if (bid.author === 'buyer') return getById(model.lots, bid.lot_id).seller;
  return bid.buyer === 'simulator' ? undefined : bid.buyer;
}

/** A bid, and the party whose turn it is. */
interface Turn {
  bid: Bid;
  by: Party;
}

const isOpen = (model: Model, bid: Bid): boolean => statusesOf(model, bid).includes('pending');
const isPlain = ({ lines }: Bid): boolean => lines.length === 0;
const isByGrades = ({ lines }: Bid): boolean => lines.length > 0;

interface TurnCommand extends Omit<Command, 'isPossible' | 'run'> {
  /** Whether the command can be played on a bid. */
  readonly appliesTo: (model: Model, bid: Bid) => boolean;
  readonly run: (session: Session, turn: Turn, params: Params) => Promise<void>;
}

/** Makes a command of the party whose turn it is to answer a bid. */
function onTurn({ appliesTo, run, ...command }: TurnCommand): Command {
  return onItem({
    ...command,
    items: (model) =>
      model.bids.flatMap((bid): readonly Turn[] => {
        const by = answererIn(model, bid);
        return by === undefined || !appliesTo(model, bid) ? [] : [{ bid, by }];
      }),
    pick: 'bid',
    run: async (session, turn, params) => {
      session.touched.bids.add(turn.bid.id);
      session.touched.lots.add(turn.bid.lot_id);
      await run(session, turn, params);
    },
  });
}

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

/** The side of a bid that a party is on. */
function sideOf({ bid, by }: Turn): Side {
  return by === bid.buyer ? 'buyer' : 'seller';
}

/** Accepts a bid and adds the trade to the model. */
async function accept(session: Session, turn: Turn, taken: readonly string[], bid_items?: unknown): Promise<void> {
  const { bid, by } = turn;
  const reply = await session
    .actor(by)
    .post(encodePath`/bids/${bid.id}/accept`, bid_items === undefined ? undefined : { bid_items });
  const { remaining_mt } = getById(session.model.lots, bid.lot_id);
  // The document does not say whether a bid for more than the remaining quantity can be accepted (BID-30).
  const can_be_refused = bid.quantity_mt > Math.min(...remaining_mt) && !isSurelyDecided(session.model, bid);
  if (can_be_refused && [403, 409, 422].includes(reply.status)) return;
  if (!expectAnswer(session, bid, reply, 200, 'BID-21')) return;
  const trade_id = session.readNewId('TRD-4', reply);
  session.model = acceptBid(session.model, bid.id, trade_id, sideOf(turn), taken);
  session.touched.trades.add(trade_id);
}

/** The legal forms of an entry of `bid_items` (BID-23). */
const FORMS: readonly [(line: BidLine) => unknown, ...((line: BidLine) => unknown)[]] = [
  ({ grade }) => grade,
  ({ grade }) => ({ grade }),
  ({ grade, id }) => (id === undefined ? grade : { id }),
];

async function acceptLines(session: Session, turn: Turn, params: Params): Promise<void> {
  const { bid, by } = turn;
  // One bit per line. At least one line must be accepted.
  const bits = param(params, 'lines') % 2 ** bid.lines.length || 1;
  const taken = bid.lines.filter((_, i) => (bits >> i) % 2 === 1);
  const grades = taken.map(({ grade }) => grade);
  session.describe(`${by} accepts the lines ${grades.join(' and ')} of ${session.name(bid.id)}`);
  await accept(session, turn, grades, taken.map(pick(FORMS, param(params, 'form'))));
}

async function counter(session: Session, turn: Turn, params: Params): Promise<void> {
  const { bid, by } = turn;
  const change = (price: number): number => Math.max(1, price + param(params, 'price') - 20);
  const { quantity_mt, price, lines } = termsOf(bid);
  const terms: Terms = {
    quantity_mt,
    price: price === null ? null : change(price),
    lines: lines.map((line) => ({ ...line, price: change(line.price) })),
  };
  session.describe(`${by} counters ${session.name(bid.id)} with ${describeTerms(terms)}`);
  const reply = await session.actor(by).post(encodePath`/bids/${bid.id}/counter`, bodyOf(session, terms));
  // A counter can be limited to the remaining quantity of the lot (BID-27).
  const { remaining_mt } = getById(session.model.lots, bid.lot_id);
  if (bid.quantity_mt > Math.min(...remaining_mt) && reply.status === 422) return;
  if (!expectAnswer(session, bid, reply, 201, 'BID-27')) return;
  const id = session.readNewId('BID-27', reply);
  const { lot_id, buyer } = bid;
  session.model = counterBid(session.model, bid.id, { ...terms, id, lot_id, buyer, author: sideOf(turn), counter_to: bid.id });
  session.touched.bids.add(id);
}

/** BID-20: a late answer is rejected and changes nothing. */
async function answerLate(session: Session, { bid, by }: Turn, params: Params): Promise<void> {
  const action = pick(['accept', 'reject', 'counter'], param(params, 'action'));
  session.describe(
    `${by} tries to ${action} ${session.name(bid.id)}, which is already ${statusesOf(session.model, bid).join(' or ')}`,
  );
  session.expect('BID-20', await sendAnswer(session, { bid, by }, action), 422);
  if (bid.trade_id !== null) session.touched.trades.add(bid.trade_id);
}

/** Answers a bid with a valid request: a counter on the same terms, or the acceptance of the first line. */
export async function sendAnswer(session: Session, { bid, by }: Turn, action: 'accept' | 'reject' | 'counter'): Promise<Reply> {
  const items = isByGrades(bid) ? { bid_items: [bid.lines[0]?.grade] } : undefined;
  const body = action === 'counter' ? bodyOf(session, termsOf(bid)) : action === 'accept' ? items : undefined;
  return session.actor(by).post(encodePath`/bids/${bid.id}/${action}`, body);
}

const PRICE = { bid: newest, price: fc.nat(40) };

export const ANSWERING_COMMANDS: readonly Command[] = [
  onTurn({
    kind: 'accept',
    title: 'the side whose turn it is accepts a bid',
    weight: 10,
    params: { bid: newest },
    appliesTo: (model, bid) => isOpen(model, bid) && isPlain(bid),
    run: async (session, turn) => {
      session.describe(`${turn.by} accepts ${session.name(turn.bid.id)}`);
      await accept(session, turn, []);
    },
  }),
  onTurn({
    kind: 'accept_lines',
    title: 'some or all lines of a multi-grade bid are accepted',
    weight: 8,
    needs: ['grades'],
    params: { bid: newest, lines: oneOf(4), form: oneOf(3) },
    appliesTo: (model, bid) => isOpen(model, bid) && isByGrades(bid),
    run: acceptLines,
  }),
  onTurn({
    kind: 'accept_without_lines',
    title: 'a multi-grade bid is accepted without a choice of lines, which must be rejected',
    weight: 3,
    needs: ['grades'],
    params: { bid: newest },
    appliesTo: (model, bid) => isSurelyPending(model, bid) && isByGrades(bid),
    run: async (session, { bid, by }) => {
      session.describe(`${by} accepts ${session.name(bid.id)} without naming a line, which must be rejected`);
      const reply = await session.actor(by).post(encodePath`/bids/${bid.id}/accept`);
      session.expectRefusal('BID-22', reply, 422, { code: 'bid_items_required' });
    },
  }),
  onTurn({
    kind: 'reject',
    title: 'a bid is rejected',
    weight: 3,
    params: { bid: newest },
    appliesTo: isOpen,
    run: async (session, turn) => {
      const { bid, by } = turn;
      session.describe(`${by} rejects ${session.name(bid.id)}`);
      const reply = await session.actor(by).post(encodePath`/bids/${bid.id}/reject`);
      if (!expectAnswer(session, bid, reply, 200, 'BID-26')) return;
      session.model = rejectBid(session.model, bid.id, sideOf(turn));
    },
  }),
  onTurn({
    kind: 'counter',
    title: 'a bid is countered at a different price',
    weight: 5,
    params: PRICE,
    appliesTo: isOpen,
    run: counter,
  }),
  onTurn({
    kind: 'counter_the_counter',
    title: 'a counter bid is countered',
    weight: 6,
    params: PRICE,
    appliesTo: (model, bid) => isOpen(model, bid) && bid.counter_to !== null,
    run: counter,
  }),
  onTurn({
    kind: 'answer_late',
    title: 'a decided bid is accepted, rejected, or countered, which must be rejected',
    weight: 4,
    params: { bid: newest, action: oneOf(3) },
    appliesTo: isSurelyDecided,
    run: answerLate,
  }),
];
