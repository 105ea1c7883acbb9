import { describe, expect, test } from 'vitest';
import type { Reply } from './outcome.ts';
import { describeFailure, classifyReply } from './outcome.ts';

const silence: Reply = { kind: 'silence', reason: 'connection refused' };
const answer = (status: number): Reply => ({ kind: 'answer', status });

const ROWS: readonly [clause: string, reply: Reply, attempt: number, status: string, delay_seconds: number | null][] = [
  ['RTY-1', answer(200), 1, 'delivered', null],
  ['RTY-1', answer(204), 1, 'delivered', null],
  ['RTY-1', answer(299), 5, 'delivered', null],
  ['RTY-2', answer(400), 1, 'failed', null],
  ['RTY-2', answer(401), 1, 'failed', null],
  ['RTY-2', answer(404), 2, 'failed', null],
  ['RTY-2', answer(407), 1, 'failed', null],
  ['RTY-2', answer(409), 1, 'failed', null],
  ['RTY-2', answer(410), 1, 'failed', null],
  ['RTY-2', answer(428), 1, 'failed', null],
  ['RTY-2', answer(430), 1, 'failed', null],
  ['RTY-2', answer(499), 1, 'failed', null],
  ['RTY-3', answer(408), 1, 'retrying', 10],
  ['RTY-3', answer(429), 1, 'retrying', 10],
  ['RTY-3', answer(500), 1, 'retrying', 10],
  ['RTY-3', answer(503), 2, 'retrying', 60],
  ['RTY-3', answer(599), 3, 'retrying', 300],
  ['RTY-3', answer(799), 1, 'retrying', 10],
  ['RTY-3', silence, 1, 'retrying', 10],
  ['RTY-4', silence, 4, 'retrying', 1800],
  ['RTY-6', silence, 5, 'failed', null],
  ['RTY-6', answer(500), 5, 'failed', null],
  ['RTY-6', answer(429), 5, 'failed', null],
  ['RTY-12', answer(100), 1, 'failed', null],
  ['RTY-12', answer(101), 1, 'failed', null],
  ['RTY-12', answer(300), 1, 'failed', null],
  ['RTY-12', answer(304), 1, 'failed', null],
  ['RTY-12', answer(308), 1, 'failed', null],
  ['WHK-11', { kind: 'forbidden', reason: 'private address' }, 1, 'failed', null],
  ['EVT-14', { kind: 'unsendable', reason: 'a bug' }, 1, 'failed', null],
];

describe('the outcome of an attempt', () => {
  test.for(ROWS)('%s: %j at attempt %i is %s, next after %s s', ([, reply, attempt, status, delay_seconds]) => {
    expect(classifyReply(reply, attempt, true)).toEqual({ status, delay_seconds });
  });

  test('RTY-8 a delivery that was dropped during its attempt is not retried', () => {
    expect(classifyReply(answer(500), 1, false)).toEqual({ status: 'failed', delay_seconds: null });
    expect(classifyReply(answer(200), 1, false)).toEqual({ status: 'delivered', delay_seconds: null });
  });

  test('a failure has a reason, and a success has none', () => {
    expect(describeFailure(answer(503), classifyReply(answer(503), 1, true))).toBe('The receiver responded with 503.');
    expect(describeFailure(silence, classifyReply(silence, 1, true))).toBe('connection refused');
    expect(describeFailure(answer(200), classifyReply(answer(200), 1, true))).toBeNull();
  });
});
