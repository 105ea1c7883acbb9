/** Traffic that looks like a mistake and is none. */
import { expect, test } from 'vitest';
import { coach } from './coach.ts';
import { bid, lost, page, readBid } from './testing/lines.ts';
import { talk, type Line } from './testing/talk.ts';

const find = (lines: readonly Line[], is_final = true): readonly string[] =>
  coach(talk(lines, [], is_final)).map(({ rule }) => rule);

const LIMITED = { status: 429, headers: { 'Retry-After': '2' } } as const;

test.for<[legal: string, rule: string, lines: readonly Line[]]>([
  [
    'another bid is on its way when one is lost',
    'bids/lost-taken-for-failed',
    [bid({ ...lost, at_ms: 0, took_ms: 300 }), bid({ at_ms: 100 }, 'inv_2')],
  ],
  ['a lost bid is sent again after another bid', 'bids/lost-taken-for-failed', [bid(lost), bid({ key: 'k2' }, 'inv_2'), bid()]],
  [
    'another page is on its way when one is limited',
    'retries/retry-after',
    [page('', 0, null), page('?offset=2', 2, null)].map((line) => ({ ...line, ...LIMITED })),
  ],
  ['another token is not limited', 'retries/retry-after', [readBid(LIMITED), readBid({ token: 't2' })]],
  [
    'five tokens meet an outage',
    'retries/hot-loop',
    [1, 2, 3, 4, 5].map((n) => readBid({ status: 503, at_ms: n * 20, token: `t${n}` })),
  ],
  ['ten tokens read once each', 'events/busy-polling', Array.from({ length: 10 }, (_, n) => readBid({ token: `t${n}` }))],
])('no finding if %s (%s)', ([, rule, lines]) => {
  expect(find(lines)).not.toContain(rule);
});

test('a lost bid is not called forgotten while the client may still send it again', () => {
  const lines = [bid(lost), bid({ key: 'k2' }, 'inv_2')];
  expect([find(lines, false).includes('bids/lost-taken-for-failed'), find(lines).includes('bids/lost-taken-for-failed')]).toEqual(
    [false, true],
  );
});
