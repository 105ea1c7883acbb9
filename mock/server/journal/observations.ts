/** Keeps what the coach needs and the journal does not have: token requests, and the real time of deliveries. */
import { steadyEpochMs } from '../../ports/clock.ts';
import type { WorldEvent } from './event-bus.ts';
import type { ObservationTable } from '../../market/store/postgres/logs.ts';
import type { Vault } from '../../ports/vault.ts';
import { SharedLog } from './shared-log.ts';
import type { Delivery, Exchange } from './traffic.ts';

const OBSERVED_MAX: Readonly<Record<Observation['kind'], number>> = { token: 500, delivery: 1_000 };

/** A request for a token, and the client that made it. */
interface TokenRequest extends Exchange {
  readonly client_id: string | null;
}

/** A delivery attempt. Its subscription tells whether it is live. */
type ObservedDelivery = Omit<Delivery, 'livemode'>;

/** The observations of each kind, oldest first. */
interface Observed {
  readonly token_requests: readonly TokenRequest[];
  readonly deliveries: readonly ObservedDelivery[];
  /** The coach ignores requests of the journal up to this number. */
  readonly since_seq: number;
}

/** A stored observation. */
type Observation =
  | { readonly kind: 'token'; readonly request: Omit<TokenRequest, 'n'> }
  | { readonly kind: 'delivery'; readonly delivery: ObservedDelivery };

/** Where observations are kept. */
interface ObservationLog {
  add(observation: Observation): void;
  /** Oldest first. */
  read(): Promise<readonly Observation[]>;
  since(): Promise<number>;
  /** @param since_seq default: unchanged */
  forget(since_seq?: number): Promise<void>;
  flush(): Promise<void>;
}

export class Observations {
  readonly #log: ObservationLog;
  readonly #effects = new Map<string, string>();

  constructor(log: ObservationLog = new OwnObservations()) {
    this.#log = log;
  }

  async read(): Promise<Observed> {
    const [observed, since_seq] = await Promise.all([this.#log.read(), this.#log.since()]);
    const requests = observed.flatMap((one) => (one.kind === 'token' ? [one.request] : []));
    const deliveries = observed.flatMap((one) => (one.kind === 'delivery' ? [one.delivery] : []));
    return { token_requests: requests.map((request, index) => ({ ...request, n: index + 1 })), deliveries, since_seq };
  }

  /** @param since_seq the number of the last request of the journal to forget. Default: unchanged */
  async forget(since_seq?: number): Promise<void> {
    this.#effects.clear();
    await this.#log.forget(since_seq);
  }

  /** Resolves when the observations so far are written. */
  async flush(): Promise<void> {
    await this.#log.flush();
  }

  noteToken(request: Omit<TokenRequest, 'n'>): void {
    this.#log.add({ kind: 'token', request });
  }

  /** Remembers what a fault does to a running delivery attempt. */
  noteEffect(attempt: { event_id: string; subscription_id: string; attempt: number }, effect: string): void {
    this.#effects.set(keyOf(attempt), effect);
  }

  note(event: WorldEvent): void {
    if (event.kind !== 'delivery') return;
    const { id, event_id, event: type, subscription_id, attempts, request_body, response_status, duration_ms } = event.delivery;
    const key = keyOf({ event_id, subscription_id, attempt: attempts });
    const ended_ms = steadyEpochMs();
    this.#log.add({
      kind: 'delivery',
      delivery: {
        id,
        event_id,
        event: type,
        subscription_id,
        body: request_body,
        response_status,
        began_ms: ended_ms - duration_ms,
        ended_ms,
        disturbed_by: this.#effects.get(key) ?? null,
      },
    });
    this.#effects.delete(key);
  }
}

/** Observations in memory. Each kind has its own limit, so that deliveries do not displace token requests. */
class OwnObservations implements ObservationLog {
  readonly #kept: Record<Observation['kind'], Observation[]> = { token: [], delivery: [] };
  #since_seq = 0;

  add(observation: Observation): void {
    const kept = this.#kept[observation.kind];
    kept.push(observation);
    if (kept.length > OBSERVED_MAX[observation.kind]) kept.shift();
  }

  read(): Promise<readonly Observation[]> {
    return Promise.resolve([...this.#kept.token, ...this.#kept.delivery]);
  }

  since(): Promise<number> {
    return Promise.resolve(this.#since_seq);
  }

  forget(since_seq = this.#since_seq): Promise<void> {
    this.#since_seq = since_seq;
    this.#kept.token = [];
    this.#kept.delivery = [];
    return Promise.resolve();
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}

/** The observations that all processes of a shared world made, kept in the database. */
export class SharedObservations extends SharedLog<Observation> implements ObservationLog {
  readonly #table: ObservationTable;

  constructor(table: ObservationTable, vault: Vault) {
    super(table, vault);
    this.#table = table;
  }

  since(): Promise<number> {
    return this.#table.since();
  }

  async forget(since_seq?: number): Promise<void> {
    await this.flush();
    await this.#table.forget(since_seq ?? (await this.since()));
  }
}

function keyOf({ event_id, subscription_id, attempt }: { event_id: string; subscription_id: string; attempt: number }): string {
  return `${event_id} ${subscription_id} ${attempt}`;
}
