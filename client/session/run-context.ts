import { randomBytes } from 'node:crypto';
import { poll, timeLimit, wait } from '../clock.ts';
import { Arranger } from '../arrange/arranger.ts';
import { readItems } from '../replies/read-items.ts';
import { listRemainingSubscriptions, hasErrorForUrl, postSubscription } from '../arrange/create-subscription.ts';
import { undoForExtraActors } from '../arrange/undo-extra-actors.ts';
import type { Exchange } from '../replies/exchange.ts';
import type { Behaviour } from '../inbox/behaviour.ts';
import { Blocked, Breach, Unverifiable } from '../replies/findings.ts';
import { isObject } from '../replies/json-node.ts';
import type { Reply } from '../replies/reply.ts';
import type { ActorName, HookName } from '../settings/schema.ts';
import type { Backing } from './actor.ts';
import { Actor } from './actor.ts';
import { Inbox } from './inbox.ts';
import type { Run } from './run.ts';

/** What a context is for: the id under which its requests are recorded, and whether it is allowed to move the target's clock. */
export interface Purpose {
  readonly id: string;
  readonly moves_clock: boolean;
}

/** One piece of work in a run, such as a check or a scenario: who can act in it, what it has arranged, and every exchange so far. */
export class RunContext {
  readonly run: Run;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
  readonly arrange: Arranger;
  readonly exchanges: Exchange[] = [];
  readonly warnings: Breach[] = [];
  readonly observations: string[] = [];
  readonly #inboxes: Inbox[] = [];
  /** Ends what is being sent. */
  #sending: AbortSignal;
  readonly #actors = new Map<string, Actor>();

  constructor(run: Run, purpose: Purpose, signal: AbortSignal) {
    this.run = run;
    this.purpose = purpose;
    this.signal = signal;
    this.#sending = signal;
    this.arrange = new Arranger(this);
  }

  get buyer(): Actor {
    return this.actor('buyer');
  }
  /** A buyer of another team. */
  get rival(): Actor {
    return this.actor('rival');
  }
  /** A buyer whose team is a verified elevator. */
  get elevator(): Actor {
    return this.actor('elevator');
  }
  /** A seller without a team. */
  get seller(): Actor {
    return this.actor('seller');
  }
  /** Another seller, who has a team. */
  get partner(): Actor {
    return this.actor('partner');
  }
  /** A client-credentials token. */
  get reader(): Actor {
    return this.actor('reader');
  }
  /** Nobody: no token at all. */
  get anonymous(): Actor {
    return this.withToken('anonymous', undefined);
  }

  /** Who has a token of this name. @throws Unverifiable where there is none */
  actor(name: ActorName): Actor {
    const known = this.#actors.get(name);
    if (known !== undefined) return known;
    const settings = this.run.findActor(name);
    if (settings === undefined) throw new Unverifiable(...this.run.explainActor(name));
    const freshToken = async (): Promise<string | undefined> => this.run.freshToken(name);
    const actor = new Actor(name, { ...settings, freshToken }, this.#backing());
    this.#actors.set(name, actor);
    return actor;
  }

  /** All who have acted in this check, but for those with a token of its own. */
  get acted(): readonly Actor[] {
    return [...this.#actors.values()];
  }

  /** Who has acted in this check under a name; with the scopes of the actor, where that was one with a part of them. */
  findActed(name: string): Actor | undefined {
    return this.#actors.get(name.split(' ')[0] ?? name);
  }

  has(name: ActorName): boolean {
    return this.run.findActor(name) !== undefined;
  }

  /** Somebody with a token of the check's own choosing. */
  withToken(name: string, token: string | undefined): Actor {
    const own = token === undefined ? name : this.run.admitVisitor(name, token);
    return new Actor(own, { token }, this.#backing());
  }

  hasHook(name: HookName): boolean {
    return this.run.settings.hooks.has(name);
  }

  /** Has the operator do something. @throws Unverifiable where there is no such hook, Blocked where it failed */
  async hook(name: HookName, params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    const hook = this.run.settings.hooks.get(name);
    if (hook === undefined) throw new Unverifiable(`it takes the operator's hook ${name}`, `hooks.${name}`);
    const moved = params[name === 'advance_clock' ? 'seconds' : 'advance_seconds'];
    if (typeof moved === 'number') this.run.moveClock(moved);
    try {
      return await hook(params);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // One line for whatever it is that the hook fails with.
      throw new Blocked(`the hook ${name} failed: ${why.replaceAll(ID, '{id}')}`);
    }
  }

  /** A token with exactly these scopes, of the user and team of an actor. @throws Unverifiable where nobody can make one */
  async mint(name: ActorName, scopes: readonly string[]): Promise<Actor> {
    const answer = await this.hook('mint_token', { actor: name, scopes });
    const token = answer['token'];
    if (typeof token !== 'string') throw new Blocked('the hook mint_token answered no token');
    this.run.redactor.hide(token, `TOKEN_${name.toUpperCase()}_WITH_${scopes.join('_').toUpperCase().replaceAll('.', '_')}`);
    return new Actor(`${name} with ${scopes.join(' ')}`, { token }, this.#backing());
  }

  /** Says something that is odd, and no failure (unless --strict). */
  warn(message: string, reply?: Reply): void {
    this.warnings.push(new Breach({ message, exchange: reply?.exchange, severity: 'warn' }));
  }

  /** Says which of the legal readings was seen. */
  observe(message: string): void {
    if (!this.observations.includes(message)) this.observations.push(message);
  }

  /** Ends the check: the clause cannot be judged here. @param config_key what would change it */
  unverifiable(reason: string, config_key?: string): never {
    throw new Unverifiable(reason, config_key);
  }

  /** A text that occurs nowhere else. */
  unique(prefix = 'gm'): string {
    return `${prefix}-${randomBytes(6).toString('hex')}`;
  }

  async wait(ms: number): Promise<void> {
    await wait(ms, this.signal);
  }

  /** An address for a subscription whose deliveries nobody looks at: they are taken, so that nothing waits for it. */
  async hookUrl(): Promise<string> {
    if (!this.run.has_receiver) return `https://receiver.example/${this.unique()}`;
    return (await this.run.openMailbox(this.purpose.id, 'nobody')).url;
  }

  /** Subscribes to these events. What comes is answered as `behaviour` says, or with 200. The subscription goes when the check ends. */
  async subscribe(actor: Actor, events: readonly string[], behaviour?: Behaviour): Promise<Inbox> {
    const mailbox = await this.run.openMailbox(this.purpose.id, actor.name, behaviour);
    const reply = await postSubscription(this, actor, { url: mailbox.url, events });
    const data = isObject(reply.json) && isObject(reply.json['data']) ? reply.json['data'] : {};
    const { id, secret } = data;
    if (!reply.is_success || typeof id !== 'string' || typeof secret !== 'string') {
      mailbox.close();
      this.run.introduce(mailbox);
      // A private address or plain http may be refused (WHK-3): then nothing can be delivered to a receiver there.
      if (reply.status === 422 && hasErrorForUrl(reply.json)) {
        throw new Unverifiable('the target takes no subscription to the address of this receiver', 'target.receiver_url');
      }
      throw new Blocked(`POST /webhooks makes no subscription (status ${reply.status})`, reply.exchange);
    }
    this.run.redactor.hide(secret, 'WEBHOOK_SECRET');
    this.run.introduce(mailbox, { id, secret, events });
    const inbox = new Inbox(this, actor, { id, secret, events }, mailbox);
    this.#inboxes.push(inbox);
    return inbox;
  }

  /**
   * Waits for a row of a subscription's delivery list that fits; undefined where there is none in time.
   * @param fits is given each row as an object, whatever its members
   */
  async deliveryRow(
    inbox: Inbox,
    fits: (row: Readonly<Record<string, unknown>>) => boolean,
    within_ms = 3_000,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    return poll(
      async () => {
        const list = await inbox.actor.get(`/webhooks/${inbox.subscription.id}/deliveries`, { limit: 50 });
        return readItems(list).find(fits);
      },
      { within_ms, signal: this.signal },
    );
  }

  /** Takes back what need not stay, also of a check whose time is up. */
  async end(): Promise<void> {
    this.#sending = timeLimit(TAKING_BACK_MS);
    for (const inbox of this.#inboxes) await inbox.close();
    // Others of this run may need the room: a team may have so many and no more.
    for (const { actor, id } of listRemainingSubscriptions(this.exchanges))
      await this.findActed(actor)?.delete(`/webhooks/${id}`);
    const findVisitor = (name: string): Actor | undefined => {
      const token = this.run.findVisitor(name);
      return token === undefined ? undefined : new Actor(name, { token }, this.#backing());
    };
    await undoForExtraActors(this.exchanges, findVisitor, (kind, id) => {
      this.run.ledger.undone(kind, id);
    });
  }

  #backing(): Backing {
    const sending = (): AbortSignal => this.#sending;
    return {
      line: this.run.http,
      ledger: this.run.ledger,
      redactor: this.run.redactor,
      check: this.purpose.id,
      get signal(): AbortSignal {
        return sending();
      },
      record: (exchange) => {
        this.exchanges.push(exchange);
      },
    };
  }
}

/** For as long a check that has ended may take back what it made. */
const TAKING_BACK_MS = 10_000;

const ID = /\b(?:inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr)_\w+/g;
