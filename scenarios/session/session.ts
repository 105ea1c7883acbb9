import type { Actor, Exchange, HookName, Inbox, Ledger, Receipt, Reply, Purpose } from '#client';
import { Blocked, NO_LEDGER, Run, elapsedMs, expectStatus, idIn } from '#client';
import { RunContext } from '#client';
import type { ClauseId } from '#spec/clauses/index';
import type { Description } from '../model/description.ts';
import { demand, judging } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { emptyModel } from '../model/model.ts';
import type { Model, Mood, Party } from '../model/model.ts';
import { nameOf } from '../model/name.ts';
import type { Place } from './marketplace.ts';

/** Something that happened, in order: a request, or the operator's doing. */
export type Happening =
  | { readonly type: 'exchange'; readonly step: number; readonly phase: Phase; readonly exchange: Exchange }
  | {
      readonly type: 'hook';
      readonly step: number;
      readonly phase: Phase;
      readonly hook: HookName;
      readonly params: Readonly<Record<string, unknown>>;
      /** The ids that it answered, by name. Nothing else of it is kept: it may hold secrets. */
      readonly ids: Readonly<Record<string, string>>;
    };

/** What a request is for: the ground of all that follows, what a command does, what is asked by an invariant, or what is read back. */
export type Phase = 'setup' | 'deed' | 'ask' | 'look';

/** One command as it was played. */
export interface Step {
  readonly description: Description;
  /** What was done, in words, sentence by sentence. */
  readonly said: string[];
}

/** Resources that a command may have changed: they are read back. */
export interface Touched {
  readonly lots: Set<string>;
  readonly bids: Set<string>;
  readonly trades: Set<string>;
  readonly cash_bids: Set<string>;
}

/** What the pieces of the gate that are borrowed here take for the check that they work for. */
const SCENARIO: Purpose = { id: 'OP-1/scenario', moves_clock: true };

/** One scenario under way: who acts, what is believed, what has happened. */
export class Session implements AsyncDisposable {
  readonly place: Place;
  readonly knowledge: Knowledge;
  readonly run: Run;
  readonly context: RunContext;
  readonly happenings: Happening[] = [];
  readonly receipts: Receipt[] = [];
  readonly steps: Step[] = [];
  readonly inboxes = new Map<string, Inbox>();
  readonly farms = new Map<Party, string>();
  /** The status that each resource read as last, whatever was believed of it. */
  readonly observed = new Map<string, string>();
  /** What each side of a settled trade was told of the other, by trade and side; and the labels of bidders. */
  readonly told = new Map<string, string>();
  /** How many arrivals of each inbox have been judged. */
  readonly judged_arrivals = new Map<string, number>();
  touched: Touched = { lots: new Set(), bids: new Set(), trades: new Set(), cash_bids: new Set() };
  model: Model;
  phase: Phase = 'setup';
  readonly #moods = new Map<string, Mood>();
  readonly #looks = new WeakSet<Exchange>();
  readonly #deeds = new WeakSet<Exchange>();
  readonly #began_ms = elapsedMs();
  #moved_s = 0;

  constructor(place: Place, knowledge: Knowledge, options: { ledger?: Ledger; signal?: AbortSignal } = {}) {
    this.place = place;
    this.knowledge = knowledge;
    this.model = emptyModel(knowledge.readings);
    this.run = new Run(place.settings, options.ledger ?? NO_LEDGER);
    this.run.moved_seconds = place.clock.ahead_s;
    this.run.http.watch((exchange) => {
      this.happenings.push({ type: 'exchange', step: this.step, phase: this.phase, exchange });
      if (this.phase === 'look') this.#looks.add(exchange);
      if (this.phase === 'deed') this.#deeds.add(exchange);
    });
    this.run.watchReceipts((receipt) => {
      this.receipts.push(receipt);
    });
    this.context = new RunContext(this.run, SCENARIO, options.signal ?? new AbortController().signal);
  }

  /** The number of the command under way, from 1; 0 while the ground is laid. */
  get step(): number {
    return this.steps.length;
  }

  get exchanges(): readonly Exchange[] {
    return this.happenings.flatMap((one) => (one.type === 'exchange' ? [one.exchange] : []));
  }

  /** Whether an answer was read back after a command, and so tells what is true now. */
  isLook(exchange: Exchange): boolean {
    return this.#looks.has(exchange);
  }

  /** Whether an answer is one to a command. */
  isDeed(exchange: Exchange): boolean {
    return this.#deeds.has(exchange);
  }

  actor(party: Party | 'reader'): Actor {
    return this.context.actor(party);
  }

  has(party: Party | 'reader'): boolean {
    // No twin stands in for another: what a sandbox token makes is a world apart.
    return this.run.settings.actors.has(party);
  }

  /** Seconds of the model's clock: those that it was moved on, and where time goes by itself, those as well. */
  nowS(): number {
    return this.place.is_own ? this.#moved_s : this.#moved_s + (elapsedMs() - this.#began_ms) / 1_000;
  }

  begin(description: Description): void {
    this.steps.push({ description, said: [] });
    this.touched = { lots: new Set(), bids: new Set(), trades: new Set(), cash_bids: new Set() };
    this.phase = 'deed';
    this.model = { ...this.model, now_s: this.nowS() };
  }

  /** Tells what is being done, in words. */
  say(sentence: string): void {
    this.steps.at(-1)?.said.push(sentence);
  }

  /** `bid 2` */
  name(id: string): string {
    return nameOf(this.model, id);
  }

  /** The answer to a command has one of these statuses. @throws Finding */
  expect(clause: ClauseId, reply: Reply, ...statuses: readonly number[]): void {
    const kind = this.steps.at(-1)?.description.kind ?? 'setup';
    judging({ invariant: `answer/${kind}`, clause }, () => {
      expectStatus(reply, ...statuses);
    });
  }

  /** The id of what a command has made: it has one, and nothing else has the same. @throws Finding */
  madeBy(clause: ClauseId, reply: Reply): string {
    const charge = { invariant: 'made/own-id', clause };
    const id = idIn(reply);
    const { exchange } = reply;
    demand(id !== undefined, charge, { message: `What ${reply.name} has made has no id.`, exchange });
    const { lots, bids, trades } = this.model;
    const is_new = ![...lots, ...bids, ...trades].some((known) => known.id === id);
    demand(is_new, charge, { message: `What ${reply.name} has made has the id of ${this.name(id)}.`, exchange, observed: id });
    return id;
  }

  /** Has the operator do something. @throws Blocked */
  async hook(name: HookName, params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.context.hook(name, params);
    this.happenings.push({ type: 'hook', step: this.step, phase: this.phase, hook: name, params, ids: idsIn(answer) });
    return answer;
  }

  /** Moves the clock of the target on, and of the model with it. */
  async advance(seconds: number): Promise<void> {
    await this.hook('advance_clock', { seconds });
    this.#moved_s += seconds;
    this.place.clock.ahead_s += seconds;
    this.model = { ...this.model, now_s: this.nowS() };
  }

  /** Subscribes, to a receiver whose mood can be changed. */
  async subscribe(owner: Party, events: readonly string[], mood: Mood): Promise<Inbox> {
    let id = '';
    const inbox = await this.context.subscribe(this.actor(owner), events, () => ANSWERS[this.#moods.get(id) ?? mood]);
    ({ id } = inbox.subscription);
    this.#moods.set(id, mood);
    this.inboxes.set(id, inbox);
    return inbox;
  }

  setMood(subscription_id: string, mood: Mood): void {
    this.#moods.set(subscription_id, mood);
  }

  inbox(subscription_id: string): Inbox {
    const inbox = this.inboxes.get(subscription_id);
    if (inbox === undefined) throw new Blocked(`nobody has subscribed as ${subscription_id}`);
    return inbox;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A world goes with all that is in it; elsewhere subscriptions are taken back.
    if (!this.place.is_own) await this.context.end().catch(() => undefined);
    await this.run.close();
    await this.place.close().catch(() => undefined);
  }
}

function idsIn(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(answer).filter((entry): entry is [string, string] => entry[0].endsWith('_id') && typeof entry[1] === 'string'),
  );
}

/** RTY-5: who does not answer within 10 seconds has not answered. */
const HANG_MS = 11_000;

const ANSWERS = {
  takes: { status: 200 },
  fails: { status: 500 },
  refuses: { status: 400 },
  resets: { is_reset: true },
  hangs: { status: 200, after_ms: HANG_MS },
} as const;
