import { randomBytes } from 'node:crypto';
import { timeLimit, wait } from '../clock.ts';
import { Arranger } from '../arrange/arranger.ts';
import { releaseListings } from '../arrange/create-listing.ts';
import { listRemainingSubscriptions, postSubscription, readSubscription } from '../arrange/create-subscription.ts';
import { undoForExtraActors } from '../arrange/undo-extra-actors.ts';
import type { Exchange } from '../replies/exchange.ts';
import type { Arrival } from '../inbox/arrival.ts';
import type { Behavior } from '../inbox/behavior.ts';
import { Blocked, Breach, Unverifiable } from '../replies/findings.ts';
import { isCheckRunning } from '../replies/assertions.ts';
import { explainFailure, hasErrorForField, isSilent } from '../replies/expect.ts';
import { Reply } from '../replies/reply.ts';
import type { ActorName, HookName } from '../settings/schema.ts';
import { findForeignToken } from '../actors/find-foreign-token.ts';
import { explainMissingHook } from '../config/hooks.ts';
import { explainSameTeam } from './explain-same-team.ts';
import { credentialOf, nameScopes } from '../settings/owner-of.ts';
import type { ActorSettings } from '../settings/settings.ts';
import { Actor, type Backing } from './actor.ts';
import { callHook } from './call-hook.ts';
import { Inbox } from './inbox.ts';
import type { Run } from './run.ts';
import { encodePath } from '../http/encode-path.ts';
import type { JsonObject } from '../json.ts';

/** What a context is for: the id under which its requests are recorded, and whether it is allowed to move the target's clock. */
export interface Purpose {
  readonly id: string;
  readonly moves_clock: boolean;
  /** Called when a wait for a delivery becomes long, although nothing has been delivered in this run. */
  readonly onLongWait?: (() => void) | undefined;
}

/** The context of one check, scenario, or provider state: its actors, its test data, and its exchanges so far. */
export class RunContext {
  readonly run: Run;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
  readonly arrange: Arranger;
  readonly exchanges: Exchange[] = [];
  readonly warnings: Breach[] = [];
  readonly observations: string[] = [];
  /** The hooks that were called. */
  readonly called_hooks = new Set<HookName>();
  readonly #inboxes: Inbox[] = [];
  /** Its exchanges, without those of shared preparations. */
  readonly #own: Exchange[] = [];
  readonly #unseen: Blocked[] = [];
  #sending: AbortSignal;
  readonly #actors = new Map<string, Actor>();
  /** The actors that the check uses as parties. */
  readonly #claimed = new Set<ActorName>();

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
  /** A seller, who needs no team. */
  get seller(): Actor {
    return this.actor('seller');
  }
  /** Another seller, with a team. */
  get partner(): Actor {
    return this.actor('partner');
  }
  /** An actor with a client-credentials token. */
  get reader(): Actor {
    return this.actor('reader');
  }
  /** An actor without a token. */
  get anonymous(): Actor {
    return this.withToken('anonymous', undefined);
  }

  /** The actor with this name. @throws Unverifiable if it has no token, or is in the same team as another actor of this check */
  actor(name: ActorName): Actor {
    const other = this.#findSameTeam(name);
    if (other !== undefined) throw new Unverifiable(...explainSameTeam(name, other));
    if (isCheckRunning()) this.#claimed.add(name);
    const known = this.#actors.get(name);
    if (known !== undefined) return known;
    const settings = this.run.findActor(name);
    if (settings === undefined) throw new Unverifiable(...this.run.explainActor(name));
    const { same_team_as } = settings;
    const freshToken = async (): Promise<string | undefined> => this.run.freshToken(name);
    const onStatus = async (status: number, token: string): Promise<string | undefined> =>
      this.#onStatus(name, settings, status, token);
    // What is said about a party applies to all its actors, so they share the first word of the name.
    const own_name = same_team_as === undefined ? name : `${same_team_as} as ${name}`;
    const actor = new Actor(own_name, { ...settings, freshToken, onStatus }, this.#backing());
    this.#actors.set(name, actor);
    return actor;
  }

  /** @returns the token to repeat a request with after a 401 */
  async #onStatus(name: ActorName, settings: ActorSettings, status: number, token: string): Promise<string | undefined> {
    const { tokens } = this.run;
    if (status !== 401) {
      // 404 and server errors do not show that the token was checked.
      if (status !== 404 && status < 500) tokens.noteAccepted(settings, token);
      return undefined;
    }
    // Any token is allowed to read grades (AUTH-20).
    const isDead = async (): Promise<boolean> =>
      (await new Actor(name, { token }, this.#backing()).get('/grades', { limit: 1 })).status === 401;
    return tokens.replace(name, settings, token, isDead);
  }

  /** All actors of the run that this check used. */
  get acted(): readonly Actor[] {
    return [...this.#actors.values()];
  }

  get arrivals(): readonly Arrival[] {
    return this.#inboxes.flatMap(({ arrivals }) => arrivals);
  }

  /** The actor that sent requests under this name in this check. */
  findActed(name: string): Actor | undefined {
    return this.acted.find((actor) => actor.name === name) ?? this.#actors.get(credentialOf(name));
  }

  /** Whether an actor can be used as a separate party, next to the actors that this check already uses. */
  has(name: ActorName): boolean {
    return this.run.findActor(name) !== undefined && this.#findSameTeam(name) === undefined;
  }

  /** The actor of this check in the same team. It does not matter in preparations, which assert nothing. */
  #findSameTeam(name: ActorName): ActorName | undefined {
    if (!isCheckRunning()) return undefined;
    const own = this.run.findActor(name)?.same_team_as;
    return [...this.#claimed].find((other) => other === own || this.run.findActor(other)?.same_team_as === name);
  }

  /** An actor with any token. */
  withToken(name: string, token: string | undefined): Actor {
    const own = token === undefined ? name : this.run.addExtraActor(name, token);
    return new Actor(own, { token }, this.#backing());
  }

  hasHook(name: HookName): boolean {
    return explainMissingHook(this.run.settings.hooks, name) === undefined;
  }

  /** Calls a hook of the operator. @throws MissingHook if there is none, Unverifiable if it fails */
  async hook(name: HookName, params: JsonObject): Promise<JsonObject> {
    this.called_hooks.add(name);
    const response = await callHook(this.run, name, params);
    this.run.trail.noteHook(this.run.http.requests, { check: this.purpose.id, hook: name, params, reply: response });
    return response;
  }

  /**
   * An actor like `name` whose token has exactly these scopes. @throws Unverifiable if no hook issues such tokens, or the tokens belong to someone
   * else
   */
  async mint(name: ActorName, scopes: readonly string[]): Promise<Actor> {
    const foreign = await this.run.once(`whose tokens mint_token issues: ${name}`, async () =>
      findForeignToken(this.run.settings, name, async (wanted) => this.#mint(name, wanted)),
    );
    if (foreign !== undefined) throw new Unverifiable(foreign, 'hooks.mint_token');
    const [token, actor] = [await this.#mint(name, scopes), `${name} with ${nameScopes(scopes)}`];
    this.run.redactor.hide(token, `TOKEN_${actor.toUpperCase().replaceAll(/[ .]/g, '_')}`);
    return new Actor(actor, { token }, this.#backing());
  }

  async #mint(name: ActorName, scopes: readonly string[]): Promise<string> {
    const { token } = await this.hook('mint_token', { actor: name, scopes });
    if (typeof token !== 'string') throw new Unverifiable('the hook mint_token returned no token', 'hooks.mint_token');
    return token;
  }

  /** Adds a warning. With --strict, it is a failure. */
  warn(message: string, reply?: Reply): void {
    this.warnings.push(new Breach({ message, exchange: reply?.exchange, severity: 'warn' }));
  }

  /** Records an observation, such as the legal reading that the target follows. */
  observe(message: string): void {
    if (!this.observations.includes(message)) this.observations.push(message);
  }

  /** Records what the check could not see. It can still find a breach elsewhere, but it cannot pass. */
  misses(why: Blocked): void {
    this.#unseen.push(why);
  }

  /**
   * A check must not pass on responses that prove nothing, such as a server error or an empty object.
   * @throws Blocked if the check could not see everything that it needed
   */
  ensureAllSeen(): void {
    const silent = this.#own.map((exchange) => new Reply(exchange)).find(isSilent);
    const first = this.#unseen[0] ?? (silent === undefined ? undefined : explainFailure(silent));
    if (first !== undefined) throw first;
  }

  /** Ends the check, because the clause cannot be checked here. @param config_key the key to set */
  unverifiable(reason: string, config_key?: string): never {
    throw new Unverifiable(reason, config_key);
  }

  unique(prefix = 'gm'): string {
    return `${prefix}-${randomBytes(6).toString('hex')}`;
  }

  async wait(ms: number): Promise<void> {
    await wait(ms, this.signal);
  }

  /** A receiver address that accepts and ignores deliveries. */
  async hookUrl(): Promise<string> {
    if (!this.run.receiver.is_reachable) return `https://receiver.example/${this.unique()}`;
    return (await this.run.receiver.openMailbox(this.purpose.id, 'no actor')).url;
  }

  /**
   * Subscribes to events, until the check ends.
   * @param behavior the receiver's responses. Default: 200
   * @param query added to the URL: a query with its question mark, or a last slash before it
   */
  async subscribe(
    actor: Actor,
    events: readonly string[],
    behavior?: Behavior,
    query: '' | `?${string}` | `/?${string}` = '',
  ): Promise<Inbox> {
    const mailbox = await this.run.receiver.openMailbox(this.purpose.id, actor.name, behavior);
    const reply = await postSubscription(this, actor, { url: `${mailbox.url}${query}`, events });
    const created = readSubscription(reply);
    if (created === undefined) {
      mailbox.close();
      this.run.receiver.introduce(mailbox);
      // A target can reject private addresses and plain http (WHK-3). If it accepted one before, it has another reason, such as a limit.
      if (reply.status === 422 && hasErrorForField(reply.json, 'url') && !this.run.receiver.has_subscribed) {
        throw new Unverifiable('the target rejects a subscription to the URL of this receiver', 'target.receiver_url');
      }
      throw new Blocked(`POST /webhooks created no subscription (status ${reply.status})`, reply.exchange);
    }
    this.run.redactor.hide(created.secret, 'WEBHOOK_SECRET');
    const subscription = { ...created, events };
    this.run.receiver.introduce(mailbox, subscription);
    const inbox = new Inbox(this, actor, subscription, mailbox);
    this.#inboxes.push(inbox);
    return inbox;
  }

  async end(): Promise<void> {
    this.#sending = timeLimit(CLEAN_UP_MS);
    for (const inbox of this.#inboxes) await inbox.close();
    // Free the subscriptions for other checks, because a team can have a quota.
    for (const { actor, id } of listRemainingSubscriptions(this.exchanges))
      await this.findActed(actor)?.delete(encodePath`/webhooks/${id}`);
    await releaseListings(this, this.#own);
    await undoForExtraActors(this);
  }

  #backing(): Backing {
    const sending = (): AbortSignal => this.#sending;
    return {
      http: this.run.http,
      ledger: this.run.ledger,
      redactor: this.run.redactor,
      check: this.purpose.id,
      get signal(): AbortSignal {
        return sending();
      },
      record: (exchange) => {
        this.exchanges.push(exchange);
        if (isCheckRunning()) this.#own.push(exchange);
      },
    };
  }
}

/** The time limit for the clean-up of a check, in ms. */
const CLEAN_UP_MS = 10_000;
