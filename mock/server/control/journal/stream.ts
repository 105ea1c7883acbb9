/** Streams the journal as server-sent events (WHATWG HTML, section 9.2). */
import { z } from 'zod';
import { type Refusal, isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { type Cursor, readCursor } from './cursor.ts';
import { Follower } from './follower.ts';
import type { World } from '../../world/world.ts';
import { type Kind, KINDS } from './world-feed.ts';
import { type Streaming, controlOperation } from '../endpoint/operation.ts';
import { REQUEST_CRITERIA } from './request-filter.ts';
import { STREAMS_MAX } from './streams.ts';

const LAST_ID = 'Last-Event-ID';
const BEGINNING = '0';

const StreamFilter = z.strictObject({
  kind: z
    .string()
    .refine((text) => text.split(',').every((name) => isKind(name)), {
      error: `must be a comma-separated list of ${KINDS.join(', ')}`,
    })
    .optional()
    .meta({ description: `A comma-separated list of ${KINDS.join(', ')}. Default: all of them.` }),
  ...REQUEST_CRITERIA,
  since: z
    .string()
    .refine((text) => text === BEGINNING || readCursor(text) !== undefined, {
      error: 'must be 0 or the id of an event of a stream',
    })
    .optional()
    .meta({
      description: `The id of an event to resume after, or 0 for everything that is kept. ${LAST_ID} has precedence. Default: only new items.`,
    }),
});
type StreamFilter = z.infer<typeof StreamFilter>;

function isKind(name: string): name is Kind {
  return KINDS.some((kind) => kind === name);
}

/** A filter for requests excludes events and deliveries. */
function chooseKinds(query: StreamFilter): readonly Kind[] | Refusal {
  // Object.keys widens to string; the schema knows no other names.
  const criteria = (Object.keys(REQUEST_CRITERIA) as (keyof typeof REQUEST_CRITERIA)[]).filter(
    (name) => query[name] !== undefined,
  );
  const named = query.kind?.split(',').filter((name) => isKind(name));
  const others = named?.filter((kind) => kind !== 'request') ?? [];
  if (criteria.length === 0) return named ?? KINDS;
  if (others.length === 0) return ['request'];
  const message = `filters requests, but kind asks for ${others.join(' and ')}; leave one of them out`;
  const errors = criteria.map((field) => ({ field, message }));
  return refuse('invalid_filter', { message: `${criteria.join(', ')} ${message}.`, errors });
}

/** @returns undefined if the stream starts with new items */
async function chooseStart({ journal, epoch }: World, given: string | undefined): Promise<Cursor | Refusal | undefined> {
  if (given === undefined) return undefined;
  if (given !== BEGINNING) {
    const message = `${LAST_ID} must be 0 or the id of an event of a stream.`;
    return readCursor(given) ?? refuse('invalid_header', { message, errors: [{ field: LAST_ID, message }] });
  }
  // After the dropped requests, so that the stream does not begin with a gap.
  return { epoch, request: (await journal.status()).first_seq - 1, event: 0, delivery: 0 };
}

export const STREAM = [
  controlOperation('get', '/stream', {
    summary: 'Stream requests, events, and deliveries as server-sent events',
    description:
      `Each item has an id to resume from. An event \`gap\` marks missing items. A world has at most ${STREAMS_MAX} streams, and a client ` +
      'that does not read is disconnected.',
    query: StreamFilter,
    headers: { [LAST_ID]: 'Resumes after the event with this id.' },
    response: { media_type: 'text/event-stream' },
    is_unlocked: true,
    act: async ({ world, query, headers, streams, signal }): Promise<Streaming | Refusal> => {
      const kinds = chooseKinds(query);
      if (isRefusal(kinds)) return kinds;
      // A browser reconnects with Last-Event-ID and the original query.
      const start = await chooseStart(world, headers[LAST_ID.toLowerCase()] ?? query.since);
      if (isRefusal(start)) return start;
      const leave = streams.open(world);
      if (leave === undefined) {
        return refuse('rate_limited', { message: `This world has ${STREAMS_MAX} open streams, which is the limit; close one.` });
      }
      return {
        startStream: (response) => {
          // If the client has already disconnected, no close event follows, and a follower would never release its place.
          if (signal.aborted) leave();
          else new Follower({ world, response, leave, start, kinds, criteria: query }).begin();
        },
      };
    },
  }),
];
