/** What a run learns about who is who, and what everyone received: the state of the oracles that check at the end. */
import { parseInstant } from '#spec';
import type { Exchange, Receipt, Run, JsonObject } from '#client';
import { idOfRecord, isKnownActor, isObject, isPaidInFull, isSeller, isSuccess, ownerOf, readUrl, readPath } from '#client';
import { isSettled, showsSettlement } from './check-resource.ts';
import { DisclosureHistory } from './history.ts';
import { PUBLIC } from './keys.ts';
import { LearnedNames, sentIn, type Leak } from './learned-names.ts';
import { ownersOf, type Owners } from './owners.ts';
import { viewedResourcesIn } from './views.ts';
import { FARM_VIEWS, ownHeaders, ownerBehind, recordsIn } from './foreign-secrets.ts';

const TEAM_VIEWS: readonly (string | undefined)[] = ['listTeams', 'getTeam'];
/** Reference data, such as grades and commodities. No name in it is that of a party. */
const REFERENCE_VIEWS: readonly (string | undefined)[] = ['listGrades', 'listMarketCommodities', 'listMarketPrices'];
export const EMAIL = /[\w.+-]{2,64}@[\w-]+(?:\.[\w-]+){1,8}/g;

export class Knowledge {
  readonly names = new LearnedNames();
  readonly history = new DisclosureHistory();
  readonly owners: Owners;
  readonly #run: Run;
  readonly #seen = new WeakSet();
  readonly #sent_emails = new Set<string>();
  /** Email addresses in the terms of bids between actors of this run. Those that the run did not send are leaks. */
  readonly #received_emails = new Map<string, Leak>();
  #leaks: readonly Leak[] | undefined;

  constructor(run: Run) {
    this.#run = run;
    this.owners = ownersOf(run);
    for (const [name, { team_id }] of run.settings.actors)
      if (isSeller(name)) this.names.add("seller's team id", team_id, ownerOf(name));
  }

  /** Records a response, once. */
  observe(exchange: Exchange): void {
    if (this.#seen.has(exchange)) return;
    this.#seen.add(exchange);
    for (const email of sentIn(exchange).match(EMAIL) ?? []) this.#sent_emails.add(email);
    const viewer = ownerBehind(exchange, this.#run);
    if (viewer === undefined) return;
    this.owners.learn(exchange, viewer);
    this.#learn(exchange, viewer);
    this.#addHeaders(exchange.headers, viewer, exchange);
    this.#add(exchange.json ?? exchange.text, '', { viewer, source: exchange });
  }

  /** Records a delivery, once. */
  observeReceipt(receipt: Receipt): void {
    if (this.#seen.has(receipt) || !isKnownActor(receipt.actor)) return;
    this.#seen.add(receipt);
    const { headers, json, text } = receipt.arrival;
    const viewer = ownerOf(receipt.actor);
    this.#addHeaders(ownHeaders(headers), viewer, receipt);
    this.#add(json ?? text, '', { viewer, source: receipt });
  }

  /** What people received without being allowed to know it, based on everything that the run learned. Searched once, at the end. */
  get leaks(): readonly Leak[] {
    this.#leaks ??= [
      ...this.names.findLeaks(this.history, (one, other) => this.owners.areDistinct(one, other)),
      ...[...this.#received_emails.values()].filter(({ learned }) => !this.#sent_emails.has(learned.text)),
    ];
    return this.#leaks;
  }

  /** What was not searched. Undefined if nothing was left out. */
  get overlooked(): string | undefined {
    return this.history.overlooked ?? this.names.overlooked;
  }

  #learn(exchange: Exchange, viewer: string): void {
    const { operation, url, json } = exchange;
    if (!isSuccess(exchange)) return;
    if (REFERENCE_VIEWS.includes(operation)) this.#publish(json);
    if (readUrl(url)?.pathname.endsWith('/userinfo') === true) this.#learnUser(json, viewer);
    if (TEAM_VIEWS.includes(operation)) for (const team of recordsIn(json)) this.#learnTeam(team, viewer);
    if (FARM_VIEWS.includes(operation) && isSeller(viewer))
      for (const { name } of recordsIn(json)) this.names.add("farm's name", name, viewer);
    for (const { view, resource } of viewedResourcesIn(operation, json)) {
      if (view === 'trade' && !isSeller(viewer)) this.#learnTrade(resource, viewer, exchange.sent_at_ms);
    }
  }

  #learnUser(user: unknown, viewer: string): void {
    if (!isObject(user)) return;
    for (const value of [user['sub'], user['name'], user['email']]) this.names.own(viewer, value);
    if (!isSeller(viewer)) return;
    this.names.add("seller's user id", user['sub'], viewer);
    this.names.add("seller's name", user['name'], viewer);
    this.names.add("seller's email address", user['email'], viewer);
  }

  #learnTeam({ id, name }: JsonObject, viewer: string): void {
    for (const value of [id, name]) this.names.own(viewer, value);
    if (!isSeller(viewer)) return;
    this.names.add("seller's team id", id, viewer);
    this.names.add("seller's team name", name, viewer);
  }

  /** A settled trade names the seller to its buyer. */
  #learnTrade(trade: JsonObject, viewer: string, at_ms: number): void {
    const { counterparty, side, settled_at } = trade;
    const name = readPath(counterparty, 'name');
    if (typeof name !== 'string' || side === 'seller' || this.#isSettled(trade, viewer) !== true) return;
    this.names.add("seller's name", name, 'sellers');
    const settled_ms = typeof settled_at === 'string' ? parseInstant(settled_at) : undefined;
    // A trade that was settled before the run revealed the name before anything in the run was received.
    this.names.disclose(viewer, name.trim(), settled_ms !== undefined && settled_ms < this.#run.clock.began_ms ? 0 : at_ms);
  }

  /** Undefined if that is unknown. */
  #isSettled(record: JsonObject, viewer: string): boolean | undefined {
    const id = idOfRecord(record);
    if (this.#isForeign(id, viewer)) return false;
    if (String(record['status']).toLowerCase() === 'completed' || showsSettlement(record)) return true;
    if (typeof id !== 'string') return isSettled(record) ? undefined : false;
    if (isPaidInFull(this.#run, id)) return true;
    const trade_id = this.owners.tradeOf(id);
    if (trade_id !== undefined) return isPaidInFull(this.#run, trade_id);
    return isSettled(record) ? undefined : false;
  }

  /** Whether a record is known to be of other parties only. */
  #isForeign(id: unknown, viewer: string): boolean {
    const { buyer, seller } = this.owners.find(id) ?? {};
    if (buyer === undefined || seller === undefined) return false;
    return [buyer, seller].every((one) => this.owners.areDistinct(one, viewer));
  }

  #addHeaders(headers: Readonly<Record<string, string>>, viewer: string, source: Exchange | Receipt): void {
    for (const [name, value] of Object.entries(headers)) this.history.add(value, { viewer, source, place: `the header ${name}` });
  }

  /** Records every string of a body, except in records that may be settled: those are allowed to name the seller. */
  #add(value: unknown, key: string, who: { viewer: string; source: Exchange | Receipt }): void {
    if (typeof value === 'string') this.history.add(value, { ...who, place: key });
    else if (Array.isArray(value)) for (const item of value) this.#add(item, key, who);
    else if (isObject(value)) this.#addRecord(value, who);
  }

  #addRecord(record: JsonObject, who: { viewer: string; source: Exchange | Receipt }): void {
    if (this.#isSettled(record, who.viewer) !== false) return;
    this.#learnEmails(record, who);
    for (const [key, inner] of Object.entries(record)) {
      if (PUBLIC.has(key)) this.#publish(inner);
      else this.#add(inner, key, who);
    }
  }

  #publish(value: unknown): void {
    if (typeof value === 'string') this.names.publish(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) this.#publish(inner);
  }

  #learnEmails(record: JsonObject, who: { viewer: string; source: Exchange | Receipt }): void {
    const terms = record['additional_terms'];
    if (typeof terms !== 'string' || this.owners.find(record['id'])?.seller === undefined) return;
    for (const email of terms.match(EMAIL) ?? []) {
      const learned = { kind: 'email address', text: email, owner: '' } as const;
      const disclosure = { ...who, place: 'additional_terms' };
      const leak = { learned, disclosure, text: terms, how: 'in terms that the run did not write', is_weak: false };
      if (!this.#received_emails.has(email)) this.#received_emails.set(email, leak);
    }
  }
}

export function knowledgeOf(run: Run): Knowledge {
  return run.remember('knowledge', () => new Knowledge(run));
}
