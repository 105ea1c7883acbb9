import { Instant } from '#spec/resources/values';
import { z } from 'zod';
import type { ClockState } from '../../../wire.ts';
import { type AdvanceResult, ADVANCE_STEPS_MAX, advanceTo, runToIdle } from '../../world/advance.ts';
import { toInstant, toMs } from '../../../ports/clock.ts';
import { EARLIEST, LATEST } from '../../../ports/clock-start.ts';
import { type Refusal, refuse, refuseFields } from '../../../market/rules/refusal.ts';
import type { World } from '../../world/world.ts';
import { lastSeq } from '../../webhooks/history.ts';
import { NO_CONSEQUENCES, consequencesSince } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

const TEN_YEARS_SECONDS = 10 * 365 * 86_400;

export function readClock(world: World): ClockState {
  const { next_due_ms, clock } = world;
  return { now: clock.now(), mode: clock.state.mode, next_due: Number.isFinite(next_due_ms) ? toInstant(next_due_ms) : null };
}

/** Moves the clock ahead, and returns what happened in between. */
async function moveAhead(world: World, move: () => Promise<AdvanceResult>): Promise<object | Refusal> {
  const previous_state = readClock(world);
  const since_seq = await lastSeq(world.store.reader, 'events');
  const { is_complete, ...result } = await move();
  const new_state = readClock(world);
  if (!is_complete) {
    return refuse('conflict', {
      message: `More than ${ADVANCE_STEPS_MAX} actions were due, so the clock stopped at ${new_state.now}; repeat the request to continue.`,
    });
  }
  return {
    now: new_state.now,
    previous_state,
    new_state,
    ...result,
    ...(await consequencesSince(world.store.reader, since_seq)),
  };
}

/** Changes the clock without applying what is due in between. */
async function changeClock(world: World, change: () => void): Promise<object> {
  const previous_state = readClock(world);
  await world.changeClock(change);
  await world.schedule.rearm();
  const new_state = readClock(world);
  return { now: new_state.now, previous_state, new_state, ...NO_CONSEQUENCES };
}

export const CLOCK = [
  controlOperation('get', '/clock', {
    summary: "Read the world's clock",
    act: ({ world }) => readClock(world),
  }),
  controlOperation('post', '/clock/freeze', {
    summary: 'Freeze the clock',
    changes_market: true,
    is_unlocked: true,
    act: ({ world }) =>
      world.serial_queue.queue(() =>
        changeClock(world, () => {
          world.clock.freeze();
        }),
      ),
  }),
  controlOperation('post', '/clock/resume', {
    summary: 'Let the clock run from its current time',
    changes_market: true,
    is_unlocked: true,
    act: ({ world }) =>
      world.serial_queue.queue(() =>
        changeClock(world, () => {
          world.clock.run();
        }),
      ),
  }),
  controlOperation('post', '/clock/set', {
    summary: 'Set the clock to a time',
    description: 'Moving ahead works like advance. Moving back undoes nothing, and nothing happens twice.',
    body: { schema: z.strictObject({ now: Instant }), required: true },
    changes_market: true,
    is_unlocked: true,
    act: ({ world, body }) =>
      world.serial_queue.queue(async () => {
        const target_ms = toMs(body.now);
        const now_ms = world.clock.now_ms();
        if (target_ms > toMs(LATEST)) return refuseFields({ field: 'now', message: `must not be after ${LATEST}` });
        if (target_ms < toMs(EARLIEST)) return refuseFields({ field: 'now', message: `must not be before ${EARLIEST}` });
        if (target_ms > now_ms + TEN_YEARS_SECONDS * 1000)
          return refuseFields({ field: 'now', message: 'must be at most ten years ahead of the clock' });
        if (target_ms >= now_ms) return moveAhead(world, () => advanceTo(world, target_ms));
        const moved = await changeClock(world, () => {
          world.clock.set(target_ms);
        });
        return { ...moved, fired: [], fired_total: 0, deliveries: 0 };
      }),
  }),
  controlOperation('post', '/clock/advance', {
    summary: 'Move the clock ahead',
    description:
      'Everything that is due in between happens in order, including delivery attempts. A running clock continues to run.',
    body: { schema: z.strictObject({ seconds: z.number().min(0).max(TEN_YEARS_SECONDS) }), required: true },
    changes_market: true,
    is_unlocked: true,
    act: ({ world, body }) =>
      world.serial_queue.queue(() => {
        const target_ms = Math.round(world.clock.now_ms() + body.seconds * 1000);
        const is_too_far = target_ms > toMs(LATEST);
        if (is_too_far)
          return Promise.resolve(refuseFields({ field: 'seconds', message: `must not move the clock beyond ${LATEST}` }));
        return moveAhead(world, () => advanceTo(world, target_ms));
      }),
  }),
  controlOperation('post', '/clock/run', {
    summary: 'Move the clock ahead until no delivery is queued',
    description: 'This includes retries. Everything that is due before the last attempt happens too.',
    changes_market: true,
    is_unlocked: true,
    act: ({ world }) => world.serial_queue.queue(() => moveAhead(world, () => runToIdle(world))),
  }),
];
