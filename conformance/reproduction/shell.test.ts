import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TOOLS } from './script-tools.ts';
import { comment, hereText, quote, word, type Substitutes } from './shell.ts';

const HOSTILE = String.raw`it's $HOME \ "quoted" $(echo no) ` + '`echo no`';
const NOBODY: Substitutes = { variables: new Map(), recorded_at_ms: Number.NaN };
const CAST: Substitutes = { variables: new Map([['bid_9', 'BID_1']]), recorded_at_ms: Date.parse('2026-06-01T12:00:00Z') };

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

test('instants keep their distance from the recording, and impossible dates stay', () => {
  expect(hereText('{"at":"2026-06-01T12:01:00.000Z"}', CAST)).toBe('{"at":"$(instant 60)"}');
  expect(word('/history?from=2026-05-31&to=2026-02-30', CAST)).toBe('"/history?from=$(day -1)&to=2026-02-30"');
});

test('a text that must be unique ends with the digits of the run', () => {
  expect(word('gm-0123456789ab', NOBODY)).toBe('"gm-012345$RUN"');
});

test('a comment is always one line', () => {
  expect(comment('a\nrm -rf b')).toBe('# a rm -rf b');
});

test.for(['day -17', 'day 3', 'instant -60', 'instant 60'])('%s prints a date', (command) => {
  expect(run(`${TOOLS}\n${command}; rm -rf "$WORK"`)).toMatch(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?\n$/);
});
