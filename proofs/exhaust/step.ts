/** One command in one state: what came of it against what had to. */
import type { World } from '#mock/server/world/world';
import { z } from 'zod';
import type { InvariantName, Tally } from './invariants.ts';
import { hold } from './invariants.ts';
import type { ActorCommand, Command, KeyUse } from './commands.ts';
import { judgeEvents } from './events.ts';
import type { Bid, Picture } from './picture.ts';
import { dataOf, nameOfBid, nameOfTrade, parseJson, readPicture } from './picture.ts';
import { countChanges } from './records.ts';
import { requestOf } from './requests.ts';
import type { Answered, Due } from './rules.ts';
import { dueOf } from './rules.ts';
import type { Asked } from './secrecy.ts';
import { judgeSecrecy } from './secrecy.ts';
import type { Answer } from './stage.ts';
import { ask, pay, wait } from './stage.ts';

/** What is known in a state: the market, and the keys that have been used. */
export interface Knowledge {
  picture: Picture;
  uses: readonly KeyUse[];
}

/** A command about to be carried out. */
interface Step {
  world: World;
  from: Knowledge;
  command: Command;
  /** How many rows had been written by then. */
  changes: number;
  tally: Tally;
}

/**
 * Carries out a command and judges it.
 * @returns what is known afterwards; undefined where nothing has been written, as it had to be
 * @throws BrokenInvariant
 */
export async function takeStep({ world, from, command, changes, tally }: Step): Promise<Knowledge | undefined> {
  const { picture, uses } = from;
  const due = dueOf(picture, command);
  const answer = await carryOut(world, command);
  const has_written = (await countChanges(world)) !== changes;
  judgeAnswer(tally, command, due, answer);
  if (command.kind === 'repeat') judgeRepeat(tally, command, answer, has_written);
  if ('refused' in due) {
    const written = (): string => `what was refused (${outcomeOf(answer)}) has been written all the same`;
    hold(tally, 'refusal_changes_nothing', !has_written, written);
  }
  if ('refused' in due || command.kind === 'repeat') {
    if (command.kind !== 'pay' && command.kind !== 'wait') judgeSecrecy(tally, picture, askedBy(command), answer);
    return undefined;
  }

  const answered = readAnswered(tally, command, answer);
  const made = due.make(answered);
  const seen = await readPicture(world, tally, made.picture);
  judgePicture(tally, command, picture, made.picture, seen);
  await judgeEvents(world, tally, made.picture, made.events);
  if (command.kind !== 'pay' && command.kind !== 'wait') judgeSecrecy(tally, made.picture, askedBy(command), answer);
  // What was read, which is what was due: so the invariants of a state are asked of the market, and not of the rules.
  return {
    picture: seen,
    uses: command.kind === 'place' ? [...uses, useOf(command, answered.id, answer.text, picture.now_ms)] : uses,
  };
}

function askedBy(command: ActorCommand): Asked {
  const { who, id } = requestOf(command);
  return { who, id, doing: () => `${who} gets the answer to that` };
}

async function carryOut(world: World, command: Command): Promise<Answer> {
  if (command.kind === 'pay') return pay(world, command.trade.id, command.invoice);
  if (command.kind === 'wait') return wait(world, command.hours);
  return ask(world, requestOf(command));
}

function judgeAnswer(tally: Tally, { kind }: Command, due: Due, answer: Answer): void {
  const outcome = outcomeOf(answer);
  const expected = 'refused' in due ? due.refused : String(due.status);
  const holds = outcome === expected || outcome.startsWith(`${expected} `);
  hold(tally, invariantOf(kind, due), holds, () => `the answer is ${outcome}, and ${expected} is due`);
}

/** Which invariant says what is answered: a repeat, and a key with another body, have one of their own. */
function invariantOf(kind: Command['kind'], due: Due): InvariantName {
  if (kind !== 'repeat') return 'answer_as_due';
  return 'refused' in due ? 'key_with_another_body' : 'repeat_is_the_first_answer';
}

function judgeRepeat(
  tally: Tally,
  { use, is_same }: Extract<Command, { kind: 'repeat' }>,
  answer: Answer,
  has_written: boolean,
): void {
  if (!is_same) {
    hold(tally, 'key_with_another_body', !answer.text.includes(use.bid_id), () => 'the conflict tells of the first answer');
    return;
  }
  hold(tally, 'repeat_is_the_first_answer', !has_written, () => 'the repeat has been written');
  const difference = (): string => `the repeat answers ${answer.text}, and the first answer was ${use.text}`;
  hold(tally, 'repeat_is_the_first_answer', answer.text === use.text, difference);
}

function judgePicture(tally: Tally, command: Command, before: Picture, due: Picture, seen: Picture): void {
  // First what has a name of its own: the comparison below would notice it as well, and say less.
  if (command.kind === 'accept') judgeAcceptance(tally, command.bid, before, seen);
  const wrong = describeDifference(due, seen);
  hold(tally, command.kind === 'wait' ? 'expiry' : 'moves_as_stated', wrong === undefined, () => wrong ?? '');
}

function judgeAcceptance(tally: Tally, bid: Bid, before: Picture, seen: Picture): void {
  const [had, has] = [before.lot.left_mt, seen.lot.left_mt];
  const is_conserved = had - has === bid.quantity_mt && has >= 0;
  const sale = (): string => `${bid.quantity_mt} t were sold, and the lot has gone from ${had} t to ${has} t`;
  hold(tally, 'quantity_conserved', is_conserved, sale);

  const made = seen.trades.filter(({ bid_id }) => bid_id === bid.id);
  const prices = bid.lines.map(({ amount }) => amount);
  const holds = made.length === 1 && made.every((one) => one.quantity_mt === bid.quantity_mt && prices.includes(one.amount));
  hold(
    tally,
    'trade_on_the_terms',
    holds,
    () => `the trades are ${JSON.stringify(made)}, and the bid was ${JSON.stringify(bid)}`,
  );
}

/** The first thing in which the market is not as it had to be, in words. */
function describeDifference(due: Picture, seen: Picture): string | undefined {
  if (seen.now_ms !== due.now_ms) return 'the clock is not where it was put';
  if (seen.lot.status !== due.lot.status) return `the lot is ${seen.lot.status}, and ought to be ${due.lot.status}`;
  if (seen.lot.left_mt !== due.lot.left_mt)
    return `the lot has ${seen.lot.left_mt} t left, and ought to have ${due.lot.left_mt} t`;
  return (
    differenceOf(due.bids, seen.bids, (id) => nameOfBid(due, id)) ??
    differenceOf(due.trades, seen.trades, (id) => nameOfTrade(due, id))
  );
}

function differenceOf<Item extends { id: string }>(
  due: readonly Item[],
  seen: readonly Item[],
  nameOf: (id: string) => string,
): string | undefined {
  const stranger = seen.find(({ id }) => !due.some((one) => one.id === id));
  if (stranger !== undefined) return `there is one more than there ought to be: ${JSON.stringify(stranger)}`;
  for (const one of due) {
    const found = seen.find(({ id }) => id === one.id);
    if (found === undefined) return `${nameOf(one.id)} is not there`;
    for (const [field, value] of Object.entries(one)) {
      const got: unknown = Reflect.get(found, field);
      if (JSON.stringify(got) !== JSON.stringify(value)) {
        return `${field} of ${nameOf(one.id)} is ${JSON.stringify(got)}, and ought to be ${JSON.stringify(value)}`;
      }
    }
  }
  return undefined;
}

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const Made = z.object({ id: z.string(), status: z.string(), grades: z.array(z.object({ id: z.string() })).default([]) });

/** `201`, or `422 validation_failed`. */
function outcomeOf({ status, text }: Answer): string {
  if (status < 400) return String(status);
  const failure = Failure.safeParse(parseJson(text));
  if (!failure.success) return `${status} without an Error object`;
  const { code, message } = failure.data.error;
  return status < 500 ? `${status} ${code}` : `${status} ${code} (${message})`;
}

/** What a bid or a trade reads in the answer that makes it, or decides it (BID-1, BID-26, BID-27, TRD-12). */
const STATUS_DUE: Readonly<Partial<Record<Command['kind'], string>>> = {
  place: 'pending',
  counter: 'pending',
  reject: 'rejected',
  accept: 'Pending',
};

/** What is answered to a payment and to the clock gives no id. */
function readAnswered(tally: Tally, { kind }: Command, answer: Answer): Answered {
  if (kind === 'pay' || kind === 'wait') return { id: '', line_ids: [] };
  const { id, status, grades } = dataOf(tally, Made, answer, 'the answer');
  const due = STATUS_DUE[kind] ?? status;
  hold(tally, 'answer_as_due', status === due, () => `the answer reads ${status}, and ${due} is due`);
  return { id, line_ids: grades.map((line) => line.id) };
}

function useOf({ who, key, body }: Extract<Command, { kind: 'place' }>, bid_id: string, text: string, at_ms: number): KeyUse {
  if (who !== 'buyer 1' && who !== 'buyer 2') throw new Error(`the rules let ${who} place a bid`);
  return { who, key, body, text, bid_id, at_ms };
}
