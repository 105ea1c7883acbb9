/** Answers one bid at several processes at the same moment, and finds out whether some order of the answers explains the result. */
import { personas } from '#fixtures/personas';
import { idIn } from '#mock/testing/answers';
import type { Answered } from '#scenarios/races/linearize';
import { isLinearizable } from '#scenarios/races/linearize';
import type { Operation, State } from '#scenarios/races/sequential';
import { BID, call, forEachAtOnce, publishLot, type Place } from '../call.ts';
import { at, textAt } from '../crash/calls.ts';
import { chance } from '../hostile/chance.ts';

interface ContestFigures {
  /** How many bids were answered by several processes at once. */
  histories: number;
  /** How many of them some sequential order explains. */
  linearizable: number;
  /** Bids with more than one trade. */
  double_trades: number;
  /** Bids that no answer, or more than one answer, has decided. */
  not_decided_once: number;
  /** How many bids each answer has decided. */
  won: Readonly<Record<string, number>>;
  /** Histories that no order explains. */
  examples: readonly string[];
}

type Move = 'accept' | 'reject' | 'counter' | 'withdraw';

/** Who answers at the same moment. The seller can do everything, and the buyer can withdraw the bid (BID-28). */
const CONTESTS: readonly (readonly Move[])[] = [
  ['accept', 'accept', 'accept'],
  ['accept', 'accept', 'counter', 'withdraw', 'reject'],
  ['accept', 'withdraw'],
  ['counter', 'accept', 'reject', 'accept'],
  ['withdraw', 'counter', 'accept'],
];
/** A withdrawal is a rejection by the buyer. */
const OPERATIONS: Readonly<Record<Move, Operation>> = {
  accept: { type: 'accept', bid: 'bid', quantity_mt: 1 },
  reject: { type: 'reject', bid: 'bid' },
  counter: { type: 'counter', bid: 'bid' },
  withdraw: { type: 'reject', bid: 'bid' },
};
const READINGS = { takes_quantity: true, keeps_lot_listed: true };
const BIDS_PER_LOT = 10;
const LOT_MT = 1_000;
const AT_ONCE = 3;
const EXAMPLES_MAX = 5;
const SUCCESSES: ReadonlySet<number> = new Set([200, 201]);
const SELLER = personas.partner.token;
const BUYER = personas.buyer.token;

interface History {
  bid_id: string;
  moves: readonly Move[];
  answers: readonly Answered[];
}

/** @param places one for each process; they serve the same world */
export async function runContests(places: readonly Place[], count: number, seed: string): Promise<ContestFigures> {
  const found = { histories: 0, linearizable: 0, double_trades: 0, not_decided_once: 0 };
  const won: Record<string, number> = {};
  const examples: string[] = [];
  const countOutcome = ({ moves, answers }: History, end: End): void => {
    const winners = moves.filter((_, index) => SUCCESSES.has(answers[index]?.status ?? 0));
    found.histories += 1;
    if (end.trades > 1) found.double_trades += 1;
    for (const winner of winners) won[winner] = (won[winner] ?? 0) + 1;
    if (winners.length !== 1) found.not_decided_once += 1;
    if (isExplained(answers, end)) found.linearizable += 1;
    else if (examples.length < EXAMPLES_MAX)
      examples.push(
        `${answers.map(({ status }, index) => `${moves[index]} ${status}`).join(', ')}: ${end.status}, ${end.trades} trades`,
      );
  };
  const starts = Array.from({ length: Math.ceil(count / BIDS_PER_LOT) }, (_, index) => index * BIDS_PER_LOT);
  await forEachAtOnce(AT_ONCE, starts, async (start) => {
    const lot_id = await publishLot(placeOf(places, start), SELLER, { quantity_mt: LOT_MT });
    const histories: History[] = [];
    for (let number = start; number < Math.min(start + BIDS_PER_LOT, count); number += 1)
      histories.push(await contest(places, lot_id, number, seed));
    const ends = await readEnds(placeOf(places, start), lot_id);
    for (const history of histories) countOutcome(history, ends(history.bid_id));
  });
  return { ...found, won, examples };
}

/** Places a bid, and sends its answers to the processes in turn, all at once. */
async function contest(places: readonly Place[], lot_id: string, number: number, seed: string): Promise<History> {
  const { base_url } = placeOf(places, number);
  const bid_id = idIn(await call(BUYER, 'POST', `${base_url}/inventory/${lot_id}/bids`, { body: BID }));
  const moves = (CONTESTS[number % CONTESTS.length] ?? []).toSorted((a, b) => chance(seed, number, a) - chance(seed, number, b));
  const answers = await Promise.all(
    moves.map(async (move, index): Promise<Answered> => {
      const operation = OPERATIONS[move];
      const url = `${placeOf(places, number + index).base_url}/bids/${bid_id}/${operation.type}`;
      const body = move === 'counter' ? BID : {};
      const { status } = await call(move === 'withdraw' ? BUYER : SELLER, 'POST', url, { body });
      return { operation, status };
    }),
  );
  return { bid_id, moves, answers };
}

/** The final state of a bid. */
interface End {
  status: string;
  trades: number;
}

async function readEnds({ control_url }: Place, lot_id: string): Promise<(bid_id: string) => End> {
  const truth: unknown = (await call(null, 'GET', `${control_url}/truth/${lot_id}`)).body;
  const rowsOf = (name: string): unknown[] => {
    const rows = at(truth, `relations.${name}`);
    return Array.isArray(rows) ? rows : [];
  };
  const statuses = new Map(rowsOf('bids').map((row) => [textAt(row, 'id'), textAt(row, 'status')]));
  const trades = Map.groupBy(rowsOf('trades'), (row) => textAt(row, 'bid_id'));
  return (bid_id) => ({ status: statuses.get(bid_id) ?? 'gone', trades: trades.get(bid_id)?.length ?? 0 });
}

function isExplained(answers: readonly Answered[], { status, trades }: End): boolean {
  const begin: State = { bids: { bid: 'pending' }, trades: { bid: 0 }, is_listed: true, remaining_mt: LOT_MT, keyed: 0 };
  const isEnd = (state: State): boolean => state.bids['bid'] === status && state.trades['bid'] === trades && state.is_listed;
  return isLinearizable(answers, begin, isEnd, READINGS);
}

function placeOf(places: readonly Place[], number: number): Place {
  const place = places[number % places.length];
  if (place === undefined) throw new Error('there is no process');
  return place;
}
