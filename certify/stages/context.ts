/** What a running stage uses: it acts on the client and its surroundings, and records what it observes. */
import { elapsedMs, poll, wait, type JsonObject, isObject } from '#client';
import type { CertifyConfig } from '../config.ts';
import type { Exchange, Purpose } from '../testbed/exchange.ts';
import { HookError } from '../testbed/hooks.ts';
import { describeEnding } from '../testbed/client-process.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { CORRECT_START, ClientFailure, quote } from '../testbed/client-failure.ts';
import type { Armed, Disturbance } from '../testbed/proxy.ts';
import type { Envelope } from '#conformance/receiver/envelope';
import type { Delivered } from '../testbed/relay.ts';
import type { TimelineEntry } from '../verdict/verdict.ts';
import { Market } from './market.ts';
import { describeMost, lotOf } from './observe.ts';
import { NotShown } from './stage.ts';

type Task = 'list_lots' | 'place_bid' | 'accept_bid' | 'sync';

/** What a client said about a task that failed. */
interface TaskError {
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly errors: readonly { field: string; message: string }[];
}

/** How a task ended; both are undefined without the hook `do`. */
export interface TaskResult {
  readonly response: JsonObject | undefined;
  readonly error: TaskError | undefined;
}

/** After a task, the stage waits until the client has sent nothing for `QUIET_MS`, but at most `QUIET_MS_MAX`. */
const QUIET_MS = 40;
const QUIET_MS_MAX = 3_000;
/** The most bids on one lot that can be repeats of one bid. */
const BIDS_BY_ITSELF_MAX = 4;
/** A receiver can process an event after it responds. */
const SHOWN_WITHIN_MS = 2_500;

const TASK_WORDS: Readonly<Record<Task, string>> = {
  list_lots: 'list the lots',
  place_bid: 'place a bid',
  accept_bid: 'accept a bid',
  sync: 'read its bids and trades',
};

export class StageContext {
  readonly testbed: Testbed;
  readonly config: CertifyConfig;
  readonly market: Market;
  readonly findings: string[] = [];
  readonly timeline: TimelineEntry[] = [];
  readonly #began_ms = elapsedMs();

  constructor(testbed: Testbed) {
    this.testbed = testbed;
    this.config = testbed.config;
    this.market = new Market(testbed.mock, (text) => {
      this.note(text);
    });
  }

  note(text: string): void {
    this.timeline.push({ at_ms: Math.round(elapsedMs() - this.#began_ms), text });
  }

  get has_do_hook(): boolean {
    return this.config.do !== undefined;
  }

  /** The requests of the stage so far, in order of arrival. */
  sent(...purposes: readonly Purpose[]): readonly Exchange[] {
    return this.testbed.proxy.exchanges
      .filter(({ purpose }) => purposes.length === 0 || purposes.includes(purpose))
      .toSorted((a, b) => a.n - b.n);
  }

  arm(disturbance: Disturbance): Armed {
    return this.testbed.proxy.arm(disturbance);
  }

  disarm(armed: Armed): void {
    this.testbed.proxy.disarm(armed);
  }

  /** @throws NotShown if the stimulus did not reach the client */
  requireReached(armed: Armed, task: Task): void {
    if (armed.hits === 0) throw this.#notDone(task, `, so "${armed.disturbance.name}" did not reach it`);
  }

  /** @throws NotShown if the client sent no such request */
  requireSent(task: Task, ...purposes: readonly Purpose[]): readonly Exchange[] {
    const sent = this.sent(...purposes);
    if (sent.length === 0) throw this.#notDone(task);
    return sent;
  }

  #notDone(task: Task, consequence = ''): NotShown {
    return new NotShown(
      `the client did not ${TASK_WORDS[task]}${consequence}`,
      this.has_do_hook ? `make the task ${task} send this request` : `add the hook \`do\` with the task ${task} to certify.yaml`,
    );
  }

  /** Records a finding unless the condition holds. */
  check(condition: boolean, finding: string): boolean {
    if (!condition && !this.findings.includes(finding)) this.findings.push(finding);
    return condition;
  }

  /**
   * Lets the client carry out a task. Without the hook `do`, lets it do what it does by itself.
   * @throws NotShown if the client does not have the task
   */
  async act(task: Task, params: JsonObject = {}): Promise<TaskResult> {
    const timeout_ms = this.config.timeout_seconds * 1_000;
    if (!this.has_do_hook) {
      if (task === 'accept_bid')
        throw new NotShown(
          'without the hook `do`, the client cannot be asked to accept a bid',
          'add the hook `do` to certify.yaml',
        );
      await this.#waitWhileItWorks(timeout_ms, () => task === 'place_bid' && this.#placesBidAfterBid());
      if (task === 'place_bid' && this.#placesBidAfterBid())
        throw new NotShown(
          'the client keeps placing bids without being asked, so the exam cannot tell a repeated bid from a new one',
          'add the hook `do` with the task place_bid to certify.yaml, or certify a client that places one bid after its start, and then rests',
        );
      return { response: undefined, error: undefined };
    }
    const question = Object.keys(params).length === 0 ? { task } : { task, params };
    this.note(`task ${JSON.stringify(question)}`);
    const response = await this.#ask(question, timeout_ms);
    this.note(`response ${JSON.stringify(response).slice(0, 300)}`);
    if (response['unsupported'] === true)
      throw new NotShown(`the client does not have the task ${task}`, `add ${task} to the hook \`do\``);
    await this.waitUntilQuiet();
    return { response, error: readError(response['error']) };
  }

  /** Calls the hook `do`. If it does not respond, the error says what the client was doing instead. */
  async #ask(question: object, timeout_ms: number): Promise<JsonObject> {
    const before = this.sent().length;
    return this.testbed.call('do', question, timeout_ms).catch((error: unknown) => {
      const meanwhile = describeMost(this.sent().slice(before));
      throw error instanceof HookError && meanwhile !== undefined ? new HookError(`${error.message}; ${meanwhile}`) : error;
    });
  }

  /** Waits until a client without the hook `do` is idle or ends. A client can wait for its bids to be accepted, so they are accepted once. */
  async #waitWhileItWorks(timeout_ms: number, hasSeenEnough: () => boolean): Promise<void> {
    const known = await this.market.bidIds();
    for (let rounds = 0; rounds < 2; rounds += 1) {
      const ending = await this.testbed.awaitRest(timeout_ms, hasSeenEnough);
      if (ending !== undefined && ending.code !== 0 && this.sent().length === 0) {
        const { output = '' } = this.testbed.process ?? {};
        throw new ClientFailure(`the client ${describeEnding(ending, 'before it sent a request')}${quote(output)}`, {
          advice: CORRECT_START,
          output,
        });
      }
      this.note(ending === undefined ? 'the client sends no more requests' : `the client ${describeEnding(ending)}`);
      const waiting = (await this.market.bids()).filter(({ id, status }) => status === 'pending' && !known.has(id));
      if (ending !== undefined || waiting.length === 0 || hasSeenEnough()) return;
      for (const bid of waiting) await this.market.settle(await this.market.accept(bid));
    }
  }

  /** Whether the client continues with bids on a lot after several of them were placed undisturbed. */
  #placesBidAfterBid(): boolean {
    const placed = this.sent('placeBid').filter((one) => one.response?.status === 201 && one.disturbed_by === undefined);
    return [...Map.groupBy(placed, lotOf).values()].some(
      // IDEM-2: a repeat with the same key gets the same response.
      (same) => new Set(same.map(({ response }) => response?.body)).size > BIDS_BY_ITSELF_MAX,
    );
  }

  /** Waits until the client has no request open. */
  async waitUntilQuiet(): Promise<void> {
    const until_ms = elapsedMs() + QUIET_MS_MAX;
    while (this.testbed.proxy.quiet_ms < QUIET_MS && elapsedMs() < until_ms) await wait(QUIET_MS / 2);
  }

  /** Asks what the client knows. @throws NotShown without the hook `show` */
  async show(what: 'bid' | 'trade' | 'effects', id?: string): Promise<JsonObject> {
    if (this.config.show === undefined) throw new NotShown('there is no hook `show`', 'add the hook `show` to certify.yaml');
    const question = id === undefined ? { show: what } : { show: what, id };
    const response = await this.testbed.call('show', question, this.config.timeout_seconds * 1_000);
    if (response['unsupported'] === true)
      throw new NotShown(`the client cannot show ${what}`, `add ${what} to the hook \`show\``);
    return response;
  }

  /**
   * Asks until the response fits, for at most `SHOWN_WITHIN_MS`. A client can show what it has stored. Without a receiver, it learns of
   * changes only if it reads them, so it is then asked to do so.
   * @param is_event_sent whether a client with a receiver gets an event about the change
   * @returns the last response
   */
  async waitUntilShown(
    what: 'bid' | 'trade',
    id: string,
    fits: (response: JsonObject) => boolean,
    is_event_sent = true,
  ): Promise<JsonObject> {
    let last: JsonObject = {};
    const ask = async (): Promise<true | undefined> => {
      last = await this.show(what, id);
      return fits(last) ? true : undefined;
    };
    const must_read = !is_event_sent || this.config.receiver_url === undefined;
    if (must_read && this.has_do_hook && (await ask()) === undefined) await this.#syncIfPossible();
    await poll(ask, { within_ms: SHOWN_WITHIN_MS, every_ms: 40 });
    this.note(`the client shows ${what} ${id}: ${JSON.stringify(last).slice(0, 200)}`);
    return last;
  }

  async #syncIfPossible(): Promise<void> {
    try {
      await this.act('sync');
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
    }
  }

  /** Records a finding unless the client shows this status of a bid or a trade. @param is_event_sent see `waitUntilShown` */
  async expectShown(what: 'bid' | 'trade', id: string, status: string, because: string, is_event_sent = true): Promise<void> {
    const shown = await this.waitUntilShown(what, id, (response) => response['status'] === status, is_event_sent);
    this.check(
      shown['status'] === status,
      `${because}, the ${what} is ${status}, but the client shows ${JSON.stringify(shown['status'] ?? null)}`,
    );
  }

  requireReceiver(): void {
    if (this.config.receiver_url === undefined)
      throw new NotShown('the client has no webhook receiver', 'add receiver_url to certify.yaml');
  }

  /** @throws NotShown if the client has ended by itself, and its receiver with it */
  requireReceiving(): void {
    if (this.testbed.process?.ending?.code === 0)
      throw new NotShown('the client ended, and its receiver with it', 'let certify start a command that keeps running');
  }

  /** Delivers an event to the client's receiver, signed now. */
  async deliver(envelope: Envelope, options: { secrets?: readonly string[]; note?: string } = {}): Promise<Delivered> {
    this.requireReceiver();
    await this.testbed.ensureRunning();
    const delivered = await this.testbed.relay.deliver(envelope, options.secrets);
    if (delivered.status === 0) this.requireReceiving();
    const how = options.note === undefined ? '' : ` (${options.note})`;
    this.note(
      `delivery of ${envelope.type} ${envelope.id}${how}: ${delivered.status === 0 ? (delivered.error ?? 'no response') : delivered.status}`,
    );
    return delivered;
  }

  /** Delivers an event as the marketplace does, which repeats it after a 5xx, though sooner. */
  async deliverWithRetries(envelope: Envelope, note?: string): Promise<Delivered> {
    for (let tries = 1; ; tries += 1) {
      const delivered = await this.deliver(envelope, note === undefined ? {} : { note });
      const is_retried =
        delivered.status === 0 || delivered.status >= 500 || delivered.status === 408 || delivered.status === 429;
      if (!is_retried || tries === 4) return delivered;
      await wait(150 * tries);
    }
  }

  /** @returns the event that the world has just emitted @throws Error if the mock does not deliver it in time */
  async waitForEvent(type: string, fits: (data: JsonObject) => boolean): Promise<Envelope> {
    const envelope = await this.testbed.relay.waitFor((one) => one.type === type && fits(one.data));
    if (envelope === undefined) throw new Error(`the mock did not deliver ${type}`);
    return envelope;
  }
}

/** What went wrong with the client itself, as a finding. */
export function describeFailure(error: unknown): string | undefined {
  return error instanceof ClientFailure || error instanceof HookError ? error.message : undefined;
}

function readError(value: unknown): TaskError | undefined {
  if (!isObject(value)) return undefined;
  const { status, code, message, errors } = value;
  return {
    status: typeof status === 'number' ? status : null,
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : '',
    // Only the names of the fields are compared.
    errors: Array.isArray(errors) ? (errors as TaskError['errors']) : [],
  };
}
