/** The parts of a world that depend on whether several processes serve it. */
import type { LogLimitsOfWorld } from '../../market/store/postgres/logs.ts';
import type { PersistedState } from '../../market/store/runtime.ts';
import type { Shared, Store } from '../../market/store/store.ts';
import { SerialQueue } from '../../ports/serial-queue.ts';
import { storeInProcess } from '../faults/own-faults.ts';
import { storeInDatabase } from '../faults/shared-faults.ts';
import { StoredFaults } from '../faults/stored-faults.ts';
import type { WorldEvent } from '../journal/event-bus.ts';
import { EventBus } from '../journal/event-bus.ts';
import type { Inbox } from '../journal/inbox.ts';
import { MESSAGES_MAX, openInbox, openSharedInbox } from '../journal/inbox.ts';
import type { JournalEntry, RequestJournal } from '../journal/journal.ts';
import { JOURNAL_LIMITS, Journal } from '../journal/journal.ts';
import { Observations, SharedObservations } from '../journal/observations.ts';
import type { TailReader } from '../journal/shared-bus.ts';
import { SharedBus } from '../journal/shared-bus.ts';
import { SharedJournal } from '../journal/shared-journal.ts';
import type { TenantOptions } from '../quotas.ts';
import { journalLimitsOf } from '../quotas.ts';
import { attemptsAfter, eventsAfter, lastSeq } from '../webhooks/history.ts';
import type { WorldOptions } from './world-options.ts';

/** How many rows are read at a time. */
const ROWS_PER_READ = 500;
const MIB = 1024 * 1024;

/** The limits of the logs of a world on PostgreSQL. */
export function logLimitsOf(options: TenantOptions): LogLimitsOfWorld {
  const journal = journalLimitsOf(options) ?? JOURNAL_LIMITS;
  return {
    // Halved, because a log keeps up to twice its limit.
    journal: { ...journal, entries: Math.ceil(journal.entries / 2) },
    inbox: { entries: MESSAGES_MAX, bytes: 8 * MIB },
    observations: { entries: 1_000, bytes: 16 * MIB },
  };
}

export interface Parts {
  bus: EventBus;
  journal: RequestJournal;
  faults: StoredFaults;
  /** Concurrent clock changes and snapshots are queued. */
  serial_queue: Pick<SerialQueue, 'queue'>;
  inbox: Inbox;
  observations: Observations;
  /** Receives the number of faults in the database. */
  followFaults: (count: number) => void;
}

interface Options {
  options: TenantOptions & Pick<WorldOptions, 'seed' | 'vault' | 'coach'>;
  store: Store;
  /** The persisted state of a world in a file. */
  persisted_state: PersistedState | undefined;
  now: () => string;
  /** Receives the events that this process publishes. */
  count: (event: WorldEvent) => void;
}

export function makeParts(options: Options): Parts {
  const { shared } = options.store;
  return shared === undefined ? makeOwnParts(options) : makeSharedParts(options, shared);
}

function makeOwnParts({ options, store, persisted_state, now, count }: Options): Parts {
  const bus = new EventBus(count);
  const publish = (request: JournalEntry): void => {
    bus.publish({ kind: 'request', request });
  };
  const journal = new Journal(now, publish, journalLimitsOf(options));
  return {
    bus,
    journal,
    faults: new StoredFaults(storeInProcess(options.seed, store, persisted_state?.faults)),
    serial_queue: new SerialQueue(),
    inbox: openInbox(persisted_state?.inbox_key ?? undefined),
    observations: new Observations(),
    followFaults: () => undefined,
  };
}

function makeSharedParts({ options: { seed, vault, coach }, store, now, count }: Options, shared: Shared): Parts {
  const journal = new SharedJournal(shared.journal, vault, now, (request) => {
    bus.publish({ kind: 'request', request });
  });
  const bus: SharedBus = new SharedBus(count, readTail(store, journal));
  const faults = storeInDatabase(seed, store, shared);
  const turns = new SerialQueue();
  return {
    bus,
    journal,
    faults: new StoredFaults(faults),
    inbox: openSharedInbox(shared.inbox),
    // Only the coach reads them.
    observations: new Observations(coach === undefined ? undefined : new SharedObservations(shared.observations, vault)),
    serial_queue: { queue: (work) => turns.queue(() => shared.exclude('clock', work)) },
    followFaults: (found) => {
      faults.follow(found);
    },
  };
}

function readTail({ reader: db }: Store, journal: SharedJournal): TailReader {
  return {
    locate: async () => {
      const [{ last_seq }, event, delivery] = await Promise.all([
        journal.status(),
        lastSeq(db, 'events'),
        lastSeq(db, 'deliveries'),
      ]);
      return { request: last_seq, event, delivery };
    },
    read: async (after) => {
      const requests = await journal.read(after.request);
      const events = await eventsAfter(db, after.event, ROWS_PER_READ);
      const deliveries = await attemptsAfter(db, after.delivery, ROWS_PER_READ);
      return [
        ...requests.map((request) => ({ kind: 'request' as const, request })),
        ...events.map((found) => ({ kind: 'event' as const, ...found })),
        ...deliveries.map((delivery) => ({ kind: 'delivery' as const, delivery })),
      ];
    },
  };
}
