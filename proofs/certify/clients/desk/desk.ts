/** The types of the desk: what it holds, and the parts that a variation replaces. */
import type { Client } from 'openapi-fetch';
import type { components, paths } from '#spec/openapi.types'; // Generated from the published OpenAPI document.
import type { Settings } from './settings.ts';
import type { Store } from './state.ts';

export type Lot = components['schemas']['Inventory'];
export type Bid = components['schemas']['Bid'];
export type Trade = components['schemas']['Trade'];
export type PlaceBid = components['schemas']['PlaceBid'];
export type Query = Readonly<Record<string, string | number>>;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly next: string | null;
}

/** A bid that is to be placed once, however often it is sent. */
export interface Order {
  readonly lot_id: string;
  readonly key: string;
  readonly body: PlaceBid;
  bid_id?: string;
}

/** A webhook delivery. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly event?: string;
  readonly livemode: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Failure {
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly errors?: readonly { field: string; message: string }[] | undefined;
}

/** The API responded with an error, or did not respond. */
export class ApiFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface Desk {
  readonly settings: Settings;
  readonly parts: Parts;
  readonly store: Store;
  readonly api: Client<paths>;
  /** Sends a request with the token, retries, and time-out of this desk. */
  readonly wire: (request: Request) => Promise<Response>;
  readonly bids: Map<string, Bid>;
  readonly trades: Map<string, Trade>;
  refreshing: Promise<void> | undefined;
  /** Deliveries in progress, by envelope id. */
  readonly working: Map<string, Promise<void>>;
  last_news_ms: number;
}

/** The attempt that has just ended. */
export interface Attempt {
  readonly request: Request;
  /** Undefined: no response. */
  readonly response: Response | undefined;
  /** From 1. */
  readonly attempt: number;
}

/** The decisions of the desk. Each faulty client replaces one or two of them. */
export interface Parts {
  tokenFor: (desk: Desk, request: Request) => Promise<string>;
  /** Gets a new access token after `failed` was refused. */
  renew: (desk: Desk, failed: string) => Promise<void>;
  keepTokens: (desk: Desk, tokens: { access_token: string; refresh_token?: string | undefined }) => void;
  /** Changes a request before it is sent. */
  prepare: (desk: Desk, request: Request, attempt: number) => Request | Promise<Request>;
  timeoutMs: (desk: Desk) => number;
  isWorthRetrying: (desk: Desk, last: Attempt) => boolean;
  delayMs: (desk: Desk, last: Attempt) => number;
  /** Reads all lots that match. */
  walk: (desk: Desk, query: Query) => Promise<readonly Lot[]>;
  /** The query of the first page. */
  pageQuery: (desk: Desk, query: Query) => Query;
  /** The address of the next page. */
  nextOf: (desk: Desk, url: string, page: Page<Lot>) => string | undefined;
  readLot: (lot: Lot) => Lot | undefined;
  /** Lots to bid on, the best first. */
  choose: (lots: readonly Lot[]) => readonly Lot[];
  orderFor: (desk: Desk, lot: Lot, quantity_mt: number) => Order;
  send: (desk: Desk, order: Order) => Promise<Bid>;
  /** Whether to bid on the next lot after this failure. */
  isLotGone: (failure: Failure) => boolean;
  verify: (desk: Desk, header: string, raw: Buffer) => boolean;
  parse: (raw: Buffer) => Envelope;
  identify: (envelope: Envelope) => string;
  typeOf: (envelope: Envelope) => string;
  accepts: (envelope: Envelope) => boolean;
  /** Handles a delivery, and returns its status. */
  take: (desk: Desk, envelope: Envelope) => Promise<number>;
  work: (desk: Desk, envelope: Envelope) => Promise<void>;
  onBidEvent: (desk: Desk, envelope: Envelope) => Promise<void>;
  onTradeEvent: (desk: Desk, envelope: Envelope) => Promise<void>;
  onCountered: (desk: Desk, bid: Bid) => Promise<void>;
  isOpen: (status: string) => boolean;
  reconcile: (desk: Desk) => Promise<void>;
  statusOf: (desk: Desk, bid_id: string) => Promise<string | null>;
  /** How often each event took effect. Undefined: it does not count. */
  effects: (desk: Desk) => Readonly<Record<string, number>> | undefined;
}
