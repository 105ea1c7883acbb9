/** The parts of a world that the layers below `server/world` use. A `World` satisfies all but `RequestWorlds`. */
import type { Tx } from '../market/records/tables.ts';
import type { Refusal } from '../market/rules/refusal.ts';
import type { Inventory } from '../market/store/inventory/inventory.ts';
import type { Ids } from '../market/store/ids.ts';
import type { Store } from '../market/store/store.ts';
import type { Seams } from '../mutations/seams.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { Vault } from '../ports/vault.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoredFaults } from './faults/stored-faults.ts';
import type { EventBus, WorldEvent } from './journal/event-bus.ts';
import type { RequestJournal } from './journal/journal.ts';
import type { Observations } from './journal/observations.ts';
import type { Quotas } from './quotas.ts';
import type { SignatureOptions } from './webhooks/sign.ts';

/**
 * The interface for handlers, seams, and the outbox. It has no store, so that code inside a transaction can use only the database handle that
 * it was passed.
 */
export interface WorldPorts {
  readonly id: string;
  readonly clock: Pick<Clock, 'now' | 'now_ms'>;
  readonly ids: Ids;
  readonly seams: Seams;
  readonly inventory: Inventory;
  readonly options: {
    readonly is_lenient: boolean;
    readonly is_shared: boolean;
    readonly public_url: string | undefined;
    readonly signature_options?: SignatureOptions | undefined;
    readonly vault: Vault;
    readonly tracing: Tracing;
    readonly tenant_id?: string | undefined;
    readonly quotas?: Quotas | undefined;
  };
  /** Returns the next secret of a kind, such as `webhook`. */
  secrets(kind: string): string;
  /** Publishes an event after the transaction commits. A rolled-back transaction publishes nothing. */
  publishAfterCommit(tx: Tx, event: WorldEvent): void;
}

/** The interface for serving a request, before and after its transaction. */
export interface RequestWorld extends WorldPorts {
  readonly store: Store;
  readonly lock: { share<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined> };
  readonly journal: RequestJournal;
  readonly observations: Observations;
  readonly faults: StoredFaults;
  runDue(): Promise<void>;
  write<Result>(change: (tx: Tx, now: string) => Promise<Result>): Promise<Result>;
}

/** The interface for the webhook dispatcher. */
export interface DeliveryWorld extends WorldPorts {
  readonly store: Store;
  readonly faults: StoredFaults;
  readonly observations: Pick<Observations, 'noteEffect'>;
  readonly bus: Pick<EventBus, 'publish'>;
  /** Changes with a reset or restore. */
  readonly epoch: string;
  /** Applies changes that other processes have saved. */
  catchUp(): Promise<void>;
  readonly schedule: {
    /** In a world that several processes serve, saves the next due time in the transaction of the change that affects it. */
    save(tx: Tx): Promise<void>;
    afterCommit(): Promise<void>;
  };
}

/** The worlds of one process. A refusal says why there is no such world. */
export interface RequestWorlds {
  find(id: unknown): Promise<RequestWorld | Refusal>;
}
