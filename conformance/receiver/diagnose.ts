import { randomBytes, randomInt } from 'node:crypto';
import { elapsedMs } from '#client';
import { INNER_ZERO, composeLike, type Shape } from './compose.ts';
import { DELIVERED_TYPES, makePayload } from './envelope.ts';
import { BODIES, HEADERS, MISTAKES, UNPADDED, hmacWithoutPadding } from './mistakes.ts';
import { MIDDLE_MS, START_MS, describeClock, isZone, searchClock, waitForPart } from './receiver-clock.ts';
import type { ReceiverResult } from './sender.ts';
import type { DrillContext } from './drill-context.ts';
import { diagnoseHeaders, type Accepts } from './wrong-headers.ts';

/** The members of a shape that change only the content: not the key, the formula, or the headers. */
const CONTENT_KEYS = ['write', 'data', 'type', 'created_at'];
/** The time limit of a diagnosis, so that even a slow receiver gets a report. */
const DIAGNOSIS_MS = 30_000;
/** Steps by which `t` is moved toward the clock, to find the receiver's tolerance. */
const NEAR_SECONDS = [30, -30, 60, -60, 120, -120, 240, -240, 290, -290];

/**
 * Finds out why a receiver rejects a genuine delivery: makes each common mistake on purpose, until the receiver accepts the result.
 * @returns a sentence; undefined if no mistake explains it
 */
export async function diagnose(t: DrillContext, shape: Shape): Promise<string | undefined> {
  const { envelope: _same, ...fresh } = shape;
  const until_ms = elapsedMs() + DIAGNOSIS_MS;
  const tryOut = async (probe: Shape): Promise<Outcome> =>
    elapsedMs() < until_ms ? outcomeOf(await t.deliver(probe)) : 'rejected';
  const accepts: Accepts = async (probe) => (await tryOut(probe)) === 'accepted';
  if (await dropsZeros(t, fresh, accepts)) return UNPADDED;
  if (await toleratesMilliseconds(t, fresh, accepts)) return MILLISECOND_TOLERANCE;
  const is_plain_refusal = (await tryOut(fresh)) === 'rejected';
  let suspicion: string | undefined;
  const { secret, url } = t.run.settings;
  // A receiver that accepts a plain delivery has the right key and the right formula.
  const changed = Object.keys(fresh);
  const is_of_content = changed.length > 0 && changed.every((key) => CONTENT_KEYS.includes(key));
  const is_content = is_of_content && (await t.genuine()).is_accepted;
  for (const { cause, imitate, confirm } of is_content ? [...BODIES, ...HEADERS] : MISTAKES) {
    const probe = imitate(fresh, secret, url);
    if (isSameDelivery(t, fresh, probe)) continue;
    const outcome = await tryOut(probe);
    // It gets past the signature, and then fails: a body that was used up cannot be parsed either.
    if (outcome === 'failed' && is_plain_refusal) suspicion ??= cause;
    if (outcome !== 'accepted') continue;
    if (confirm !== undefined && !(await accepts(imitate({ ...fresh, ...confirm }, secret, url)))) continue;
    const isByChance = async (): Promise<boolean> => !(await accepts(probe)) || accepts(fresh);
    return (await accepts(fresh)) || (t.run.inconsistent.length > 0 && (await isByChance())) ? INCONSISTENT : cause;
  }
  for (const find of [diagnoseContent, diagnoseHeaders, diagnoseTolerance]) {
    const found = await find(fresh, accepts, t);
    if (found !== undefined) return found;
  }
  if (suspicion !== undefined) return `${suspicion} A delivery signed this way gets further and then fails.`;
  return (await diagnoseClock(t, fresh, accepts)) ?? (elapsedMs() < until_ms ? undefined : UNFINISHED);
}

/** Why a receiver rejects a good delivery whose body it may have changed. @returns a sentence; undefined if it has not */
export async function diagnoseBody(t: DrillContext, shape: Shape): Promise<string | undefined> {
  const { secret, url } = t.run.settings;
  for (const { cause, imitate, confirm } of BODIES) {
    const probe = imitate(shape, secret, url);
    if (isSameDelivery(t, shape, probe) || !(await t.deliver(probe)).is_accepted) continue;
    if (confirm === undefined || (await t.deliver(imitate({ ...shape, ...confirm }, secret, url))).is_accepted) return cause;
  }
  return undefined;
}

/** Whether it accepts an event that is signed without the zeros, and rejects one that is signed with them. Without zeros, both are the same. */
async function dropsZeros(t: DrillContext, shape: Shape, accepts: Accepts): Promise<boolean> {
  const [one, other] = [1, 2].map(() => composeLike(INNER_ZERO, () => t.compose(shape))?.envelope);
  if (one === undefined || other === undefined) return false;
  const without = { ...shape, envelope: one, mac: hmacWithoutPadding };
  return (await accepts(without)) && !(await accepts({ ...shape, envelope: other }));
}

/** Whether it twice accepts a delivery at the beginning of a second and rejects one in the middle. */
async function toleratesMilliseconds({ signal }: DrillContext, shape: Shape, accepts: Accepts): Promise<boolean> {
  for (const part of [START_MS, MIDDLE_MS, START_MS, MIDDLE_MS]) {
    await waitForPart(part, signal);
    if ((await accepts(shape)) !== (part === START_MS)) return false;
  }
  return true;
}

const MILLISECOND_TOLERANCE =
  'Its tolerance is less than a second, because it takes 300 for 300 ms: `t` and the tolerance are in seconds (SIG-3).';

const INCONSISTENT = 'It accepted a delivery of the same kind later, so the cause is not in the delivery.';

export const UNFINISHED =
  'It responds so slowly that not all common mistakes were tried. None of those that were tried explains it.';

type Outcome = 'accepted' | 'rejected' | 'failed';

function outcomeOf({ is_accepted, status }: ReceiverResult): Outcome {
  if (is_accepted) return 'accepted';
  return status >= 500 ? 'failed' : 'rejected';
}

/** Whether a probe is the same as the rejected delivery, so that its response adds nothing. */
function isSameDelivery(t: DrillContext, shape: Shape, probe: Shape): boolean {
  const { envelope } = t.compose(shape);
  const [one, other] = [t.compose({ ...shape, envelope }), t.compose({ ...probe, envelope })];
  return JSON.stringify(one.headers) === JSON.stringify(other.headers) && one.body.equals(other.body);
}

/** A UUID of version 4. */
function makeUuid(): string {
  const hex = randomBytes(16).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

const withId = (id: () => string): Shape => ({ write: (envelope) => JSON.stringify({ ...envelope, id: id() }) });
const withInstant = (write: (iso: string) => string): Shape => ({
  write: (envelope) => JSON.stringify({ ...envelope, created_at: write(envelope.created_at) }),
});
const OPAQUE = 'ids are opaque strings, so accept any string (EVT-3).';
const INSTANT = 'It accepts only one form of created_at, but ISO 8601 has several for one instant (EVT-19).';

/** The same event with an id or an instant in another form. */
const OTHER_FORMS: readonly (readonly [cause: string, shape: Shape])[] = [
  [`It accepts only ids with 24 hex digits: ${OPAQUE}`, withId(() => `evt_${randomBytes(12).toString('hex')}`)],
  [`It accepts only ids with 32 hex digits: ${OPAQUE}`, withId(() => `evt_${randomBytes(16).toString('hex')}`)],
  [`It accepts only ids with 26 characters: ${OPAQUE}`, withId(() => `evt_01${randomBytes(12).toString('hex').toUpperCase()}`)],
  [`It accepts only UUIDs: ${OPAQUE}`, withId(makeUuid)],
  [`It accepts only ids of digits: ${OPAQUE}`, withId(() => String(randomInt(1, 2 ** 31)))],
  [INSTANT, withInstant((iso) => iso.replace(/\.\d+Z$/, 'Z'))],
  [INSTANT, withInstant((iso) => iso.replace(/Z$/, '+00:00'))],
  [INSTANT, withInstant((iso) => iso.replace(/\.\d+Z$/, '+00:00'))],
];

/** Finds out whether the receiver rejects the content of the delivery, not its signature. */
async function diagnoseContent(shape: Shape, accepts: Accepts, t: DrillContext): Promise<string | undefined> {
  if (shape.write !== undefined || shape.data !== undefined) {
    const { write: _write, data: _data, ...plain } = shape;
    if (await accepts({ ...plain, write: (envelope) => JSON.stringify(envelope) }))
      return 'It accepts the same event in plain form. The signature covers the raw bytes, whatever they are (SIG-5).';
  }
  const own = t.run.settings.type;
  if (shape.type === undefined) {
    for (const type of DELIVERED_TYPES) {
      if (await accepts({ ...shape, type }))
        return (
          (await diagnoseOrder(t, own)) ?? `It accepts ${type}, so the signature is right: return 2xx for every type (SIG-6).`
        );
    }
  }
  for (const [cause, other] of OTHER_FORMS) {
    if (shape.write === undefined && shape.created_at === undefined && (await accepts({ ...shape, ...other }))) return cause;
  }
  if (await accepts({ ...shape, livemode: false })) return 'It accepts only deliveries of the sandbox (livemode false).';
  if (await accepts({ ...shape, livemode: true })) return 'It accepts only live deliveries (livemode true).';
  return undefined;
}

/** Whether it accepts an event only after another one about the same resource. */
export async function diagnoseOrder(t: DrillContext, type: string): Promise<string | undefined> {
  for (const before of DELIVERED_TYPES.filter((one) => one !== type)) {
    const [data, other] = [makePayload(type), makePayload(before)];
    const shared = Object.entries(data).filter(([key]) => key.endsWith('_id') && key in other);
    if (shared.length === 0) continue;
    await t.deliver({ type: before, data: { ...other, ...Object.fromEntries(shared) } });
    if ((await t.deliver({ type, data })).is_accepted && !(await t.deliver({ type })).is_accepted)
      return `It accepts ${type} only after ${before} about the same ${shared.map(([key]) => key).join(' and ')}. The order is not guaranteed, and some events never come: return 2xx, and fetch the resource (EVT-22).`;
  }
  return undefined;
}

async function diagnoseTolerance(shape: Shape, accepts: Accepts): Promise<string | undefined> {
  const { offset_seconds = 0 } = shape;
  for (const seconds of [...NEAR_SECONDS, -offset_seconds]) {
    const nearer = offset_seconds + seconds;
    if (Math.abs(nearer) < Math.abs(offset_seconds) && (await accepts({ ...shape, offset_seconds: nearer })))
      return `It accepts a \`t\` that is ${Math.abs(nearer)} s off: its tolerance is tighter than 300 s, or its clock is off (SIG-3).`;
  }
  return undefined;
}

/** Finds out whether the receiver's clock is wrong. If so, later drills use that clock, so that it is reported once. */
async function diagnoseClock(t: DrillContext, shape: Shape, accepts: Accepts): Promise<string | undefined> {
  const { offset_seconds = 0 } = shape;
  const clock = await searchClock(async (seconds) => accepts({ ...shape, offset_seconds: offset_seconds + seconds }));
  if (clock?.ahead_seconds === undefined) return undefined;
  t.run.clock = clock;
  t.run.forget('genuine');
  const why = isZone(clock.ahead_seconds)
    ? 'That is the offset of a time zone: it takes local time for UTC. Compare'
    : 'Synchronize it with NTP, and compare';
  return `The receiver's clock is ${describeClock(clock.ahead_seconds)}. ${why} \`t\` with seconds since 1970 in UTC (SIG-3). The other drills use the receiver's time.`;
}
