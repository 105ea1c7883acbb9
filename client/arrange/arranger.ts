import { BUYER_NAMES, DELIVERY_LOCATION_PLACEHOLDER } from '../settings/schema.ts';
import { ensureId } from '../replies/expect.ts';
import { Blocked, Unverifiable } from '../replies/findings.ts';
import type { Actor } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { bidBody, placeBid, priceOf, type Bid } from './place-bid.ts';
import { readId, readItems } from '../replies/read-items.ts';
import { advanceTargetClock } from './learn-target-clock.ts';
import { createFarm } from './create-farm.ts';
import { findListingGrades, listGrades } from './find-grain-types.ts';
import { chooseSeller, createListing, hasSeller, learnPublishing, type Lot, type Publishing } from './create-listing.ts';
import { recordPayment } from './record-payments.ts';
import { encodePath } from '../http/encode-path.ts';
import type { JsonObject } from '../json.ts';

/** A trade that a check created. */
export interface Trade {
  id: string;
  bid: Bid;
  lot: Lot;
  reply: Reply;
}

/** A multi-grade bid. `lot` is undefined if its listing is the fixture. */
export interface MultiGradeBid extends Bid {
  grades: readonly string[];
  lot: Lot | undefined;
}

/** The price of a counter, in the unit of the deployment. */
export const COUNTER_PRICE = 309.75;

/**
 * Creates test data that a check needs but does not test: farms, listings, bids, trades. Each call creates new data.
 * A failure throws Blocked, with the same message for every check, so that reports can group blocked checks by cause.
 */
export class Arranger {
  readonly #t: RunContext;

  constructor(t: RunContext) {
    this.#t = t;
  }

  /** Creates a published listing, or a draft with `{ list: false }`. @param overrides fields of PlaceListing */
  async lot(overrides: JsonObject = {}, seller: Actor = chooseSeller(this.#t)): Promise<Lot> {
    return createListing(this.#t, seller, overrides);
  }

  /** Creates an unpublished listing. */
  async draft(overrides: JsonObject = {}, seller: Actor = chooseSeller(this.#t)): Promise<Lot> {
    return createListing(this.#t, seller, { list: false, ...overrides });
  }

  /** The farm, commodity, and grade that a seller can publish with, for checks that submit a listing themselves. */
  async publishing(seller: Actor = chooseSeller(this.#t)): Promise<Publishing> {
    return learnPublishing(this.#t, seller);
  }

  /** Creates a farm whose name and coordinates become secrets. @returns its id */
  async farm(seller: Actor): Promise<string> {
    return createFarm(this.#t, seller);
  }

  /** The id of a graded listing that the buyer can bid on: a new one if there is a seller, otherwise an existing one. @throws Unverifiable if there is neither */
  async lotToBidOn(): Promise<string> {
    const t = this.#t;
    if (hasSeller(t)) return (await this.lot()).id;
    const items = readItems(await t.buyer.get('/inventory', { limit: 50 }));
    const graded = items.filter(({ id, grade }) => typeof id === 'string' && typeof grade === 'string');
    const chosen = graded[Math.floor(graded.length / 2)]?.['id'];
    if (typeof chosen !== 'string') throw new Unverifiable('there is no seller and no graded listing', 'actors.seller');
    return chosen;
  }

  /** A valid PlaceBid body. @param overrides fields of PlaceBid; `undefined` removes a field */
  async bidBody(overrides: JsonObject = {}): Promise<Record<string, unknown>> {
    return bidBody(this.#t, overrides);
  }

  /** A Money-shaped price in the deployment's unit. */
  async price(amount?: number): Promise<Record<string, unknown>> {
    return priceOf(this.#t, amount);
  }

  async bid(lot: Lot | string, overrides: JsonObject = {}, by: Actor = this.#t.buyer): Promise<Bid> {
    return placeBid(this.#t, by, typeof lot === 'string' ? lot : lot.id, overrides);
  }

  /**
   * Places bids on one lot, by the buyer, the rival, and the elevator in turn, as far as they are configured and can bid. A deployment can limit a
   * team to one open bid per listing (BID-39): then there are fewer bids. @throws Blocked or Unverifiable if there are fewer than two
   */
  async bids(lot: Lot, overrides: readonly [JsonObject, JsonObject, ...JsonObject[]]): Promise<[Bid, Bid, ...Bid[]]> {
    const bidders = BUYER_NAMES.filter((name) => this.#t.has(name)).map((name) => this.#t.actor(name));
    const placed: Bid[] = [];
    let refusal: Blocked | Unverifiable = new Unverifiable('no configured team can bid', 'actors.buyer');
    for (let by = bidders.shift(); by !== undefined && placed.length < overrides.length; by = bidders.shift()) {
      try {
        placed.push(await this.bid(lot, overrides[placed.length], by));
        bidders.push(by);
      } catch (error) {
        if (!(error instanceof Blocked || error instanceof Unverifiable)) throw error;
        refusal = error;
      }
    }
    const [first, second, ...more] = placed;
    if (first === undefined || second === undefined) throw refusal;
    return [first, second, ...more];
  }

  /** Counters a bid as the seller. @returns the counter, a new pending bid */
  async counter(lot: Lot, bid: Bid, overrides: JsonObject = {}): Promise<Bid> {
    const body = await bidBody(this.#t, { price: await priceOf(this.#t, COUNTER_PRICE), ...overrides });
    const reply = await lot.seller.post(encodePath`/bids/${bid.id}/counter`, body);
    const id = ensureId(reply, 'POST /bids/{id}/counter rejected a valid counter');
    return { id, lot_id: lot.id, by: lot.seller, body, reply };
  }

  /** Creates a Pending trade: places a bid and accepts it as the seller. */
  async trade(options: { lot?: Lot; bid?: Bid; by?: Actor } = {}): Promise<Trade> {
    const lot = options.lot ?? (await this.lot());
    const bid = options.bid ?? (await this.bid(lot, {}, options.by ?? this.#t.buyer));
    const reply = await lot.seller.post(encodePath`/bids/${bid.id}/accept`);
    return { id: ensureId(reply, 'POST /bids/{id}/accept created no trade'), bid, lot, reply };
  }

  /** Creates a Pending trade: the seller counters a bid, and the buyer accepts the counter, which becomes the bid of the trade. */
  async tradeOfCounter({ lot }: { lot?: Lot } = {}): Promise<Trade & { countered: Bid }> {
    const listing = lot ?? (await this.lot());
    const countered = await this.bid(listing);
    const counter = await this.counter(listing, countered);
    const reply = await this.#t.buyer.post(encodePath`/bids/${counter.id}/accept`);
    const id = ensureId(reply, 'POST /bids/{id}/accept created no trade for a counter');
    return { id, bid: counter, countered, lot: listing, reply };
  }

  /** Pays one invoice of a trade. @throws Unverifiable if there is no hook for it */
  async pay(trade: { id: string }, invoice: 'buyer' | 'seller'): Promise<void> {
    recordPayment(this.#t.run, trade.id, invoice);
    await this.#t.hook('pay_invoice', { trade_id: trade.id, invoice });
  }

  /** Pays both invoices of a trade, the buyer's first. @throws Unverifiable if there is no hook for it */
  async settle(trade: { id: string }): Promise<void> {
    for (const invoice of ['buyer', 'seller'] as const) await this.pay(trade, invoice);
  }

  /** Creates a trade and pays both invoices. */
  async settledTrade(): Promise<Trade> {
    const trade = await this.trade();
    await this.settle(trade);
    return trade;
  }

  /** Places a multi-grade bid on an ungraded listing: a new one, or the fixture. */
  async multiGradeBid(): Promise<MultiGradeBid> {
    const t = this.#t;
    const by = t.buyer;
    const { lot, lot_id } = await this.#ungradedLot();
    const grades = await this.gradesToBid();
    const { reply, body, id } = await this.#bidByGrades(lot_id, grades);
    if (id !== undefined) return { id, lot_id, by, body, reply, grades, lot };
    throw new Blocked(`POST /inventory/{id}/bids rejected a valid multi-grade bid (status ${reply.status})`, reply.exchange);
  }

  /** Places a bid for two grades. `id` is undefined if the target rejects it. */
  async #bidByGrades(
    lot_id: string,
    [first, second]: readonly string[],
  ): Promise<Pick<MultiGradeBid, 'reply' | 'body'> & { id: string | undefined }> {
    const t = this.#t;
    const low = await priceOf(t, 298.5);
    const high = await priceOf(t, 307.25);
    const bid = async (prices: readonly [unknown, unknown]): Promise<Pick<MultiGradeBid, 'reply' | 'body'>> => {
      const bids = [first, second].map((grade, i) => ({ grade, price: prices[i] }));
      const body = await bidBody(t, { price: undefined, bids });
      return { body, reply: await t.buyer.post(encodePath`/inventory/${lot_id}/bids`, body) };
    };
    // The document leaves open whether a line's price is Money-shaped or a number: try the number after a 422.
    const placed = await bid([low, high]);
    const last = placed.reply.status === 422 ? await bid([low['amount'], high['amount']]) : placed;
    return { ...last, id: last.reply.is_success ? readId(last.reply) : undefined };
  }

  /**
   * The body of a multi-grade bid that the deployment accepts, and an ungraded listing for it. The buyer has no bid on that listing, because a deployment can limit a team to one open bid per listing (BID-39). Without a seller, the listing is the fixture, on which the buyer then has a bid.
   */
  async multiGradeTerms(): Promise<Pick<MultiGradeBid, 'lot_id' | 'body'>> {
    const { body } = await this.multiGradeBid();
    return { body, lot_id: await this.ungradedLotToBidOn() };
  }

  /** The id of an ungraded listing that the buyer can bid on: a new one if there is a seller, otherwise the fixture. @throws Unverifiable if there is neither */
  async ungradedLotToBidOn(): Promise<string> {
    return (await this.#ungradedLot()).lot_id;
  }

  async #ungradedLot(): Promise<Pick<MultiGradeBid, 'lot' | 'lot_id'>> {
    const t = this.#t;
    const lot = hasSeller(t) ? await this.lot({ grade: undefined }) : undefined;
    const lot_id = lot?.id ?? t.run.settings.fixtures.multi_grade_listing;
    return { lot, lot_id: lot_id ?? t.unverifiable('there is no ungraded listing to bid on', 'fixtures.multi_grade_listing') };
  }

  /** Two grades of the commodity of the listings, or fewer if fewer are known. */
  async grades(): Promise<readonly string[]> {
    return findListingGrades(this.#t);
  }

  /**
   * Two grades for bids on one listing. If the target does not say which belong to its commodity, a bid shows which it accepts.
   * @throws Unverifiable if no two are known
   */
  async gradesToBid(): Promise<readonly [string, string]> {
    const t = this.#t;
    return t.run.once('grades to bid', async () => {
      const [first = '', ...others] = await listGrades(t);
      for (const other of others) {
        if (others.length === 1) return [first, other];
        const { reply } = await this.#bidByGrades(await this.ungradedLotToBidOn(), [first, other]);
        // An error other than 422 is not about the grades. The check that uses them gets the same error and reports it.
        if (reply.status !== 422) return [first, other];
      }
      if (others.length === 0)
        t.unverifiable('fewer than two grades of one commodity are known, from GET /grades and GET /inventory');
      return t.unverifiable(`the target rejects bids for ${first} and each of ${others.length} other grades with 422`);
    });
  }

  /** The id of the verified elevator's first delivery location. @throws Unverifiable if there is none */
  async deliveryLocation(by: Actor = this.#t.elevator): Promise<number> {
    return this.#t.run.once(`location of ${by.name}`, async () => {
      const id = readItems(await by.get('/delivery-locations'))[0]?.['id'];
      if (typeof id !== 'number') throw new Unverifiable(`${by.name} has no delivery location`, 'actors.elevator');
      return id;
    });
  }

  /** Creates a cash bid of the elevator from the fixture `cash_bid_body`. */
  async cashBid(
    overrides: JsonObject = {},
    by: Actor = this.#t.elevator,
  ): Promise<{ id: string; reply: Reply; body: JsonObject }> {
    const body = { ...(await this.cashBidBody(by)), ...overrides };
    const reply = await by.post('/cash-bids', body);
    return { id: ensureId(reply, 'POST /cash-bids rejects fixtures.cash_bid_body'), reply, body };
  }

  /** The fixture `cash_bid_body`, with `$DELIVERY_LOCATION_ID` replaced. */
  async cashBidBody(by: Actor = this.#t.elevator): Promise<Record<string, unknown>> {
    const body = this.#t.run.settings.fixtures.cash_bid_body;
    if (body === undefined)
      throw new Unverifiable('the document does not show the body of POST /cash-bids', 'fixtures.cash_bid_body');
    const needs_location = Object.values(body).includes(DELIVERY_LOCATION_PLACEHOLDER);
    const location = needs_location ? await this.deliveryLocation(by) : undefined;
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key, value === DELIVERY_LOCATION_PLACEHOLDER ? location : value]),
    );
  }

  /** Creates a seller's offer on a cash bid, with a hook. */
  async offer(cash_bid_id: string, params: JsonObject = {}): Promise<string> {
    const { offer_id } = await this.#t.hook('make_offer', { cash_bid_id, ...params });
    if (typeof offer_id !== 'string') throw new Blocked('the hook make_offer returned no offer_id');
    return offer_id;
  }

  /**
   * Creates several pending offers on a cash bid.
   * @throws Unverifiable if an offer replaces the one before it, since the document does not say how many a cash bid can have
   */
  async offers(cash_bid_id: string, count: number): Promise<readonly string[]> {
    const made: string[] = [];
    for (let i = 0; i < count; i += 1) made.push(await this.offer(cash_bid_id));
    const listed = readItems(await this.#t.elevator.get(encodePath`/cash-bids/${cash_bid_id}/offers`, { limit: 50 }));
    const first = listed.find(({ id, offer_id }) => (id ?? offer_id) === made[0]);
    if (first !== undefined && first['status'] !== 'pending')
      throw new Unverifiable('a new offer replaces the one before it on its cash bid');
    return made;
  }

  /** Advances the target's clock. Only for checks in the lane `clock`. @param seconds how far @throws Unverifiable if the clock does not move so far */
  async advanceClock(seconds: number): Promise<void> {
    if (!this.#t.purpose.moves_clock) throw new Error(`${this.#t.purpose.id} moves the clock but is not in its lane`);
    await advanceTargetClock(this.#t, seconds);
  }
}
