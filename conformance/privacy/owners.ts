/** Who owns which record, and whether two actors are different parties, learned from the run's responses. */
import { decodePart, isSuccess, ownerOf, readId, readItems, readUrl, type Exchange, type Run, listIn } from '#client';

/** The two sides of a deal. An unknown side is undefined. */
export interface Sides {
  buyer: string | undefined;
  seller: string | undefined;
}

/** Operations that create a record owned by the caller. */
const CREATES: readonly (string | undefined)[] = ['createListing', 'createFarm', 'createWebhook', 'createCashBid'];

export class Owners {
  readonly #sides = new Map<string, Sides>();
  readonly #trade_of = new Map<string, string>();
  /** The teams of each actor whose list of teams was read. */
  readonly #teams = new Map<string, Set<string>>();
  readonly #users: ReadonlyMap<string, string>;

  /** @param users the configured user id of each actor */
  constructor(users: ReadonlyMap<string, string>) {
    this.#users = users;
  }

  /** Learns from one response. @param owner the person who sent the request */
  learn(exchange: Exchange, owner: string): void {
    const { operation } = exchange;
    if (!isSuccess(exchange) || operation === undefined) return;
    if (operation === 'listTeams') this.#learnTeams(exchange, owner);
    const id = readId(exchange);
    if (id === undefined) return;
    const subject = decodePart(
      /\/(?:inventory|bids|cash-bid-offers)\/([^/?]+)\/\w+$/.exec(readUrl(exchange.url)?.pathname ?? '')?.[1] ?? '',
    );
    const of_subject = this.#sides.get(subject);
    if (CREATES.includes(operation)) this.#sides.set(id, { buyer: owner, seller: owner });
    if (operation === 'placeBid') this.#sides.set(id, { buyer: owner, seller: of_subject?.seller });
    if (operation === 'acceptBid' || operation === 'acceptOffer') this.#trade_of.set(subject, id);
    if ((operation === 'counterBid' || operation === 'acceptBid') && of_subject !== undefined) this.#sides.set(id, of_subject);
  }

  /** The sides of a record that this run created. */
  find(id: unknown): Sides | undefined {
    return typeof id === 'string' ? this.#sides.get(id) : undefined;
  }

  /** The trade that this run created from a bid or an offer. */
  tradeOf(bid_id: string): string | undefined {
    return this.#trade_of.get(bid_id);
  }

  /** Whether two actors are known to be different parties: by their teams or, if neither has one, by their configured users. False until both lists of teams were read. */
  areDistinct(one: string, other: string): boolean {
    const [teams, others] = [this.#teams.get(one), this.#teams.get(other)];
    if (one === other || teams === undefined || others === undefined) return false;
    if (teams.size + others.size > 0) return ![...teams].some((id) => others.has(id));
    const [user, other_user] = [this.#users.get(one), this.#users.get(other)];
    return user !== undefined && other_user !== undefined && user !== other_user;
  }

  #learnTeams(exchange: Exchange, owner: string): void {
    // `readItems` returns nothing for an empty list and for an unknown shape. Only an empty list means that there are no teams.
    if (listIn(exchange.json) === undefined) return;
    const known = this.#teams.get(owner) ?? new Set();
    for (const { id } of readItems(exchange)) if (typeof id === 'string') known.add(id);
    this.#teams.set(owner, known);
  }
}

export function ownersOf(run: Run): Owners {
  return run.remember('owners', () => {
    const users = [...run.settings.actors].map(([name, { user_id }]) => [ownerOf(name), user_id] as const);
    return new Owners(new Map(users.filter((pair): pair is [string, string] => pair[1] !== undefined)));
  });
}
