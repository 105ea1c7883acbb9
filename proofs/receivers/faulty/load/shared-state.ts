/** Earlier or concurrent deliveries decide how it responds. */
import { parseByKey, readAll, signatureOf, workFor, type Parts, type Replacement } from '../../clean.ts';
import type { Setup } from '../../receiver.ts';
import { within } from '../clock.ts';
import { explained, faults, type FaultyRow } from '../row.ts';

const COLD_START_MS = 11_000;
const CONNECTIONS_MAX = 10;

/** Compares the `t` of a delivery that was verified with all earlier ones. */
function remembersTimes(isNew: (t: number, seen: readonly number[]) => boolean): Replacement {
  return () => {
    const seen: number[] = [];
    let is_old = false;
    return {
      isInTime: (t, now_seconds, post) => {
        is_old = !isNew(Number(t), seen);
        return within(300)(t, now_seconds, post);
      },
      validate: () => (is_old ? { status: 400, body: 'a replay' } : undefined),
      identify: ({ id }, { request }) => {
        seen.push(Number(parseByKey(signatureOf(request))?.t));
        return id;
      },
    };
  };
}

function sharesBody({ wait }: Setup): Partial<Parts> {
  let raw: Buffer = Buffer.alloc(0);
  return {
    read: async (request) => {
      raw = await readAll(request);
      await wait(2, request);
      return raw;
    },
  };
}

function limitsConnections(setup: Setup): Partial<Parts> {
  let open = 0;
  return {
    intercept: ({ socket }) => {
      if (open >= CONNECTIONS_MAX) {
        socket.destroy();
        return { status: 500 };
      }
      open += 1;
      socket.once('close', () => {
        open -= 1;
      });
      return undefined;
    },
    work: workFor(setup, 60),
  };
}

function startsLate({ wait }: Setup): Partial<Parts> {
  let started: Promise<void> | undefined;
  return {
    intercept: async () => {
      started ??= wait(COLD_START_MS);
      await started;
      return undefined;
    },
  };
}

export const SHARED_STATE_FAULTS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'RTY-1/each-t-once: It rejects a t that it has seen, to prevent replays: two events of one second have the same.': explained(
      'RTY-1/still-accepted',
      /`t`.*only once|Something other than the delivery/,
      remembersTimes((t, seen) => !seen.includes(t)),
    ),
    'RTY-1/rising-t-only: It rejects a t before the last one, to prevent replays: attempts come out of order.': explained(
      'RTY-1/still-accepted',
      /later than all before/,
      remembersTimes((t, seen) => seen.every((one) => t >= one)),
    ),
    'RTY-1/shared-body: It keeps the body in a variable that concurrent requests share.': explained(
      ['RTY-1/still-accepted', 'RTY-5/20-at-once'],
      /share a variable/,
      sharesBody,
    ),
    'RTY-5/ten-connections: It closes connections beyond ten without a response.': explained(
      'RTY-5/20-at-once',
      /limit of connections/,
      limitsConnections,
    ),
  }),
  ...faults('warned', {
    'SIG-1/cold-start: It takes eleven seconds to start, when the first delivery comes.': explained(
      'SIG-1/genuine',
      /cold start/,
      startsLate,
    ),
  }),
];
