/** Metrics for Prometheus: counters of this world and of the process. */
import { Clock, toMs } from '../../../ports/clock.ts';
import { DURATION_BOUNDS_SECONDS } from '../../journal/tally.ts';
import type { World } from '../../world/world.ts';
import { type Family, type Sample, EXPOSITION_TYPE, expose, histogram } from './prometheus-text.ts';
import { readVersion } from '../endpoint/health.ts';
import { type ControlCall, controlOperation } from '../endpoint/operation.ts';

const OUTCOMES = ['delivered', 'retrying', 'failed'] as const;

function gauge(name: string, help: string, value: number | readonly Sample[]): Family {
  return { name, help, type: 'gauge', samples: typeof value === 'number' ? [{ value }] : value };
}

function counter(name: string, help: string, value: number | readonly Sample[]): Family {
  return { ...gauge(name, help, value), type: 'counter' };
}

function countRequests({ tally }: World): Family[] {
  const responses: Sample[] = [];
  const samples: Sample[] = [];
  for (const [operation, { responses: byMethod, durations, duration_sum_seconds }] of tally.operations) {
    for (const [method, classes] of byMethod) {
      for (const [status_class, value] of classes.entries()) {
        if (value > 0) responses.push({ labels: { operation, method, status: `${status_class}xx` }, value });
      }
    }
    samples.push(...histogram({ operation }, DURATION_BOUNDS_SECONDS, durations, duration_sum_seconds));
  }
  const help = 'Time from the headers of a request until the response is ready.';
  return [
    counter('gristmill_requests_total', 'Requests to operations.', responses),
    { name: 'gristmill_request_duration_seconds', help, type: 'histogram', samples },
  ];
}

/** Metrics of the process. Little idle time means that the event loop lags. */
function measureProcess(): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', heapUsed),
    counter('process_cpu_seconds_total', 'Processor time, user and system.', (user + system) / 1_000_000),
    counter('nodejs_eventloop_active_seconds_total', 'Active time of the event loop.', active / 1000),
    counter('nodejs_eventloop_idle_seconds_total', 'Idle time of the event loop.', idle / 1000),
  ];
}

/** Metrics for the operator of a shared mock. */
async function measureSharedMock({ state, worlds }: ControlCall): Promise<Family[]> {
  const refused = [...state.refused].map(([limit, value]) => ({ labels: { limit }, value }));
  const ready = (await state.whyNotReady(worlds)) === undefined ? 1 : 0;
  const lag = 'Lag of the event loop since the metrics were first read, 99th percentile.';
  return [
    gauge('nodejs_eventloop_lag_p99_seconds', lag, state.lagSeconds()),
    gauge('gristmill_ready', 'Whether the process accepts requests: 1 or 0.', ready),
    gauge('gristmill_requests_running', 'Running requests of tenants.', state.queue.running),
    gauge('gristmill_requests_waiting', 'Waiting requests of tenants.', state.queue.waiting),
    counter('gristmill_requests_refused_total', 'Requests refused by a quota.', refused),
    counter('gristmill_database_errors_total', 'Requests that failed because of the database.', state.database_errors),
  ];
}

/** Metrics that this process counts: what it has done, and what it has open. */
async function measureOwn(call: ControlCall): Promise<Family[]> {
  const { world, streams } = call;
  const attempts = OUTCOMES.map((outcome) => ({ labels: { outcome }, value: world.tally.deliveries(outcome) }));
  return [
    gauge('gristmill_build_info', 'Always 1. The label is the version.', [{ labels: { version: readVersion() }, value: 1 }]),
    ...countRequests(world),
    counter('gristmill_delivery_attempts_total', 'Delivery attempts by outcome.', attempts),
    gauge('gristmill_streams', 'Open streams of this world.', streams.count(world)),
    ...(await measureSharedMock(call)),
    ...measureProcess(),
  ];
}

/** How many deliveries are queued, and since when the oldest one is due. */
async function readQueue({ store: { reader: db } }: World): Promise<{ queued: number; oldest: string | null }> {
  return db
    .selectFrom('queue')
    .select((eb) => [eb.fn.countAll<number>().as('queued'), eb.fn.min<string | null>('due_at').as('oldest')])
    .executeTakeFirstOrThrow();
}

async function countSubscriptions({ store: { reader: db } }: World): Promise<Sample[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => ['is_active', eb.fn.countAll<number>().as('found')] as const)
    .where('deleted_at', 'is', null)
    .groupBy('is_active')
    .execute();
  return [1, 0].map((is_active) => ({
    labels: { state: is_active === 1 ? 'active' : 'inactive' },
    value: rows.find((row) => row.is_active === is_active)?.found ?? 0,
  }));
}

/** Metrics from the database, which are the same in every process that serves the same worlds. */
async function measureStored({ world, worlds, tenants }: ControlCall): Promise<Family[]> {
  const now_ms = world.clock.now_ms();
  const offset_ms = now_ms - new Clock().now_ms();
  const journal = await world.journal.status();
  const { queued, oldest } = await readQueue(world);
  const lag_ms = oldest === null ? 0 : Math.max(0, now_ms - toMs(oldest));
  const offset = "How far the clock of the world is ahead of the machine's clock.";
  return [
    gauge('gristmill_outbox_queued', 'Queued deliveries, including retries.', queued),
    gauge('gristmill_subscriptions', 'Webhook subscriptions that are not deleted.', await countSubscriptions(world)),
    gauge('gristmill_journal_bytes', 'Estimated size of the journal.', journal.bytes),
    gauge('gristmill_journal_dropped', 'Requests that the journal has dropped since it was cleared.', journal.dropped),
    gauge('gristmill_worlds', 'Worlds.', (await worlds.list()).length),
    gauge('gristmill_tenants', 'Tenants.', tenants === undefined ? 0 : (await tenants.all()).length),
    gauge('gristmill_clock_offset_seconds', offset, offset_ms / 1000),
    gauge('gristmill_delivery_lag_seconds', 'How long the oldest due delivery has waited.', lag_ms / 1000),
  ];
}

/** Adds to the help text of each metric whether it is about this process or about all processes. */
function withScope(families: readonly Family[], scope: string): Family[] {
  return families.map((family) => ({ ...family, help: `${family.help} ${scope}` }));
}

async function measure(call: ControlCall): Promise<Family[]> {
  const [own, stored] = await Promise.all([measureOwn(call), measureStored(call)]);
  return [...withScope(own, 'Of this process.'), ...withScope(stored, 'The same at every process.')];
}

export const METRICS = [
  controlOperation('get', '/metrics', {
    summary: 'Export metrics for Prometheus',
    description:
      'Metrics of this world and of the process. The help text of each says whether this process counts it, or every ' +
      'process that serves the same worlds reports the same. A reset does not clear counters.',
    response: { media_type: EXPOSITION_TYPE },
    audience: 'operator',
    act: async (call) => ({ verbatim: expose(await measure(call)) }),
  }),
];
