import { elapsedMs } from '#client';
import type { Shape } from './compose.ts';
import { DELIVERED_TYPES } from './envelope.ts';
import { MISTAKES } from './mistakes.ts';
import type { Answer } from './sender.ts';
import type { DrillContext } from './drill-context.ts';

/** Of such hours a clock is off that takes local time for UTC, or the reverse. */
const HOURS = [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, 11, -11, 12, -12];
/** More time is not spent on it: a refusal is to be reported also where each probe takes seconds. */
const DIAGNOSIS_MS = 30_000;
const NEAR_SECONDS = [30, -30, 60, -60, 120, -120, 240, -240];

/**
 * Why a receiver refuses a good delivery: makes each of the usual mistakes on purpose, until the receiver takes what comes out.
 * @returns a sentence; undefined where none fits
 */
export async function diagnose(t: DrillContext, shape: Shape): Promise<string | undefined> {
  const { envelope: _same, ...fresh } = shape;
  const until_ms = elapsedMs() + DIAGNOSIS_MS;
  const look = async (probe: Shape): Promise<Look> => (elapsedMs() < until_ms ? lookAt(await t.deliver(probe)) : 'refused');
  const takes = async (probe: Shape): Promise<boolean> => (await look(probe)) === 'taken';
  const is_plain_refusal = (await look(fresh)) === 'refused';
  let suspicion: string | undefined;
  const { secret } = t.run.settings;
  for (const { says, fits, confirm } of MISTAKES) {
    const probe = fits(fresh, secret);
    if (isSame(t, fresh, probe)) continue;
    const seen = await look(probe);
    // It gets past the signature, and then fails: a body that was used up does not parse either.
    if (seen === 'failed' && is_plain_refusal) suspicion ??= says;
    if (seen !== 'taken') continue;
    if (confirm !== undefined && !(await takes(fits({ ...fresh, ...confirm }, secret)))) continue;
    return (await takes(fresh)) ? FICKLE : says;
  }
  const found = (await diagnoseContent(fresh, takes)) ?? (await diagnoseClock(fresh, takes));
  if (found === undefined && suspicion !== undefined) return `${suspicion} What is signed so gets further, and fails there.`;
  return found ?? (elapsedMs() < until_ms ? undefined : UNFINISHED);
}

const FICKLE = 'The like of it was taken when it came again: whether it is taken does not hang on the delivery alone.';

const UNFINISHED = 'It answers so slowly that not all of the usual mistakes were tried: none of those that were explains it.';

type Look = 'taken' | 'refused' | 'failed';

function lookAt({ is_taken, status }: Answer): Look {
  if (is_taken) return 'taken';
  return status >= 500 ? 'failed' : 'refused';
}

type Takes = (probe: Shape) => Promise<boolean>;

/** A probe that signs and sends the same as the delivery that was refused tells nothing. */
function isSame(t: DrillContext, shape: Shape, probe: Shape): boolean {
  const envelope = t.compose(shape).envelope;
  const [one, other] = [t.compose({ ...shape, envelope }), t.compose({ ...probe, envelope })];
  return JSON.stringify(one.headers) === JSON.stringify(other.headers) && one.body.equals(other.body);
}

/** Whether it is what the delivery says, and not its signature, that is refused. */
async function diagnoseContent(shape: Shape, takes: Takes): Promise<string | undefined> {
  if (shape.write !== undefined || shape.data !== undefined) {
    const { write: _write, data: _data, ...plain } = shape;
    if (await takes({ ...plain, write: (envelope) => JSON.stringify(envelope) }))
      return 'It takes the same event written plainly: the signature is over the raw bytes, whatever they look like (SIG-5).';
  }
  if (shape.type === undefined) {
    for (const type of DELIVERED_TYPES) {
      if (await takes({ ...shape, type }))
        return `It takes ${type}, so the signature is not what it refuses: every type is to be answered 2xx (SIG-6).`;
    }
  }
  if (await takes({ ...shape, livemode: false })) return 'It takes deliveries of the sandbox (livemode false) only.';
  if (await takes({ ...shape, livemode: true })) return 'It takes live deliveries (livemode true) only.';
  return undefined;
}

async function diagnoseClock(shape: Shape, takes: Takes): Promise<string | undefined> {
  const { offset_seconds = 0 } = shape;
  for (const seconds of NEAR_SECONDS) {
    if (
      Math.abs(offset_seconds + seconds) < Math.abs(offset_seconds) &&
      (await takes({ ...shape, offset_seconds: offset_seconds + seconds }))
    )
      return `It takes a t that is ${Math.abs(offset_seconds + seconds)} s off: its tolerance is tighter than 300 s, or its clock is off (SIG-3).`;
  }
  for (const hours of HOURS) {
    if (await takes({ ...shape, offset_seconds: offset_seconds + hours * 3_600 }))
      return `Its clock is ${Math.abs(hours)} h ${hours > 0 ? 'ahead' : 'behind'}, or takes local time for UTC: t is in seconds since 1970, UTC (SIG-3).`;
  }
  return undefined;
}
