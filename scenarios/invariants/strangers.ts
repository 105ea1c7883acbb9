/** BID-16, BID-19, BID-20, TRD-3: other teams get 404, and decided bids cannot be answered. */
import { expectRefusal, expectStatus, type Reply, encodePath } from '#client';
import type { ClauseId } from '#spec/clauses/index';
import { answererIn, sendAnswer } from '../commands/answering.ts';
import { asFinding } from '../session/finding.ts';
import { isSurelyDecided, isSurelyPending } from '../model/bids.ts';
import { BUYERS, type Bid, type Buyer } from '../model/model.ts';
import { sideIn } from '../model/trades.ts';
import type { Session } from '../session/session.ts';
import type { Invariant, Observation } from './invariant.ts';

/** A choice below `n` that depends only on the model: it stays the same when unrelated commands are removed. */
function choose({ model }: Session, n: number): number {
  return (model.bids.length + model.trades.length) % Math.max(1, n);
}

/** Another team, preferably one that has also bid on the lot. */
function strangerTo(session: Session, buyer: string, lot_id: string | null): Buyer | undefined {
  const others = BUYERS.filter((one) => one !== buyer && session.has(one));
  const neighbors = others.filter((one) => session.model.bids.some((bid) => bid.buyer === one && bid.lot_id === lot_id));
  const strangers = neighbors.length > 0 ? neighbors : others;
  return strangers[choose(session, strangers.length)];
}

async function checkTrade(session: Session): Promise<number> {
  const { touched, model } = session;
  const trade = model.trades.findLast(({ id }) => touched.trades.has(id));
  const stranger = trade === undefined ? undefined : strangerTo(session, trade.buyer, trade.lot_id);
  if (trade === undefined || stranger === undefined || sideIn(trade, stranger) !== undefined) return 0;
  const reply = await session.actor(stranger).get(encodePath`/trades/${trade.id}`);
  expectNotFound('TRD-2', reply);
  return 1;
}

function expectNotFound(clause: ClauseId, reply: Reply): void {
  asFinding({ invariant: 'strangers', clause }, () => {
    expectRefusal(reply, 404);
  });
}

/** BID-19: other teams can neither read nor answer the bid. */
async function checkBid(session: Session, bid: Bid): Promise<number> {
  const stranger = strangerTo(session, bid.buyer, bid.lot_id);
  if (stranger === undefined) return 0;
  const actor = session.actor(stranger);
  expectNotFound('BID-16', await actor.get(encodePath`/bids/${bid.id}`));
  if (!isSurelyPending(session.model, bid) || bid.lines.length > 0) return 1;
  const action = ['accept', 'reject'][choose(session, 2)] ?? 'accept';
  expectNotFound('BID-19', await actor.post(encodePath`/bids/${bid.id}/${action}`));
  return 2;
}

/** BID-20: the side whose turn it was can no longer answer. */
async function checkDecided(session: Session): Promise<number> {
  const { model, touched } = session;
  const bid = model.bids.findLast((one) => touched.bids.has(one.id) && isSurelyDecided(model, one));
  const by = bid === undefined ? undefined : answererIn(model, bid);
  if (bid === undefined || by === undefined) return 0;
  const action = (['accept', 'counter', 'reject'] as const)[choose(session, 3)] ?? 'accept';
  const reply = await sendAnswer(session, { bid, by }, action);
  asFinding({ invariant: 'decided', clause: 'BID-20' }, () => {
    expectStatus(reply, 422);
  });
  return 1;
}

export const STRANGERS: readonly Invariant[] = [
  {
    id: 'strangers',
    title: 'Other teams get 404 for a bid or trade',
    check: async ({ session }: Observation) => {
      const { touched, model } = session;
      const bid = model.bids.findLast(({ id, buyer }) => touched.bids.has(id) && buyer !== 'simulator');
      return (await checkTrade(session)) + (bid === undefined ? 0 : await checkBid(session, bid));
    },
  },
  {
    id: 'decided',
    title: 'A decided bid cannot be accepted, rejected, or countered',
    check: async ({ session }) => checkDecided(session),
  },
];
