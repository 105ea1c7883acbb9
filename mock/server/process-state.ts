/** What the process as a whole knows of itself, for probes and metrics. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { stopwatchMs } from '../ports/clock.ts';
import { Alarm } from '../ports/timer.ts';
import type { Worlds } from './world/worlds.ts';

/** How long a probe waits for the database. */
const PROBE_PATIENCE_MS = 2_000;
const LAG_PERCENTILE = 99;
const NS_PER_SECOND = 1e9;
/** Anyone can probe, so the database is asked this often at most. */
const PROBE_KEPT_MS = 500;

/** Why the process takes no requests. Undefined if it does. */
export type NotReady = keyof typeof NOT_READY | undefined;

export const NOT_READY = {
  draining: 'The mock is stopping and takes no new requests.',
  database: 'The database does not respond.',
} as const;

export class ProcessState {
  is_draining = false;
  /** Since the start. */
  database_errors = 0;
  /** Requests that a shared mock has refused, by limit. */
  readonly refused = new Map<string, number>();
  /** Requests that run, and that wait for their turn. Zero on a mock without tenants. */
  queue: { readonly running: number; readonly waiting: number } = { running: 0, waiting: 0 };
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  #probed: { at_ms: number; outcome: Promise<boolean> } | undefined;

  /** The 99th percentile of how late the event loop was, in seconds. Measured from the first call on. */
  lagSeconds(): number {
    if (this.#delay === undefined) {
      this.#delay = monitorEventLoopDelay();
      this.#delay.enable();
    }
    return this.#delay.percentile(LAG_PERCENTILE) / NS_PER_SECOND;
  }

  close(): void {
    this.#delay?.disable();
  }

  countRefused(limit: string): void {
    this.refused.set(limit, (this.refused.get(limit) ?? 0) + 1);
  }

  /** Whether the process can serve requests now: it is not stopping, and its database responds. Migrations are done before it listens. */
  async whyNotReady(worlds: Worlds): Promise<NotReady> {
    if (this.is_draining) return 'draining';
    const now_ms = stopwatchMs();
    if (this.#probed === undefined || now_ms - this.#probed.at_ms > PROBE_KEPT_MS)
      this.#probed = { at_ms: now_ms, outcome: doesDatabaseRespond(worlds) };
    return (await this.#probed.outcome) ? undefined : 'database';
  }
}

async function doesDatabaseRespond(worlds: Worlds): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const patience = new Alarm(() => {
    resolve(false);
  });
  patience.set(PROBE_PATIENCE_MS);
  try {
    const asked = worlds.default.store.reader.selectFrom('users').select('id').limit(1).execute();
    return await Promise.race([asked.then(() => true), late]);
  } catch {
    return false;
  } finally {
    patience.clear();
  }
}
