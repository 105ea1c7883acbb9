/** Waiting for something to happen, instead of sleeping and looking again. */
import { z } from 'zod';
import { refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { Alarm } from '../../../ports/timer.ts';
import type { World } from '../../world/world.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import type { Pattern } from './near-misses.ts';
import { createNearMisses } from './near-misses.ts';
import type { ControlRefusal } from '../endpoint/refusals.ts';
import { refuseControl } from '../endpoint/refusals.ts';
import type { Happening, Kind } from './world-feed.ts';
import { FIELDS, KINDS, fromRing, lookBack } from './world-feed.ts';

const TIMEOUT_DEFAULT_MS = 10_000;
export const TIMEOUT_MAX_MS = 60_000;

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const Wait = z
  .strictObject({
    request: Fields.optional().meta({ description: `Fields and their values, of ${FIELDS.request.join(', ')}.` }),
    event: Fields.optional().meta({ description: `Fields and their values, of ${FIELDS.event.join(', ')}, and data.<name>.` }),
    delivery: Fields.optional().meta({ description: `Fields and their values, of ${FIELDS.delivery.join(', ')}.` }),
    timeout_ms: z.int().min(0).max(TIMEOUT_MAX_MS).default(TIMEOUT_DEFAULT_MS).meta({ description: "Of the machine's clock." }),
    since: z.int().min(0).optional().meta({
      description:
        'Takes what has happened after the one of this `seq` as well, 0 for all that is known; only what is yet to come unless given.',
    }),
  })
  .refine((body) => KINDS.filter((kind) => body[kind] !== undefined).length === 1, {
    error: `must have one of ${KINDS.join(', ')}`,
  });

/** Resolves with what matches, or with why nothing will. */
async function waitFor(
  world: World,
  kind: Kind,
  pattern: Pattern,
  { since, timeout_ms, signal }: { since: number | undefined; timeout_ms: number; signal: AbortSignal },
): Promise<object | ControlRefusal> {
  const nearMisses = createNearMisses(pattern);
  const { promise, resolve } = Promise.withResolvers<Happening | 'too late' | 'the end'>();
  const look = (happening: Happening): boolean => {
    const is_match = nearMisses.judge(happening);
    if (is_match) resolve(happening);
    return is_match;
  };
  const stopListening = world.bus.listen((ring) => {
    if (ring.kind === 'end') resolve('the end');
    else if (ring.kind === kind) look(fromRing(ring));
  });
  const alarm = new Alarm(() => {
    resolve('too late');
  });
  alarm.set(timeout_ms);
  signal.addEventListener('abort', () => {
    resolve('the end');
  });
  try {
    if (since !== undefined) await world.lock.share(() => lookBack(world, kind, since, look));
    const found = await promise;
    if (found === 'the end')
      return refuseControl('not_ready', { message: 'The world is going; nothing more will happen in it.' });
    if (found !== 'too late') return { [kind]: found.shown };
    return refuseControl('timeout', {
      message: `No ${kind} matched within ${timeout_ms} ms. ${nearMisses.describe()}`,
      errors: nearMisses.list(),
    });
  } finally {
    stopListening();
    alarm.clear();
  }
}

export const WAIT: readonly ControlOperation[] = [
  controlOperation({
    method: 'post',
    path: '/wait',
    area: 'wait',
    summary: 'Wait until a request, an event or a delivery matches',
    description: 'Answers it as soon as there is one; 408 names the near misses. Values are compared as they are.',
    body: { schema: Wait, required: true },
    is_outside: true,
    act: async ({ world, body, signal }) => {
      const kind = KINDS.find((each) => body[each] !== undefined);
      const pattern = kind === undefined ? undefined : body[kind];
      if (kind === undefined || pattern === undefined) return refuse('validation_failed');
      const known: readonly string[] = FIELDS[kind];
      const unknown = Object.keys(pattern).filter(
        (name) => !known.includes(name) && !(kind === 'event' && name.startsWith('data.')),
      );
      if (unknown.length > 0) {
        return refuseFields(
          ...unknown.map((name) => ({
            field: `${kind}.${name}`,
            message: `is not a field to wait for; there are ${known.join(', ')}`,
          })),
        );
      }
      return waitFor(world, kind, pattern, { since: body.since, timeout_ms: body.timeout_ms, signal });
    },
  }),
];
