/** A server with problems: errors, Retry-After, cut and broken responses. */
import { elapsedMs } from '#client';
import type { Disturbance } from '../testbed/proxy.ts';
import { CUT, isFor, refusal } from '../testbed/proxy.ts';
import { API, HTML_502, READS, UNAVAILABLE, respondInstead, resetConnection } from './disturb.ts';
import { checkRecovers } from './observe.ts';
import type { Stage } from './stage.ts';
import { NotShown, stageDefaults } from './stage.ts';

const SETUP = 'The client reads what it needs.';
const RETRY_AFTER_SECONDS = 1;
const OUTAGE_MS = 3_000;
/** The maximum number of requests during the outage. A client whose backoff starts at 100 ms sends five. */
const OUTAGE_REQUESTS_MAX = 15;

const BROKEN: readonly (readonly [name: string, title: string, stimulus: string, disturbance: () => Disturbance])[] = [
  [
    'error-page',
    'An error page that is not JSON',
    'A gateway responds 502 with an HTML page, once.',
    () => respondInstead(HTML_502, READS),
  ],
  ['cut', 'A connection that is cut', 'The connection is reset instead of a response, once.', () => resetConnection(...READS)],
  [
    'truncated',
    'A response that ends in the middle',
    'The connection is closed in the middle of a response, once.',
    () => ({
      name: 'response truncated',
      isFor: isFor(...READS),
      count: 1,
      handle: async (_, forward) => ({ truncated: await forward() }),
    }),
  ],
  [
    'status-500',
    'A 500',
    'The server responds 500 once.',
    () => respondInstead(refusal(500, 'internal', 'Something went wrong.'), READS),
  ],
];

/** The pause between a refused request and the next one. */
function pauseAfter(status: number, code: string): Stage {
  return {
    id: `failures.retry-after-${status}`,
    level: 'must',
    title: `A request that got ${status} is not repeated before Retry-After`,
    cites: ['RFC 9110, 10.2.3', ...(status === 429 ? ['RFC 6585, 4'] : [])],
    setup: SETUP,
    stimulus: `The server responds ${status} with Retry-After: ${RETRY_AFTER_SECONDS}, once.`,
    advice: 'Read Retry-After, in seconds or as a date, and do not repeat the request earlier.',
    run: async (context) => {
      const response = refusal(status, code, 'Later.', { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
      const armed = context.arm(respondInstead(response, READS));
      await context.act('sync');
      context.requireReached(armed, 'sync');
      const sent = context.sent(...READS);
      const index = sent.findIndex(({ disturbed_by }) => disturbed_by !== undefined);
      const refused = sent[index];
      const repeat = sent.slice(index + 1).find(({ path, began_ms }) => path === refused?.path && began_ms >= refused.ended_ms);
      if (refused === undefined || repeat === undefined)
        throw new NotShown(
          `the client did not repeat the request that got ${status}, so its pause could not be checked`,
          'repeat reads that fail, or name this stage in not_applicable in certify.yaml if your client never repeats requests',
        );
      const waited_ms = repeat.began_ms - refused.ended_ms;
      context.check(
        waited_ms >= RETRY_AFTER_SECONDS * 1_000 - 50,
        `it waited ${Math.round(waited_ms)} ms, although Retry-After said ${RETRY_AFTER_SECONDS} s`,
      );
    },
  };
}

const row = stageDefaults();

export const FAILURES_STAGES: readonly Stage[] = [
  ...BROKEN.map(([name, title, stimulus, disturbance]) =>
    row({
      id: `failures.${name}`,
      title: `${title} does not stop the client`,
      cites: ['RFC 9110, 15.6', 'ERR-1'],
      setup: SETUP,
      stimulus,
      advice:
        'Check the status and the content type before you parse, treat a broken response as a failed request, and repeat reads.',
      run: async (context) => {
        const armed = context.arm(disturbance());
        const first = await context.act('sync');
        context.requireReached(armed, 'sync');
        if (first.error !== undefined && context.has_do_hook) await checkRecovers(context, 'afterwards');
      },
    }),
  ),
  row({
    id: 'failures.repeats-reads',
    level: 'should',
    title: 'A read that fails once is repeated',
    cites: ['RFC 9110, 9.2.2'],
    setup: SETUP,
    stimulus: 'The server responds 503 once.',
    advice: 'GET is idempotent: repeat it a few times with growing pauses before you report an error.',
    needs: ['do'],
    run: async (context) => {
      const armed = context.arm(respondInstead(UNAVAILABLE, READS));
      const { error } = await context.act('sync');
      context.requireReached(armed, 'sync');
      context.check(error === undefined, `it gives up after one 503: ${error?.message ?? ''}`);
    },
  }),
  row({
    id: 'failures.silence',
    title: 'A request that never gets a response does not block the client forever',
    cites: ['RFC 9112, 9.5'],
    setup: SETUP,
    stimulus: 'The server accepts a request and never responds.',
    advice: 'Give every request a time limit, such as 10 s, and treat it like a lost response.',
    run: async (context) => {
      const silent = context.arm({
        name: 'no response',
        isFor: isFor(...READS),
        count: 1,
        handle: async (_, __, closed) => {
          await closed;
          return CUT;
        },
      });
      await context.act('sync');
      context.requireReached(silent, 'sync');
      if (context.has_do_hook) await checkRecovers(context, 'afterwards');
    },
  }),
  pauseAfter(503, 'unavailable'),
  pauseAfter(429, 'too_many_requests'),
  row({
    id: 'failures.outage',
    title: 'In an outage, the client waits between its requests',
    cites: ['RFC 9110, 15.6.4'],
    setup: SETUP,
    stimulus: `Every request to the API gets 503 for ${OUTAGE_MS / 1_000} s.`,
    advice: 'Double the pause after each failed attempt, from 100 ms or more, add jitter, and stop after a few attempts.',
    run: async (context) => {
      const began_ms = elapsedMs();
      const during: Disturbance = {
        name: 'outage',
        isFor: (request) => elapsedMs() - began_ms < OUTAGE_MS && isFor(...API)(request),
        handle: async () => Promise.resolve(UNAVAILABLE),
      };
      const armed = context.arm(during);
      const first = await context.act('sync');
      context.requireReached(armed, 'sync');
      context.disarm(armed);
      const reads = context.sent(...READS);
      const was_blind = reads.length > 0 && reads.every(({ response }) => response?.status === 503);
      context.check(
        !was_blind || first.response === undefined || first.error !== undefined,
        'it reports success, although every read got 503; report an error instead of empty lists',
      );
      context.check(
        armed.hits <= OUTAGE_REQUESTS_MAX,
        `it sent ${armed.hits} requests in ${Math.round(Math.min(elapsedMs() - began_ms, OUTAGE_MS))} ms to a server that was down`,
      );
      if (context.has_do_hook) await checkRecovers(context, 'after the outage');
    },
  }),
];
