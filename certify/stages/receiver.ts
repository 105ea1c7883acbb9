/** The whole receiver test of `gristmill receiver` as one stage. */
import { attackReceiver } from '#conformance/receiver/attack';
import { makeEnvelope } from '#conformance/receiver/envelope';
import type { ReceiverSettings } from '#conformance/receiver/settings';
import { wait } from '#client';
import type { StageContext } from './context.ts';
import type { Stage } from './stage.ts';
import { NotShown } from './stage.ts';

const TIME_LIMIT_MS = 25_000;
const TIMEOUT_MS = 5_000;
const LATER_SECONDS = 0.1;
/** More than in other stages: the client can send requests after each of several hundred deliveries. */
const REQUESTS_MAX = 10_000;

type Effects = NonNullable<ReceiverSettings['countEffects']>;

/** Reads the effects through the hook; undefined if the client does not count those of events about unknown bids. */
async function findCounter(context: StageContext): Promise<Effects | undefined> {
  if (context.config.show === undefined) return undefined;
  const count: Effects = async () => {
    const { effects, by_id } = await context.show('effects');
    // The counter of the receiver test checks nothing more.
    return { effects: Number(effects), by_id: (by_id ?? {}) as Readonly<Record<string, number>> };
  };
  try {
    const before = await count();
    await context.deliverWithRetries(makeEnvelope('bid.accepted'));
    await wait(200);
    const { effects } = await count();
    return effects > before.effects ? count : undefined;
  } catch (error) {
    if (error instanceof NotShown) return undefined;
    throw error;
  }
}

export const RECEIVER: readonly Stage[] = [
  {
    id: 'receiver.attack',
    level: 'must',
    title: 'The receiver accepts genuine deliveries and rejects forged ones',
    cites: ['SIG-1', 'SIG-2', 'SIG-3', 'SIG-4', 'SIG-5', 'SIG-6', 'SIG-7', 'SIG-10'],
    setup: 'The webhook receiver of the client.',
    stimulus: 'The drills of gristmill receiver: genuine, forged, stale, altered, repeated, large, and concurrent deliveries.',
    advice: 'Run gristmill receiver with the URL and the secret of your receiver: it names the mistake.',
    needs: ['receiver'],
    run: async (context) => {
      await context.life.ensureRunning();
      context.life.proxy.requests_max = REQUESTS_MAX;
      const { receiver_url: url = '', secret } = context.life.relay;
      const report = await attackReceiver({
        url,
        secret,
        countEffects: await findCounter(context),
        failNext: undefined,
        type: 'bid.accepted',
        livemode: true,
        later_seconds: LATER_SECONDS,
        selection: { only: [], skip: [], clauses: [], shard: undefined },
        is_strict: false,
        require: [],
        time_limit_ms: TIME_LIMIT_MS,
        timeout_ms: TIMEOUT_MS,
        max_in_flight: 16,
        rerun_flags: [],
        notices: [],
      });
      context.requireReceiving(0);
      for (const { id, title, verdict, reason, duration_ms } of report.checks) {
        if (verdict === 'fail') context.check(false, `${id}: ${title}: ${reason ?? ''}`);
        context.note(`${id}: ${verdict} ${duration_ms}`);
      }
    },
  },
];
