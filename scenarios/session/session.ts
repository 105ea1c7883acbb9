import type { Actor, Exchange, HookName, Inbox, Ledger, Receipt, Reply, Purpose, JsonObject } from '#client';
import { Blocked, NO_LEDGER, Run, RunContext, elapsedMs, expectRefusal, expectStatus, readId, noneIfFinding } from '#client';
import type { ClauseId } from '#spec/clauses/index';
import type { CommandData } from '../model/command-data.ts';
import { assertHolds, asFinding, type InvariantRef } from './finding.ts';
import type { TargetKnowledge } from './knowledge.ts';
import { RETRY_DELAYS_S } from '../model/events.ts';
import { emptyModel, type Model, type ReceiverBehavior, type Party } from '../model/model.ts';
import type { Marketplace } from './marketplace.ts';

/** A request or a hook call, in the order of execution. */
export type Action =
  | { readonly type: 'exchange'; readonly step: number; readonly phase: Phase; readonly exchange: Exchange }
  | {
      readonly type: 'hook';
      readonly step: number;
      readonly phase: Phase;
      readonly hook: HookName;
      readonly params: JsonObject;
      /** The ids in the hook's result. The rest is dropped, because it can contain secrets. */
      readonly ids: Readonly<Record<string, string>>;
    };

/** The purpose of a request: test data, a command, a probe of an invariant, or reading back. */
export type Phase = 'setup' | 'command' | 'probe' | 'read_back';

/** One command that was played. */
interface Step {
  readonly data: CommandData;
  /** What was done, one sentence per entry. */
  readonly sentences: string[];
}

/** Ids of the resources that a command can have changed. They are read back. */
interface Touched {
  readonly lots: Set<string>;
  readonly bids: Set<string>;
  readonly trades: Set<string>;
  readonly cash_bids: Set<string>;
}

export interface SessionOptions {
  /** Records what is created on a shared deployment. */
  ledger?: Ledger | undefined;
  signal?: AbortSignal | undefined;
}

const NOUNS = [
  ['lot', 'lots'],
  ['bid', 'bids'],
  ['trade', 'trades'],
  ['cash bid', 'cash_bids'],
  ['offer', 'offers'],
  ['subscription', 'subscriptions'],
] as const;

/** The id under which the requests are recorded. */
const SCENARIO: Purpose = { id: 'OP-1/scenario', moves_clock: true };

/** One running scenario: its actors, its model, and everything that was sent and received. */
export class Session implements AsyncDisposable {
  readonly marketplace: Marketplace;
  readonly knowledge: TargetKnowledge;
  readonly run: Run;
  readonly context: RunContext;
  readonly actions: Action[] = [];
  readonly receipts: Receipt[] = [];
  readonly steps: Step[] = [];
  readonly inboxes = new Map<string, Inbox>();
  readonly farms = new Map<Party, string>();
  /** The last status that was read of each resource, by id. */
  readonly observed = new Map<string, string>();
  /** Names that were disclosed: counterparties by trade and side, and labels by bidder. */
  readonly disclosed_names = new Map<string, string>();
  /** How many arrivals of each inbox were checked. */
  readonly checked_arrivals = new Map<string, number>();
  touched: Touched = { lots: new Set(), bids: new Set(), trades: new Set(), cash_bids: new Set() };
  model: Model;
  phase: Phase = 'setup';
  readonly #behaviors = new Map<string, ReceiverBehavior>();
  /** The phase of each exchange, without those that a later one superseded. */
  readonly #phases = new Map<Exchange, Phase>();
  readonly #began_ms = elapsedMs();
  /** How far this scenario advanced the clock. On a shared deployment, `clock.ahead_s` also includes earlier scenarios. */
  #moved_s = 0;

  constructor(marketplace: Marketplace, knowledge: TargetKnowledge, options: SessionOptions = {}) {
    this.marketplace = marketplace;
    this.knowledge = knowledge;
    this.model = emptyModel(knowledge.readings);
    this.run = new Run(marketplace.settings, options.ledger ?? NO_LEDGER);
    this.run.clock.moved_seconds = marketplace.clock.ahead_s;
    this.run.http.watch((exchange) => {
      this.actions.push({ type: 'exchange', step: this.step, phase: this.phase, exchange });
      this.#phases.set(exchange, this.phase);
    });
    this.run.receiver.watch((receipt) => {
      this.receipts.push(receipt);
    });
    this.context = new RunContext(this.run, SCENARIO, options.signal ?? new AbortController().signal);
  }

  /** The number of the current command, from 1; 0 during setup. */
  get step(): number {
    return this.steps.length;
  }

  get exchanges(): readonly Exchange[] {
    return this.actions.flatMap((one) => (one.type === 'exchange' ? [one.exchange] : []));
  }

  /** Whether a response was read back after a command, and so shows the current state. */
  isReadBack(exchange: Exchange): boolean {
    return this.#phases.get(exchange) === 'read_back';
  }

  /** A later response has taken the place of this one, which was out of date. */
  supersede(exchange: Exchange): void {
    this.#phases.delete(exchange);
  }

  /** Whether a response belongs to a command. */
  isCommandExchange(exchange: Exchange): boolean {
    return this.#phases.get(exchange) === 'command';
  }

  actor(party: Party | 'reader'): Actor {
    return this.context.actor(party);
  }

  has(party: Party | 'reader'): boolean {
    // No fallback to the sandbox twin: resources of sandbox tokens are separate.
    return this.run.settings.actors.has(party);
  }

  /** The model's clock in seconds: all clock movements, plus real time on a shared deployment. The clock of an isolated world is frozen. */
  nowS(): number {
    return this.marketplace.is_isolated ? this.#moved_s : this.#moved_s + (elapsedMs() - this.#began_ms) / 1_000;
  }

  begin(data: CommandData): void {
    this.steps.push({ data, sentences: [] });
    this.touched = { lots: new Set(), bids: new Set(), trades: new Set(), cash_bids: new Set() };
    this.phase = 'command';
    this.model = { ...this.model, now_s: this.nowS() };
  }

  /** Records what the current command does, as a sentence without its final period. */
  describe(sentence: string): void {
    this.steps.at(-1)?.sentences.push(sentence);
  }

  /** The name of a resource in reports: `bid 2` is the second bid of the scenario. Returns other ids unchanged. */
  name(id: string): string {
    for (const [noun, key] of NOUNS) {
      const at = this.model[key].findIndex((item) => item.id === id);
      if (at >= 0) return `${noun} ${at + 1}`;
    }
    return id;
  }

  /** Checks that the response to the current command has one of these statuses. @throws Finding */
  expect(clause: ClauseId, reply: Reply, ...statuses: readonly number[]): void {
    asFinding(this.#refOfResponse(clause), () => {
      expectStatus(reply, ...statuses);
    });
  }

  /** Checks that the current command was refused with this status, and optionally this code or field. @throws Finding */
  expectRefusal(clause: ClauseId, reply: Reply, status: number, form: { code?: string; field?: string } = {}): void {
    asFinding(this.#refOfResponse(clause), () => {
      expectRefusal(reply, status, form);
    });
  }

  #refOfResponse(clause: ClauseId): InvariantRef {
    return { invariant: `answer/${this.steps.at(-1)?.data.kind ?? 'setup'}`, clause };
  }

  /** Reads the id of the created resource. @throws Finding if there is no id, or another resource has it */
  readNewId(clause: ClauseId, reply: Reply): string {
    const ref = { invariant: 'made/own-id', clause };
    const id = readId(reply);
    const { exchange } = reply;
    assertHolds(id !== undefined, ref, { message: `The resource that ${reply.name} created has no id.`, exchange });
    const { lots, bids, trades } = this.model;
    const is_new = ![...lots, ...bids, ...trades].some((known) => known.id === id);
    assertHolds(is_new, ref, {
      message: `The resource that ${reply.name} created has the id of ${this.name(id)}.`,
      exchange,
      observed: id,
    });
    return id;
  }

  /** Calls a hook of the operator and records the call. @throws Blocked */
  async hook(name: HookName, params: JsonObject): Promise<JsonObject> {
    const response = await this.context.hook(name, params);
    this.actions.push({ type: 'hook', step: this.step, phase: this.phase, hook: name, params, ids: pickIds(response) });
    return response;
  }

  /**
   * Advances the clocks of the target and of the model. A world of the mock attempts a delivery again as often as it became due. A deployment can count
   * the next delay from an attempt that came late because the clock jumped, so its clock moves from one attempt to the next.
   */
  async advance(seconds: number): Promise<void> {
    const { is_isolated } = this.marketplace;
    for (const step of is_isolated ? [seconds] : stepsOf(seconds)) {
      await this.hook('advance_clock', { seconds: step });
      this.#moved_s += step;
      this.marketplace.clock.ahead_s += step;
      if (step !== seconds) await this.marketplace.awaitDeliveries();
    }
    this.model = { ...this.model, now_s: this.nowS() };
  }

  /** Subscribes with a receiver whose behavior can be changed later. */
  async subscribe(owner: Party, events: readonly string[], behavior: ReceiverBehavior): Promise<Inbox> {
    let id = '';
    const inbox = await this.context.subscribe(this.actor(owner), events, () => RESPONSES[this.#behaviors.get(id) ?? behavior]);
    ({ id } = inbox.subscription);
    this.#behaviors.set(id, behavior);
    this.inboxes.set(id, inbox);
    return inbox;
  }

  setBehavior(subscription_id: string, behavior: ReceiverBehavior): void {
    this.#behaviors.set(subscription_id, behavior);
  }

  inbox(subscription_id: string): Inbox {
    const inbox = this.inboxes.get(subscription_id);
    if (inbox === undefined) throw new Blocked(`there is no subscription ${subscription_id}`);
    return inbox;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An isolated world is deleted with its subscriptions; on a shared deployment, they are deleted one by one.
    if (!this.marketplace.is_isolated) await this.context.end().catch((error: unknown) => noneIfFinding(error));
    await this.run.close();
    await this.marketplace.close().catch(() => undefined);
  }
}

/** RTY-4: splits a time so that each delay before another attempt passes, and a bit more. */
function stepsOf(seconds: number): readonly number[] {
  const steps: number[] = [];
  let left = seconds;
  for (const delay of RETRY_DELAYS_S) {
    const step = delay + STEP_SLACK_S;
    if (step >= left) break;
    steps.push(step);
    left -= step;
  }
  return [...steps, left];
}

/** More than a delivery and its response take. */
const STEP_SLACK_S = 2;

function pickIds(response: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(response).filter(
      (entry): entry is [string, string] => entry[0].endsWith('_id') && typeof entry[1] === 'string',
    ),
  );
}

/** RTY-5: a response after 10 seconds counts as no response. */
const HANG_MS = 11_000;

const RESPONSES = {
  takes: { status: 200 },
  fails: { status: 500 },
  refuses: { status: 400 },
  resets: { is_reset: true },
  hangs: { status: 200, after_ms: HANG_MS },
} as const;
