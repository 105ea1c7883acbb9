/** The whole receiver test of `gristmill receiver` as one stage. */
import { attackReceiver } from '#conformance/receiver/attack';
import { makeEnvelope } from '#conformance/receiver/envelope';
import { GENUINE_ID } from '#conformance/receiver/drill-context';
import type { ReceiverSettings } from '#conformance/receiver/settings';
import type { CheckResult } from '#conformance';
import { wait } from '#client';
import type { StageContext } from './context.ts';
import { serveMadeUpIds } from './deliveries.ts';
import type { Stage } from './stage.ts';
import { NotShown } from './stage.ts';

const TIME_LIMIT_MS = 25_000;
const TIMEOUT_MS = 5_000;
const LATER_SECONDS = 0.1;
/** More than in other stages, because the client can send requests after each of several hundred deliveries. */
const REQUESTS_MAX = 10_000;

type Effects = NonNullable<ReceiverSettings['countEffects']>;

/** Reads the effects through the hook; undefined if the client does not count the effects of events about unknown bids. */
async function findCounter(context: StageContext): Promise<Effects | undefined> {
  if (context.config.show === undefined) return undefined;
  const count: Effects = async () => {
    const { effects, by_id } = await context.show('effects');
    // The receiver test validates its counters no further either.
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

/** Without a result of these drills, those of the others say little. */
const ESSENTIAL_IDS: readonly string[] = [GENUINE_ID, 'SIG-4/forged'];

/** @throws NotShown if there is no finding only because the essential drills have no result, for example because the receiver cannot be reached */
export function checkReport(context: Pick<StageContext, 'check' | 'findings' | 'note'>, drills: readonly CheckResult[]): void {
  for (const { id, title, verdict, reason, duration_ms } of drills) {
    context.check(verdict !== 'fail', `${id}: ${title}: ${reason ?? ''}`);
    context.note(`${id}: ${verdict} ${Math.round(duration_ms)} ms`);
  }
  const open = drills.find(({ id, verdict }) => ESSENTIAL_IDS.includes(id) && verdict !== 'pass');
  if (open === undefined || context.findings.length > 0) return;
  throw new NotShown(
    `the drill ${open.id} was inconclusive: ${open.reason ?? open.verdict}`,
    'check receiver_url in certify.yaml, and that the receiver responds',
  );
}

export const RECEIVER_STAGES: readonly Stage[] = [
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
      await context.testbed.ensureRunning();
      context.testbed.proxy.requests_max = REQUESTS_MAX;
      await serveMadeUpIds(context);
      const { receiver_url: url = '', secret } = context.testbed.relay;
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
      context.requireReceiving();
      checkReport(context, report.checks);
    },
  },
];
