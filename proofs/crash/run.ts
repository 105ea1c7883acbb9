/** Runs the load against a deployment, kills its processes meanwhile, and audits what is left. */
import { loadavg } from 'node:os';
import { wait } from '#client';
import { personas } from '#fixtures/personas';
import { stopwatchMs } from '#mock/ports/clock';
import { pause } from '#mock/ports/timer';
import { makeFarm } from '../call.ts';
import { chance } from '../hostile/chance.ts';
import { audit, auditClock } from './audit.ts';
import { Calls, Outage, textAt } from './calls.ts';
import type { Loss } from './ledger.ts';
import { Ledger } from './ledger.ts';
import type { Deployment } from './file-deployment.ts';
import { openRecordingReceiver } from './receiver.ts';
import { auditGrants, openSession, signIn } from './sign-ins.ts';
import type { StoryContext } from './stories.ts';
import { subscribe, subscribeAndLeave, trade } from './stories.ts';

export interface CrashOptions {
  seed: string;
  kills: number;
  /** Before each kill, a random number of writes is acknowledged, up to this. Default: none. */
  writes_between?: number;
  /** The least time between two kills, in ms. Default: none. */
  every_ms?: number;
}

export interface CrashFigures {
  kills: number;
  writes: number;
  bids: number;
  trades: number;
  /** How often the clock was moved. */
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
  const calls = new Calls(deployment.origin);
  await using receiver = await openRecordingReceiver();
  await readClock(calls, ledger);
  const context = await setUp(calls, ledger, receiver.origin, options.seed);
  const isSessionKnown = await openSession(deployment.origin);

  const stop = new AbortController();
  const workers = startWorkers(context, stop.signal);
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
    }
  } finally {
    stop.abort();
  }
  await failed;
  // Everything that is still queued is delivered, retries included.
  await calls.retry(() => calls.control('POST', '/clock/run'));
  await deployment.checkDatabase(ledger);
  await audit(calls, ledger, receiver.arrivals);
  await auditGrants(calls, ledger);
  if (!(await isSessionKnown())) ledger.report('sign-ins lost', 'the session of the browser');
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
  while (ledger.writes < wanted && stopwatchMs() < ends_ms) await wait(LOOK_EVERY_MS);
}

/** A farm that can publish, and subscriptions of each party: prompt, flaky, and slow ones. */
async function setUp(calls: Calls, ledger: Ledger, receiver_url: string, seed: string): Promise<StoryContext> {
  const { origin } = calls;
  const farm_id = await makeFarm({ base_url: `${origin}/v1`, control_url: `${origin}/_gristmill` }, personas.partner.token);
  for (const who of ['buyer', 'rival', 'partner'] as const) {
    const events = who === 'partner' ? SELLER_EVENTS : BUYER_EVENTS;
    await subscribe({ calls, ledger, receiver_url }, who, `/prompt/${who}`, events);
    await subscribe({ calls, ledger, receiver_url }, who, `/flaky/${who}`, events);
    await subscribe({ calls, ledger, receiver_url }, who, `/slow/${who}`, ['trade.settled']);
  }
  return { calls, ledger, farm_id, receiver_url, seed };
}

/** Each worker plays one story after the other. None rejects unless this code itself is wrong. */
function startWorkers(context: StoryContext, signal: AbortSignal): Promise<void>[] {
  const repeat = async (name: string, story: (name: string) => Promise<void>): Promise<void> => {
    for (let count = 0; !signal.aborted; count += 1) await story(`${name}-${count}`);
  };
  return [
    ...Array.from({ length: TRADERS }, (_, index) => repeat(`trader-${index}`, (name) => trade(context, name))),
    repeat('subscriber', (name) => subscribeAndLeave(context, name)),
    repeat('user', () => signIn(context.calls, context.ledger)),
    moveClock(context, signal),
  ];
}

async function moveClock(context: StoryContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const was_acknowledged = await moveClockOnce(context);
    // If a kill interrupted it, it is repeated immediately: after a pause, the next kill would interrupt most attempts.
    if (was_acknowledged) await pause(MOVES_EVERY_MS, signal);
  }
}

/** @returns whether the move was acknowledged */
async function moveClockOnce({ calls, ledger }: StoryContext): Promise<boolean> {
  await calls.waitUntilReady();
  let was_acknowledged = false;
  await calls.runExclusively(async () => {
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

/** The figures as text: one line for the load, one for each loss, and examples. */
export function describeFigures({ losses, examples, ...load }: CrashFigures): string {
  const head =
    `${load.kills} kills in ${load.seconds.toFixed(0)} s (load average ${load.load_average.toFixed(1)}): ${load.writes} acknowledged writes, ` +
    `${load.bids} bids, ${load.trades} trades, ${load.moves} moves of the clock, ${load.grants} grants, ${load.deliveries} deliveries received, ${load.repeated} of them repeated`;
  return [head, ...Object.entries(losses).map(([loss, count]) => `${count} ${loss}`), ...examples].join('\n');
}

/** What the load never did: a count of 0 losses proves nothing about it. */
export function listUntested({ writes, bids, trades, moves, grants, deliveries }: CrashFigures): readonly string[] {
  const counts = { writes, bids, trades, 'moves of the clock': moves, grants, deliveries };
  return Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [name] : []));
}
