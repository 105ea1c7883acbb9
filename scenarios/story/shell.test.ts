import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { comment, hereText, quote, word, type Substitutes } from './shell.ts';

const HOSTILE = String.raw`it's $HOME \ "quoted" $(echo no) ` + '`echo no`';
const NOBODY: Substitutes = { names: new Map(), isTaken: () => false, today: undefined };
const CAST: Substitutes = {
  names: new Map([['bid_9', { id: 'bid_9', name: 'bid 1', at: 0, pointer: '/data/id' }]]),
  isTaken: () => true,
  today: '2026-06-01',
};

function run(script: string): string {
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' });
}

test.for([
  ['quoted', `printf '%s' ${quote(HOSTILE)}`],
  ['in double quotes', `printf '%s' ${word(HOSTILE, NOBODY)}`],
  ['in a here text', `cat <<JSON\n${hereText(HOSTILE, NOBODY)}\nJSON\n`],
])('a text with shell syntax is preserved, %s', ([, script = '']) => {
  expect(run(script).trimEnd()).toBe(HOSTILE.trimEnd());
});

test('ids become variables and dates become days from today', () => {
  expect(word('/bids/bid_9/accept', CAST)).toBe('"/bids/$BID_1/accept"');
  expect(hereText('{"id":"bid_9","from":"2026-07-01"}', CAST)).toBe('{"id":"$BID_1","from":"$(day 30)"}');
  expect(hereText('{"id":"bid_90"}', CAST)).toBe('{"id":"bid_90"}');
});

test('a comment is always one line', () => {
  expect(comment('a\nrm -rf b')).toBe('# a rm -rf b');
});
