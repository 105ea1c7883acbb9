/** What only the whole run shows. These drills run after all others. */
import { Breach, Unverifiable, elapsedMs, holds, noteAssertion, wait } from '#client';
import { quietDrill, type Drill } from '../drill.ts';
import { describeResponse, unexpectedResponse } from '../describe-response.ts';
import { CLOCK_RUNS_ID, type DrillContext } from '../drill-context.ts';
import type { Due } from '../run.ts';
import { EARLIER } from './distinct.ts';
import { REPEATS_ID, dropsOlder, requireNoLosses, typesWithEffect } from './effects.ts';
import { LOST } from './replays.ts';

const AGAIN =
  'Its queue delivers a job again if it is not confirmed in time, or its work runs again after an error in a later step. Confirm in time, and also use a unique key on the envelope id in the worker.';
const WORKER =
  'It accepts the event, and its work fails after the response: look in the log of the worker for an error in how it reads the body or the headers. Store the event as it arrived, and retry the work.';

/** A clock that stands still is behind by the time since the run began. Half of that, after this time, is more than the network takes. */
const RUN_MS = 5_000;
const STOPPED =
  'It compares `t` with a time that it read earlier, in a default value, a module constant, or a cache. Read the clock for each delivery (SIG-3).';

function isPlain([, { shape }]: readonly [string, Due]): boolean {
  return Object.keys(shape).length === 0;
}

/** Of the events that were accepted and should take effect, those that did not. */
async function findMissing(t: DrillContext): Promise<{ missing: readonly (readonly [string, Due])[]; of: number }> {
  const types = await typesWithEffect(t);
  const due = [...t.run.due].filter(([, { shape }]) => types.includes(shape.type ?? t.run.settings.type));
  const found = await t.awaitEffectsOfAll(due.map(([id]) => id));
  return { missing: due.filter((_one, at) => found[at] === 0), of: due.length };
}

async function checkEffects(t: DrillContext): Promise<void> {
  const { missing, of } = await findMissing(t);
  if (holds(missing.length === 0)) return;
  await requireNoLosses(t);
  const plain = missing.filter(isPlain);
  if (plain.length > 0) {
    const observed = `no effect of ${plain.length}`;
    const message = `${plain.length} of ${of} events of this run were accepted and took no effect.`;
    const likely_cause = (await dropsOlder(t)) ? EARLIER : LOST;
    throw new Breach({ message, expected: 'every event takes effect', observed, likely_cause });
  }
  for (const [, { drill, shape, is_advice }] of missing) {
    const again = await t.deliver(shape);
    if (!again.is_accepted || (await t.awaitEffects(again.delivery.envelope.id)) > 0) continue;
    const message = `The event of ${drill} was accepted twice and took no effect, although plain events do.`;
    t.failOrWarn(
      { message, exchange: again.exchange, expected: 'an effect', observed: 'no effect', likely_cause: WORKER },
      { is_advice },
    );
    return;
  }
}

/** A `t` that a stopped clock treats differently from a running one. */
async function checkClock(t: DrillContext): Promise<void> {
  await t.requireVerification();
  const { first_edge: first } = t.run;
  if (first === undefined) throw new Unverifiable('the receiver accepts a `t` more than 300 s off, so its clock cannot be read');
  await wait(Math.max(0, first.at_ms + RUN_MS - elapsedMs()), t.signal);
  const half_seconds = Math.floor((elapsedMs() - first.at_ms) / 2_000);
  const offset_seconds = first.offset_seconds - half_seconds;
  const is_within = first.offset_seconds > 0;
  const response = await t.deliver({ offset_seconds });
  if (holds(response.is_accepted === is_within)) return;
  // A restart, or a second process, can also explain a single response.
  if ((await t.deliver({ offset_seconds })).is_accepted === is_within) return;
  throw unexpectedResponse(response, {
    message: `When the run began, the receiver accepted a \`t\` up to ${Math.abs(first.offset_seconds)} s ${is_within ? 'in the future' : 'in the past'}. Now, ${Math.abs(offset_seconds)} s are ${is_within ? 'too many' : 'not too many'}: ${describeResponse(response)}.`,
    expected: is_within ? 'a 2xx status' : 'status 400',
    likely_cause: STOPPED,
  });
}

export const WHOLE_RUN_DRILLS: readonly Drill[] = [
  quietDrill(CLOCK_RUNS_ID, 'The clock of the receiver advances', checkClock),
  quietDrill('RTY-1/took-effect', 'Every accepted event of the run took effect', checkEffects),
  quietDrill(REPEATS_ID, 'No event of the run that was delivered once took effect twice', async (t) => {
    await t.requireEffects();
    await wait(t.run.effect_grace_ms, t.signal);
    const { by_id } = await t.countEffects();
    const once = [...t.run.attempts].filter(([, count]) => count === 1).map(([id]) => id);
    const repeated = once.filter((id) => Object.hasOwn(by_id, id) && (by_id[id] ?? 0) > 1);
    const [first] = repeated;
    if (first === undefined) {
      noteAssertion();
      return;
    }
    throw new Breach({
      message: `${repeated.length} of ${once.length} events that were delivered once took effect more than once, such as ${first}.`,
      expected: 'once',
      observed: `${by_id[first] ?? 0} times`,
      likely_cause: AGAIN,
    });
  }),
];
