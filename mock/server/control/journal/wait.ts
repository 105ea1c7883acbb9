/** Waits for a request, event, or delivery, so that tests need not poll. */
import { type FieldError, EVENTS, OPERATION_IDS } from '#spec';
import { z } from 'zod';
import { describeUnknown } from '../../../describe-unknown.ts';
import { refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { Alarm } from '../../../ports/timer.ts';
import { OAUTH, UNKNOWN } from '../../journal/journal.ts';
import type { World } from '../../world/world.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { type Pattern, NearMisses } from './near-misses.ts';
import { type ControlRefusal, refuseControl } from '../endpoint/refusals.ts';
import { type Occurrence, type Kind, FIELDS, KINDS, fromWorldEvent, searchHistory } from './world-feed.ts';

const TIMEOUT_DEFAULT_MS = 10_000;
const TIMEOUT_MAX_MS = 60_000;

const Fields = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()], { error: 'must be text, a number, true, false, or null' }),
);
const Wait = z
  .strictObject({
    request: Fields.optional().meta({ description: `Fields and values: ${FIELDS.request.join(', ')}.` }),
    event: Fields.optional().meta({ description: `Fields and values: ${FIELDS.event.join(', ')}, data.<name>.` }),
    delivery: Fields.optional().meta({ description: `Fields and values: ${FIELDS.delivery.join(', ')}.` }),
    timeout_ms: z
      .int()
      .min(0)
      .max(TIMEOUT_MAX_MS)
      .default(TIMEOUT_DEFAULT_MS)
      .meta({ description: "In milliseconds of real time, not of the world's clock." }),
    since: z.int().min(0).optional().meta({
      description:
        'Also matches items with a higher `seq` than this that are already recorded. With 0, all of them. Default: only new items.',
    }),
  })
  .refine((body) => KINDS.filter((kind) => body[kind] !== undefined).length === 1, {
    error: `must have exactly one of ${KINDS.join(', ')}`,
  });

/** Resolves with the match, or with a refusal. */
async function waitFor(
  world: World,
  kind: Kind,
  pattern: Pattern,
  { since, timeout_ms, signal }: { since: number | undefined; timeout_ms: number; signal: AbortSignal },
): Promise<object | ControlRefusal> {
  const nearMisses = new NearMisses(pattern);
  const { promise, resolve } = Promise.withResolvers<Occurrence | 'timed out' | 'closed'>();
  const visit = (occurrence: Occurrence): boolean => {
    const is_match = nearMisses.check(occurrence);
    if (is_match) resolve(occurrence);
    return is_match;
  };
  /** Items that arrive while the recorded ones are read. Undefined once they are read. */
  let buffered: Occurrence[] | undefined = since === undefined ? undefined : [];
  const receive = (occurrence: Occurrence): void => {
    if (buffered === undefined) visit(occurrence);
    else buffered.push(occurrence);
  };
  const stopListening = world.bus.listen((event) => {
    if (event.kind === 'end') resolve('closed');
    else if (event.kind === kind) receive(fromWorldEvent(event));
  });
  const alarm = new Alarm(() => {
    resolve('timed out');
  });
  signal.addEventListener('abort', () => {
    resolve('closed');
  });
  if (signal.aborted) resolve('closed');
  try {
    if (since !== undefined) {
      let last_seq = since;
      await world.lock.share(() =>
        searchHistory(world, kind, since, (occurrence) => {
          last_seq = occurrence.seq;
          return visit(occurrence);
        }),
      );
      for (const occurrence of buffered ?? []) if (occurrence.seq > last_seq) visit(occurrence);
      buffered = undefined;
    }
    // Starts the timeout only now, so that a short one does not hide a recorded match.
    alarm.set(timeout_ms);
    const found = await promise;
    if (found === 'closed') return refuseControl('not_ready', { message: 'The world was deleted, or the mock is stopping.' });
    if (found !== 'timed out') return { [kind]: found.shown };
    return refuseControl('timeout', {
      message: `No ${kind} matched within ${timeout_ms / 1000} s. ${nearMisses.describe(since === undefined)}`,
      errors: nearMisses.list(),
    });
  } finally {
    stopListening();
    alarm.clear();
  }
}

/** The names that a field can have. */
const NAMES: Readonly<Partial<Record<string, readonly string[]>>> = {
  'request.operation_id': [...OPERATION_IDS, OAUTH, UNKNOWN],
  'event.type': Object.keys(EVENTS),
  'delivery.event': Object.keys(EVENTS),
  'delivery.status': ['delivered', 'retrying', 'failed'],
};

/** Such a wait would never end. */
function findUnknownNames(kind: Kind, pattern: Pattern): FieldError[] {
  return Object.entries(pattern).flatMap(([name, value]) => {
    const field = `${kind}.${name}`;
    const names = NAMES[field];
    return names === undefined || names.includes(String(value))
      ? []
      : [{ field, message: describeUnknown(String(value), names) }];
  });
}

function findUnknownFields(kind: Kind, pattern: Pattern): FieldError[] {
  const known: readonly string[] = [...FIELDS[kind], ...(kind === 'event' ? ['data.<name>'] : [])];
  const message = `is not a known field; use ${known.join(', ')}`;
  return Object.keys(pattern)
    .filter((name) => !known.includes(name) && !(kind === 'event' && name.startsWith('data.')))
    .map((name) => ({ field: `${kind}.${name}`, message }));
}

export const WAIT = [
  controlOperation('post', '/wait', {
    summary: 'Wait until a request, an event, or a delivery matches',
    description:
      'Returns the first match. After the timeout, 408 lists the nearest misses. A match has the given value in each given field.',
    body: { schema: Wait, required: true },
    is_unlocked: true,
    act: async ({ world, body, signal }) => {
      const kind = KINDS.find((each) => body[each] !== undefined);
      const pattern = kind === undefined ? undefined : body[kind];
      // Unreachable: the schema requires one kind.
      if (kind === undefined || pattern === undefined) return refuse('validation_failed');
      const errors = [...findUnknownFields(kind, pattern), ...findUnknownNames(kind, pattern)];
      if (errors.length > 0) return refuseFields(...errors);
      return waitFor(world, kind, pattern, { since: body.since, timeout_ms: body.timeout_ms, signal });
    },
  }),
];
