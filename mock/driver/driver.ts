/** What a test or a program can do with a mock, besides the marketplace API. */
import type { paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import createClient from 'openapi-fetch';
import type { Addresses, PersonaToken } from '../server/addresses.ts';
import type { Control, ControlClient } from './control-client.ts';
import { createControlClient } from './control-client.ts';
import type { Duration } from './duration.ts';
import { readDuration } from './duration.ts';
import type { Entry } from './follow.ts';
import { follow } from './follow.ts';
import type { ReceiverOptions, WebhookReceiver } from './receiver.ts';
import { openReceiver } from './receiver.ts';
import type {
  ClockState,
  DeliveryEntry,
  DeliveryFault,
  DeliveryFilter,
  EntryKind,
  EntryList,
  EntryOf,
  EventEntry,
  EventFilter,
  Fault,
  ClockAdvance,
  MarketChange,
  OfferTerms,
  Pattern,
  RequestEntry,
  RequestFault,
  RequestFilter,
  Snapshot,
  WorldRequest,
} from './wire.ts';

/** The clock of a world. When it moves ahead, everything that becomes due happens in order, and the call waits for the deliveries. */
export interface MockClock {
  now: () => Promise<string>;
  freeze: () => Promise<MarketChange>;
  /** Lets the clock run again from its current time. */
  resume: () => Promise<MarketChange>;
  /** @param duration seconds, or text such as `'7 days'` */
  advance: (duration: Duration) => Promise<ClockAdvance>;
  /** @param now an ISO instant */
  set: (now: string) => Promise<ClockAdvance>;
  /** Advances until no delivery is queued, retries included. */
  run: () => Promise<ClockAdvance>;
}

export interface Removable {
  remove: () => Promise<void>;
}

/** A copy of a world that can be restored. */
export interface MockSnapshot extends Snapshot, Removable {
  restore: () => Promise<MarketChange>;
}

/** A world created with `world()`. `await using` deletes it at the end of the block. */
export interface MockWorld extends Addresses, Driver, AsyncDisposable {
  id: string;
  delete: () => Promise<void>;
}

export interface Driver {
  clock: MockClock;
  /** Pays one invoice of a trade. The second payment settles the trade (TRD-6). */
  payInvoice: (trade_id: string, invoice: 'buyer' | 'seller') => Promise<MarketChange & { trade_id: string }>;
  /** Makes an offer on a cash bid, as a seller does on the marketplace (CB-9). */
  offer: (cash_bid_id: string, terms?: OfferTerms) => Promise<MarketChange & { offer_id: string }>;
  /** Adds a fault, which applies to matching requests or deliveries until it is removed. */
  fault: (fault: RequestFault | DeliveryFault) => Promise<Fault & Removable>;
  /** The unmasked record behind a public id, with its relations. */
  truth: <Record = unknown>(id: string) => Promise<Record>;
  requests: (filter?: RequestFilter) => Promise<EntryList<RequestEntry>>;
  events: (filter?: EventFilter) => Promise<EntryList<EventEntry>>;
  deliveries: (filter?: DeliveryFilter) => Promise<EntryList<DeliveryEntry>>;
  /**
   * Waits for a request, an event, or a delivery whose fields have these values.
   * @param options.timeoutMs real time; default 10,000, at most 60,000
   * @param options.since also considers earlier entries after this `seq`; 0 for all entries in the journal
   * @throws ControlError with status 408 that names the near misses
   */
  waitFor: <Kind extends EntryKind>(
    kind: Kind,
    pattern?: Pattern,
    options?: { timeoutMs?: number; since?: number },
  ) => Promise<EntryOf[Kind]>;
  /**
   * Yields requests, events, and deliveries as they happen, until the signal aborts or the mock stops.
   * @param options.kinds default: all
   * @param options.isFromStart also yields the entries that are already in the journal
   */
  follow: (options?: { kinds?: readonly EntryKind[]; isFromStart?: boolean; signal?: AbortSignal }) => AsyncGenerator<Entry>;
  /**
   * A typed client of the marketplace API with the token of a persona.
   * @throws Error if developer tokens are off, or the name is unknown
   */
  as: (persona: PersonaToken) => Client<paths>;
  webhooks: {
    /** Starts a local receiver and subscribes it. `await using` stops it and deletes the subscription. */
    receiver: (options?: ReceiverOptions) => Promise<WebhookReceiver>;
  };
  snapshot: (name?: string) => Promise<MockSnapshot>;
  /** Creates another world on the same mock, with its own contents, clock, and journal. */
  world: (options?: WorldRequest) => Promise<MockWorld>;
  /** Restores the initial contents and clock. */
  reset: () => Promise<MarketChange>;
  /** Calls any operation of the control plane in this world. */
  control: Control;
}

/** @param control_url the control plane of the world, at an address that this process can reach */
export function createDriver(addresses: Addresses, control_url: string, admin_token: string | undefined): Driver {
  const client = createControlClient(control_url, admin_token);
  const { control } = client;
  const as = (persona: PersonaToken): Client<paths> => createMarketplaceClient(addresses, persona);
  return {
    ...actionsOf(client),
    clock: clockOf(control),
    as,
    webhooks: { receiver: async (options = {}) => openReceiver(as(options.as ?? 'buyer'), options) },
    world: async (options = {}) => {
      const { id, ...created } = await control<Addresses & { id: string }>('POST', '/worlds', options);
      const root = control_url.replace(/(?:\/worlds\/[^/]+)?\/_gristmill$/, '');
      const remove = async (): Promise<void> => {
        await control('DELETE', `/worlds/${id}`);
      };
      return {
        id,
        ...created,
        ...createDriver(created, `${root}/worlds/${id}/_gristmill`, admin_token),
        delete: remove,
        [Symbol.asyncDispose]: remove,
      };
    },
  };
}

function clockOf(control: Control): MockClock {
  return {
    now: async () => (await control<ClockState>('GET', '/clock')).now,
    freeze: () => control('POST', '/clock/freeze'),
    resume: () => control('POST', '/clock/resume'),
    advance: async (duration) => {
      const seconds = readDuration(duration);
      if (seconds === undefined)
        throw new TypeError(`clock.advance: '${duration}' is not a duration; give seconds, or text such as '90s' or '7 days'`);
      return control('POST', '/clock/advance', { seconds });
    },
    set: (now) => control('POST', '/clock/set', { now }),
    run: () => control('POST', '/clock/run'),
  };
}

function actionsOf({ control, openStream }: ControlClient): Omit<Driver, 'clock' | 'as' | 'webhooks' | 'world'> {
  const removable = (path: string): Removable['remove'] => {
    return async () => {
      await control('DELETE', path);
    };
  };
  return {
    control,
    payInvoice: (trade_id, invoice) => control('POST', `/trades/${encodeURIComponent(trade_id)}/invoices/${invoice}/pay`),
    offer: (cash_bid_id, terms = {}) => control('POST', `/cash-bids/${encodeURIComponent(cash_bid_id)}/offers`, terms),
    fault: async (body) => {
      const fault = await control<Fault>('POST', '/faults', body);
      return { ...fault, remove: removable(`/faults/${fault.id}`) };
    },
    truth: (id) => control('GET', `/truth/${encodeURIComponent(id)}`),
    requests: (filter = {}) => control('GET', `/requests${queryOf(filter)}`),
    events: (filter = {}) => control('GET', `/events${queryOf(filter)}`),
    deliveries: (filter = {}) => control('GET', `/deliveries${queryOf(filter)}`),
    waitFor: async (kind, pattern = {}, { timeoutMs, since } = {}) => {
      const body = {
        [kind]: pattern,
        ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
        ...(since === undefined ? {} : { since }),
      };
      const found = await control<Partial<EntryOf>>('POST', '/wait', body);
      // The response has one member, named after the kind.
      return found[kind] as EntryOf[typeof kind];
    },
    follow: (options = {}) => follow(openStream, options),
    snapshot: async (name) => {
      const snapshot = await control<Snapshot>('POST', '/snapshots', name === undefined ? {} : { name });
      const path = `/snapshots/${snapshot.id}`;
      return { ...snapshot, restore: () => control('POST', `${path}/restore`), remove: removable(path) };
    },
    reset: () => control('POST', '/reset'),
  };
}

function createMarketplaceClient({ base_url, tokens }: Addresses, persona: PersonaToken): Client<paths> {
  const token = tokens[persona];
  if (token !== undefined) return createClient<paths>({ baseUrl: base_url, headers: { Authorization: `Bearer ${token}` } });
  const known = Object.keys(tokens);
  throw new Error(
    known.length === 0
      ? `as('${persona}'): developer tokens are off; create a token with control('POST', '/tokens', { persona: '${persona}' })`
      : `as('${persona}'): there is no such persona; use one of ${known.join(', ')}`,
  );
}

function queryOf(filter: object): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
