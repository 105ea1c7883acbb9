/** Metrics for Prometheus: counters of this world and of the process. */
import { Clock, toMs } from '../../../ports/clock.ts';
import { DURATION_BOUNDS_SECONDS } from '../../journal/tally.ts';
import type { World } from '../../world/world.ts';
import type { Family, Sample } from './prometheus-text.ts';
import { EXPOSITION_TYPE, expose, histogram } from './prometheus-text.ts';
import { readVersion } from '../endpoint/health.ts';
import type { ControlCall, ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';

const OUTCOMES = ['delivered', 'retrying', 'failed'] as const;

function countRequests({ tally }: World): Family[] {
  const answers: Sample[] = [];
  const durations: Sample[] = [];
  for (const [operation, { answers: byMethod, durations: counts, duration_sum_seconds }] of tally.operations) {
    for (const [method, classes] of byMethod) {
      for (const [status_class, value] of classes.entries()) {
        if (value > 0) answers.push({ labels: { operation, method, status: `${status_class}xx` }, value });
      }
    }
    durations.push(...histogram({ operation }, DURATION_BOUNDS_SECONDS, counts, duration_sum_seconds));
  }
  return [
    { name: 'gristmill_requests_total', help: 'Requests to operations.', type: 'counter', samples: answers },
    {
      name: 'gristmill_request_duration_seconds',
      help: 'Time from the headers of a request until the response is ready.',
      type: 'histogram',
      samples: durations,
    },
  ];
}

/** How long the oldest delivery that is due has waited, in seconds of the world's clock. */
async function measureLag({ store: { reader: db }, clock }: World): Promise<number> {
  const { oldest } = await db
    .selectFrom('queue')
    .select((eb) => eb.fn.min<string | null>('due_at').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest === null ? 0 : Math.max(0, (clock.now_ms() - toMs(oldest)) / 1000);
}

async function countStored({ store: { reader: db } }: World): Promise<Family[]> {
  const { queued } = await db
    .selectFrom('queue')
    .select((eb) => eb.fn.countAll<number>().as('queued'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => ['is_active', eb.fn.countAll<number>().as('found')] as const)
    .where('deleted_at', 'is', null)
    .groupBy('is_active')
    .execute();
  const subscriptions = [1, 0].map((is_active) => ({
    labels: { state: is_active === 1 ? 'active' : 'inactive' },
    value: rows.find((row) => row.is_active === is_active)?.found ?? 0,
  }));
  return [
    gauge('gristmill_outbox_queued', 'Queued deliveries, including retries.', queued),
    {
      name: 'gristmill_subscriptions',
      help: 'Webhook subscriptions that are not deleted.',
      type: 'gauge',
      samples: subscriptions,
    },
  ];
}

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

function counter(name: string, help: string, value: number): Family {
  return { name, help, type: 'counter', samples: [{ value }] };
}

/** Process metrics. A low idle time shows that the event loop lags. */
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

/** What the operator of a shared mock watches. */
async function describeProcess({ state, worlds }: ControlCall): Promise<Family[]> {
  const refused = [...state.refused].map(([limit, value]) => ({ labels: { limit }, value }));
  const ready = (await state.whyNotReady(worlds)) === undefined ? 1 : 0;
  return [
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'Lag of the event loop since the metrics were first read, 99th percentile.',
      state.lagSeconds(),
    ),
    gauge('gristmill_ready', 'Whether the process takes requests: 1 or 0.', ready),
    gauge('gristmill_requests_running', 'Requests of tenants that run.', state.queue.running),
    gauge('gristmill_requests_waiting', 'Requests of tenants that wait for their turn.', state.queue.waiting),
    { name: 'gristmill_requests_refused_total', help: 'Requests refused by a quota.', type: 'counter', samples: refused },
    counter('gristmill_database_errors_total', 'Requests that failed because of the database.', state.database_errors),
  ];
}

/** What this process has done and has open. */
async function measureOwn(call: ControlCall): Promise<Family[]> {
  const { world, streams } = call;
  const attempts = OUTCOMES.map((outcome) => ({ labels: { outcome }, value: world.tally.deliveries(outcome) }));
  return [
    {
      name: 'gristmill_build_info',
      help: 'Always 1. The label is the version.',
      type: 'gauge',
      samples: [{ labels: { version: readVersion() }, value: 1 }],
    },
    ...countRequests(world),
    {
      name: 'gristmill_delivery_attempts_total',
      help: 'Delivery attempts by outcome.',
      type: 'counter',
      samples: attempts,
    },
    gauge('gristmill_streams', 'Open streams of this world.', streams.count(world)),
    ...(await describeProcess(call)),
    ...measureProcess(),
  ];
}

/** What the database says, so that every process that serves the same worlds reports the same. */
async function measureShared({ world, worlds, tenants }: ControlCall): Promise<Family[]> {
  const journal = await world.journal.status();
  return [
    ...(await countStored(world)),
    gauge('gristmill_journal_bytes', 'Estimated size of the journal.', journal.bytes),
    gauge('gristmill_journal_dropped', 'Requests that the journal has dropped since it was cleared.', journal.dropped),
    gauge('gristmill_worlds', 'Worlds.', (await worlds.list()).length),
    gauge('gristmill_tenants', 'Tenants.', tenants === undefined ? 0 : (await tenants.all()).length),
    gauge(
      'gristmill_clock_offset_seconds',
      "How far the clock of the world is ahead of the machine's clock.",
      (world.clock.now_ms() - new Clock().now_ms()) / 1000,
    ),
    gauge('gristmill_delivery_lag_seconds', 'How long the oldest due delivery has waited.', await measureLag(world)),
  ];
}

function withScope(families: readonly Family[], scope: string): Family[] {
  return families.map((family) => ({ ...family, help: `${family.help} ${scope}` }));
}

async function measure(call: ControlCall): Promise<Family[]> {
  const [own, shared] = await Promise.all([measureOwn(call), measureShared(call)]);
  return [...withScope(own, 'Of this process.'), ...withScope(shared, 'The same at every process.')];
}

export const METRICS: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/metrics',
    area: 'health',
    summary: 'Export metrics for Prometheus',
    description:
      'Metrics of this world and of the process. The help text of each says whether it is of this process, or the same at every ' +
      'process that serves the same worlds. A reset does not clear counters.',
    answers: { media_type: EXPOSITION_TYPE },
    audience: 'operator',
    act: async (call) => ({ verbatim: expose(await measure(call)) }),
  }),
];
