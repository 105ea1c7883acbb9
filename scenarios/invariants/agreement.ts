/** What each party reads agrees with the model. Where the model holds several legal values, the observed one replaces them. */
import { hasValueOf, isObject, shorten, type Exchange, type JsonObject } from '#client';
import { parseInstant } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import { Finding, assertHolds, type InvariantRef } from '../session/finding.ts';
import { observeBid, statusesOf } from '../model/bids.ts';
import { observeLot } from '../model/lots.ts';
import { updateById, isSandbox, getById, type Bid, type BidStatus, type Lot, type Trade } from '../model/model.ts';
import { isSettled, isStatusOfTrade, observeTrade, sideIn } from '../model/trades.ts';
import { partyOf, readResources, type Resource } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Invariant } from './invariant.ts';

/** The clause that governs each status of a bid. */
const CLAUSE_OF_STATUS: Readonly<Record<BidStatus, ClauseId>> = {
  pending: 'BID-20',
  accepted: 'BID-21',
  rejected: 'BID-26',
  countered: 'BID-27',
  expired: 'BID-11',
};

/** Asserts that a field has one of the values that the model allows. @throws Finding */
function expectLegalValue(
  resource: Resource,
  ref: InvariantRef,
  key: string,
  legal_values: readonly unknown[],
  name: string,
): void {
  const seen = resource.fields[key];
  if (legal_values.includes(seen)) return;
  throw new Finding(ref, {
    message: `${name} has ${key} ${shorten(seen)} for ${resource.exchange.actor}.`,
    exchange: resource.exchange,
    pointer: `${resource.pointer}/${key}`,
    expected: legal_values.map(shorten).join(' or '),
    observed: shorten(seen),
  });
}

function checkBid(session: Session, resource: Resource, bid: Bid): void {
  const { model } = session;
  const name = session.name(bid.id);
  const lot = getById(model.lots, bid.lot_id);
  const { fields, exchange } = resource;
  const viewer = partyOf(exchange);
  assertHolds(
    viewer === bid.buyer || viewer === lot.seller,
    { invariant: 'agreement/parties', clause: 'BID-16' },
    { message: `${name} is visible to ${viewer}, who is not a party to it.`, exchange, pointer: resource.pointer },
  );
  const legal_statuses = statusesOf(model, bid);
  expectLegalValue(
    resource,
    { invariant: 'agreement/bid-status', clause: CLAUSE_OF_STATUS[legal_statuses[0] ?? 'pending'] },
    'status',
    legal_statuses,
    name,
  );
  const status = legal_statuses.find((one) => one === fields['status']);
  if (status !== undefined) session.model = observeBid(session.model, bid.id, status);
  const terms = { invariant: 'agreement/bid-terms', clause: 'BID-46' } as const;
  expectLegalValue(resource, terms, 'quantity_mt', [bid.quantity_mt, undefined], name);
  expectLegalValue(resource, terms, 'inventory_id', [lot.id, undefined], name);
  expectLegalValue(resource, terms, 'listing_id', [lot.id, undefined], name);
  if (bid.price !== null) checkPrice(session, resource, { ...terms, clause: 'BID-13' }, bid.price, name);
  checkExpiry(session, resource, bid);
  if (Array.isArray(fields['grades'])) checkLines(session, resource, bid, fields['grades'].filter(isObject));
}

/** A price in another unit is not checked. */
function checkPrice({ knowledge }: Session, resource: Resource, ref: InvariantRef, amount: number, name: string): void {
  const { price } = resource.fields;
  if (!isObject(price) || price['unit'] !== knowledge.unit) return;
  expectLegalValue({ ...resource, fields: price, pointer: `${resource.pointer}/price` }, ref, 'amount', [amount], name);
}

/** BID-11: 7 days after placement. Whether a counter inherits the expiry of its original is open. */
function checkExpiry(session: Session, { fields, exchange, pointer }: Resource, bid: Bid): void {
  const { marketplace, run } = session;
  const at_ms = typeof fields['expires_at'] === 'string' ? parseInstant(fields['expires_at']) : undefined;
  // The clock of a shared deployment is not known exactly.
  if (at_ms === undefined || !marketplace.is_isolated || bid.counter_to !== null) return;
  const expected_ms = run.clock.began_ms + bid.expires_at_s * 1_000;
  assertHolds(
    Math.abs(at_ms - expected_ms) < EXPIRY_SLACK_MS,
    { invariant: 'agreement/bid-expiry', clause: 'BID-11' },
    {
      message: `${session.name(bid.id)} does not expire 7 days after it was placed.`,
      exchange,
      pointer: `${pointer}/expires_at`,
      expected: `about ${new Date(expected_ms).toISOString()}`,
      observed: shorten(fields['expires_at']),
    },
  );
}

/** Seven calendar days can include a daylight saving change. */
const EXPIRY_SLACK_MS = 65 * 60_000;

/** BID-23, BID-49: only the lines that were named are accepted. */
function checkLines(session: Session, resource: Resource, bid: Bid, seen: readonly JsonObject[]): void {
  const name = session.name(bid.id);
  const statuses = (state: 'taken' | 'left'): readonly unknown[] => {
    const grades = bid.lines.filter(({ status }) => status === state).map(({ grade }) => grade);
    return seen.filter(({ grade }) => typeof grade === 'string' && grades.includes(grade)).map(({ status }) => status);
  };
  const left = statuses('left');
  const is_wrong = statuses('taken').some((status) => left.includes(status) || status === 'rejected');
  assertHolds(
    !is_wrong,
    { invariant: 'agreement/lines', clause: 'BID-23' },
    {
      message: `The statuses of the lines of ${name} do not show which lines were accepted.`,
      exchange: resource.exchange,
      pointer: `${resource.pointer}/grades`,
      expected: bid.lines.map(({ grade, status }) => `${grade} ${status}`).join(', '),
      observed: shorten(seen),
    },
  );
  const lines = bid.lines.map((line) => {
    const id = seen.find(({ grade }) => grade === line.grade)?.['id'];
    return { ...line, id: typeof id === 'string' ? id : line.id };
  });
  session.model = { ...session.model, bids: updateById(session.model.bids, bid.id, { lines }) };
}

function checkTrade(session: Session, resource: Resource, trade: Trade): void {
  const name = session.name(trade.id);
  const { exchange, fields } = resource;
  assertHolds(
    sideIn(trade, partyOf(exchange)) !== undefined,
    { invariant: 'agreement/parties', clause: 'TRD-3' },
    { message: `${name} is visible to ${exchange.actor}, who is not a party to it.`, exchange, pointer: resource.pointer },
  );
  assertHolds(
    isStatusOfTrade(trade, fields['status']),
    { invariant: 'agreement/trade-status', clause: 'TRD-6' },
    {
      message: `${name} has status ${shorten(fields['status'])} for ${exchange.actor}.`,
      exchange,
      pointer: `${resource.pointer}/status`,
      expected: isSettled(trade)
        ? 'Completed'
        : trade.paid.buyer || trade.paid.seller
          ? 'any status except Completed'
          : 'Pending',
      observed: shorten(fields['status']),
    },
  );
  const terms = { invariant: 'agreement/trade-terms', clause: 'TRD-10' } as const;
  expectLegalValue(resource, terms, 'bid_id', [trade.bid_id, undefined, null], name);
  if (trade.lot_id !== null) expectLegalValue(resource, terms, 'inventory_id', [trade.lot_id, undefined, null], name);
  if (trade.quantity_mt !== undefined) expectLegalValue(resource, terms, 'quantity_mt', [trade.quantity_mt, undefined], name);
  if (trade.price !== undefined) checkPrice(session, resource, terms, trade.price, name);
  // The terms of a trade do not change, so the observed quantity replaces the open one.
  if (typeof fields['quantity_mt'] === 'number') {
    session.model = observeTrade(session.model, trade.id, fields['quantity_mt']);
  }
}

function checkLot(session: Session, resource: Resource, lot: Lot): void {
  const { kind, fields } = resource;
  const name = session.name(lot.id);
  if (kind === 'listing') {
    expectLegalValue(resource, { invariant: 'agreement/lot-status', clause: 'LST-3' }, 'status', lot.status, name);
  } else {
    assertHolds(
      !isSandbox(lot.seller),
      { invariant: 'agreement/modes', clause: 'INV-23' },
      {
        message: `${name} is a sandbox lot and is visible to a live token.`,
        exchange: resource.exchange,
        pointer: resource.pointer,
      },
    );
  }
  expectLegalValue(
    resource,
    { invariant: 'quantity/conserved', clause: 'INV-19' },
    'quantity_mt',
    [...lot.remaining_mt, undefined],
    name,
  );
  const { target_price: price } = fields;
  // Compare in any unit that can be converted.
  if (kind === 'listing' && isObject(price) && price['amount'] !== undefined && hasValueOf(price, lot.price) === false) {
    const at = { ...resource, fields: price, pointer: `${resource.pointer}/target_price` };
    expectLegalValue(at, { invariant: 'agreement/lot-price', clause: 'LST-6' }, 'amount', [lot.price], name);
  }
  const { status, quantity_mt } = fields;
  session.model = observeLot(
    session.model,
    lot.id,
    kind === 'listing' ? lot.status.find((one) => one === status) : undefined,
    typeof quantity_mt === 'number' ? quantity_mt : undefined,
  );
}

function checkOne(session: Session, resource: Resource): number {
  const { bids, trades, lots } = session.model;
  const bid = resource.kind === 'bid' ? bids.find(({ id }) => id === resource.id) : undefined;
  if (bid !== undefined) checkBid(session, resource, bid);
  const trade = resource.kind === 'trade' ? trades.find(({ id }) => id === resource.id) : undefined;
  if (trade !== undefined) checkTrade(session, resource, trade);
  const is_of_lot = resource.kind === 'inventory' || resource.kind === 'listing';
  const lot = is_of_lot ? lots.find(({ id }) => id === resource.id) : undefined;
  if (lot !== undefined) checkLot(session, resource, lot);
  return bid === undefined && trade === undefined && lot === undefined ? 0 : 1;
}

export const AGREEMENT: Invariant = {
  id: 'agreement',
  title: 'Bids, trades, and lots agree with the model, and only their parties can read them',
  check: ({ session, exchanges }) => {
    let seen = 0;
    const read_backs = exchanges.filter((exchange) => reflectsCurrentState(session, exchange));
    for (const resource of read_backs.flatMap(readResources)) seen += checkOne(session, resource);
    return seen;
  },
};

/** Commands whose response can repeat an earlier one (IDEM-2). */
const REPEATS: readonly string[] = ['repeat', 'repeat_changed', 'borrow_key'];

/** Whether a response shows the current state: it was read back, or belongs to the current command. */
function reflectsCurrentState(session: Session, exchange: Exchange): boolean {
  if (session.isReadBack(exchange)) return true;
  const kind = session.steps.at(-1)?.data.kind;
  return session.isCommandExchange(exchange) && kind !== undefined && !REPEATS.includes(kind);
}
