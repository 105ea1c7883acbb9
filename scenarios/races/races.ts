/** The races as a table of concurrent operations. */
import type { ClauseId } from '#spec/clauses/index';
import type { Operation } from './sequential.ts';

export interface Race {
  readonly id: string;
  readonly title: string;
  /** The clause that is violated if no order explains the result. */
  readonly clause: ClauseId;
  /** The quantity of each initial bid, in tonnes. */
  readonly bids: Readonly<Record<string, number>>;
  readonly operations: readonly Operation[];
}

/** The quantity of the lot, in tonnes. */
export const LOT_MT = 40;

const accept = (bid: string, quantity_mt: number): Operation => ({ type: 'accept', bid, quantity_mt });

export const RACES: readonly Race[] = [
  {
    id: 'accept-accept',
    title: 'The same bid is accepted twice',
    clause: 'BID-31',
    bids: { one: 10 },
    operations: [accept('one', 10), accept('one', 10)],
  },
  {
    id: 'accept-five-times',
    title: 'The same bid is accepted five times',
    clause: 'BID-31',
    bids: { one: 10 },
    operations: Array.from({ length: 5 }, () => accept('one', 10)),
  },
  {
    id: 'accept-reject',
    title: 'A bid is accepted and rejected',
    clause: 'BID-20',
    bids: { one: 10 },
    operations: [accept('one', 10), { type: 'reject', bid: 'one' }],
  },
  {
    id: 'accept-counter',
    title: 'A bid is accepted and countered',
    clause: 'BID-20',
    bids: { one: 10 },
    operations: [accept('one', 10), { type: 'counter', bid: 'one' }],
  },
  {
    id: 'reject-counter',
    title: 'A bid is rejected and countered, each twice',
    clause: 'BID-20',
    bids: { one: 10 },
    operations: [
      { type: 'reject', bid: 'one' },
      { type: 'counter', bid: 'one' },
      { type: 'reject', bid: 'one' },
      { type: 'counter', bid: 'one' },
    ],
  },
  {
    id: 'two-bids-one-lot',
    title: 'Two bids are accepted, of which the lot can hold one',
    clause: 'BID-31',
    bids: { one: 40, other: 40 },
    operations: [accept('one', 40), accept('other', 40)],
  },
  {
    id: 'delist-accept',
    title: 'A lot is taken off the market while a bid on it is accepted',
    clause: 'BID-29',
    bids: { one: 10, other: 10 },
    operations: [{ type: 'unlist' }, accept('one', 10)],
  },
  {
    id: 'same-key',
    title: 'One request is sent five times with the same Idempotency-Key',
    clause: 'IDEM-5',
    bids: {},
    operations: Array.from({ length: 5 }, () => ({ type: 'place_with_key' }) as const),
  },
];
