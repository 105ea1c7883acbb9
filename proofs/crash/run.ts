/** Runs the load against a deployment, kills its processes meanwhile, and audits what is left. */
import { loadavg } from 'node:os';
import { stopwatchMs } from '#mock/ports/clock';
import { pause } from '#mock/ports/timer';
import { chance } from '../hostile/chance.ts';
import { audit, auditClock } from './audit.ts';
import { Calls, Outage, textAt } from './calls.ts';
import type { Loss } from './ledger.ts';
import { Ledger } from './ledger.ts';
import type { Deployment } from './file-deployment.ts';
import { openReceiver } from './receiver.ts';
import { auditGrants, openSession, signIn } from './sign-ins.ts';
import type { Stage } from './stories.ts';
import { subscribe, subscribeAndLeave, trade } from './stories.ts';

export interface CrashOptions {
  seed: string;
  kills: number;
  /** Before each kill, a random number of writes is acknowledged, up to this. Default: none. */
  writes_between?: number;
  /** The least time between two kills, in ms. Default: none. */
  every_ms?: number;
  report?: (progress: string) => void;
}

export interface CrashFigures {
  kills: number;
  writes: number;
  bids: number;
  trades: number;
  /** Of the clock. */
  moves: number;
  grants: number;
  /** Deliveries received, and how many of them were repeated. */
  deliveries: number;
  repeated: number;
  seconds: number;
  load_average: number;
  losses: Readonly<Record<Loss, number>>;
  examples: readonly string[];
}

const TRADERS = 8;
const JITTER_MS = 30;
/** Deployments differ in speed. Whatever was acknowledged after this time is enough. */
const WRITES_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 5;
const SELLER_EVENTS = ['bid.received', 'trade.created', 'trade.settled'];
const BUYER_EVENTS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'];
/** The time between two moves of the clock, and how far it moves. A move waits for the deliveries that are due, and the load for the move. */
const MOVES_EVERY_MS = 2_000;
const MOVE_SECONDS = 2;

export async function runCrashes(deployment: Deployment, options: CrashOptions): Promise<CrashFigures> {
  const begun_ms = stopwatchMs();
  const ledger = new Ledger();
  const calls = new Calls(deployment.target);
  await using receiver = await openReceiver();
  await readClock(calls, ledger);
  const stage = await setUp(calls, ledger, receiver.url, options.seed);
  const session = await openSession(deployment.target.auth_url);

  const stop = new AbortController();
  const workers = startWorkers(stage, stop.signal);
  const failed = Promise.all(workers);
  let drawn = 0;
  const draw = (): number => {
    drawn += 1;
    return chance(options.seed, 'kill', drawn);
  };
  try {
    for (let kill = 0; kill < options.kills; kill += 1) {
      const next = pause(options.every_ms ?? 0, stop.signal);
      await Promise.race([waitForWrites(ledger, ledger.writes + draw() * (options.writes_between ?? 0)), failed]);
      await next;
      // Not just after a response.
      await pause(draw() * JITTER_MS, stop.signal);
      await deployment.crash(draw);
      await auditClock(calls, ledger);
      options.report?.(`${kill + 1} of ${options.kills} kills, ${ledger.writes} writes`);
    }
  } finally {
    stop.abort();
  }
  await failed;
  // Everything that is still queued is delivered, retries included.
  await calls.insist(() => calls.control('POST', '/clock/run'));
  await deployment.checkDatabase(ledger);
  await audit(calls, ledger, receiver.arrivals);
  await auditGrants(calls, ledger);
  if (!(await session.isKnown())) ledger.report('sign-ins lost', 'the session of the browser');
  const distinct = new Set(receiver.arrivals.map(({ path, event_id }) => `${path} ${event_id}`));
  return {
    kills: options.kills,
    writes: ledger.writes,
    bids: ledger.bids.size,
    trades: ledger.trades.size,
    moves: ledger.moves,
    grants: ledger.grants.length,
    deliveries: receiver.arrivals.length,
    repeated: receiver.arrivals.length - distinct.size,
    seconds: (stopwatchMs() - begun_ms) / 1000,
    load_average: loadavg()[0] ?? Number.NaN,
    losses: ledger.losses,
    examples: ledger.examples,
  };
}

async function waitForWrites(ledger: Ledger, wanted: number): Promise<void> {
  const ends_ms = stopwatchMs() + WRITES_WITHIN_MS;
  const never = new AbortController().signal;
  while (ledger.writes < wanted && stopwatchMs() < ends_ms) await pause(LOOK_EVERY_MS, never);
}

/** A farm that can publish, and subscriptions of each party: prompt, flaky, and slow ones. */
async function setUp(calls: Calls, ledger: Ledger, receiver_url: string, seed: string): Promise<Stage> {
  const place = { latitude: 50.312477, longitude: -107.801932, nearest_city: 'Swift Current', nearest_province: 'SK' };
  const farm = await calls.api('partner', 'POST', '/me/farms', { body: { name: 'Quiet Coulee', ...place } });
  const farm_id = textAt(farm.json, 'data.id');
  const switched = await calls.control('PATCH', `/farms/${farm_id}`, { payment_method: true });
  if (switched.status !== 200) throw new Error(`the farm could not be set up: ${farm.text} ${switched.text}`);
  for (const who of ['buyer', 'rival', 'partner'] as const) {
    const events = who === 'partner' ? SELLER_EVENTS : BUYER_EVENTS;
    await subscribe({ calls, ledger, receiver_url }, who, `/prompt/${who}`, events);
    await subscribe({ calls, ledger, receiver_url }, who, `/flaky/${who}`, events);
    await subscribe({ calls, ledger, receiver_url }, who, `/slow/${who}`, ['trade.settled']);
  }
  return { calls, ledger, farm_id, receiver_url, seed };
}

/** Each worker tells one story after the other. None rejects unless the harness itself is wrong. */
function startWorkers(stage: Stage, signal: AbortSignal): Promise<void>[] {
  const repeat = async (name: string, story: (name: string) => Promise<void>): Promise<void> => {
    for (let count = 0; !signal.aborted; count += 1) await story(`${name}-${count}`);
  };
  return [
    ...Array.from({ length: TRADERS }, (_, index) => repeat(`trader-${index}`, (name) => trade(stage, name))),
    repeat('subscriber', (name) => subscribeAndLeave(stage, name)),
    repeat('user', () => signIn(stage.calls, stage.ledger)),
    moveClock(stage, signal),
  ];
}

async function moveClock(stage: Stage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const was_acknowledged = await moveClockOnce(stage);
    // At once again if a kill interrupted it: otherwise, most attempts meet the next kill.
    if (was_acknowledged) await pause(MOVES_EVERY_MS, signal);
  }
}

/** @returns whether the move was acknowledged */
async function moveClockOnce({ calls, ledger }: Stage): Promise<boolean> {
  await calls.waitUntilReady();
  let was_acknowledged = false;
  await calls.alone(async () => {
    try {
      await calls.control('POST', '/clock/advance', { seconds: MOVE_SECONDS });
      await readClock(calls, ledger);
      ledger.writes += 1;
      ledger.moves += 1;
      was_acknowledged = true;
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
    }
  });
  return was_acknowledged;
}

async function readClock(calls: Calls, ledger: Ledger): Promise<void> {
  const { json } = await calls.control('GET', '/clock');
  ledger.clock = { world_ms: Date.parse(textAt(json, 'now')), machine_ms: stopwatchMs() };
}
