/** The commands that are combined, and the states that sequences start from. */
import type { CommandData } from '#scenarios';

/** Picks name the newest bid, lot, or trade. An `older` command needs two bids, and names the one before the newest. */
interface Row extends CommandData {
  readonly is_older?: true;
}

export const COMMANDS: readonly Row[] = [
  { kind: 'bid', params: { who: 0, price: 10, share: 1, keyed: 1 } },
  { kind: 'bid', params: { who: 1, price: 20, share: 1 } },
  { kind: 'bid_by_grades', params: { who: 0, price: 10, share: 1 } },
  { kind: 'accept', params: {} },
  { kind: 'accept', params: { bid: 1 }, is_older: true },
  { kind: 'accept_lines', params: { lines: 1 } },
  { kind: 'accept_without_lines', params: {} },
  { kind: 'reject', params: {} },
  { kind: 'counter', params: { price: 25 } },
  { kind: 'answer_late', params: { action: 0 } },
  { kind: 'answer_late', params: { action: 1 } },
  { kind: 'answer_late', params: { action: 2 } },
  { kind: 'pay_one', params: { invoice: 0 } },
  { kind: 'pay_one', params: { invoice: 1 } },
  { kind: 'pay_other', params: {} },
  { kind: 'repeat', params: {} },
  { kind: 'repeat_changed', params: {} },
  { kind: 'borrow_key', params: {} },
  { kind: 'wait', params: { span: 2 } },
  { kind: 'unlist', params: {} },
  { kind: 'publish', params: {} },
  { kind: 'archive', params: {} },
];

export interface Opening {
  readonly name: string;
  /** Played before each sequence. */
  readonly commands: readonly CommandData[];
  /** Sequences from here are this many commands shorter. */
  readonly fewer: number;
}

export const OPENINGS: readonly [Opening, ...Opening[]] = [
  { name: 'three listed lots', commands: [], fewer: 0 },
  {
    name: 'a settled trade',
    commands: [
      { kind: 'bid', params: { who: 0, price: 10, share: 1 } },
      { kind: 'accept', params: {} },
      { kind: 'pay_one', params: {} },
      { kind: 'pay_other', params: {} },
    ],
    fewer: 1,
  },
];
