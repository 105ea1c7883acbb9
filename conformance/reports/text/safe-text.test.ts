import { expect, test } from 'vitest';
import { cut, sanitizeLine, sanitizeLines } from './safe-text.ts';
import { HOSTILE_CASES } from '../testing/hostile.ts';

test('characters that move the cursor or reverse a line are escaped', () => {
  expect(sanitizeLines('a\u001B[2Jb\u009Bc\u202Ed\u0000')).toBe(String.raw`a\u001b[2Jb\u009bc\u202ed\u0000`);
  expect(sanitizeLines('one\r\ntwo\rthree\tfour\u2028five')).toBe('one\ntwo\nthree\tfour\\u2028five');
  expect(sanitizeLine('one\ntwo\tthree')).toBe(String.raw`one\ntwo three`);
});

test('unpaired surrogates are escaped, and pairs stay', () => {
  expect(sanitizeLine('\uD83D\uDE00 \uD83D')).toBe(String.raw`😀 \ud83d`);
});

test('no workflow command remains', () => {
  expect(sanitizeLine('##vso[task.complete] ##[error] ##teamcity[x] ## heading')).toBe(
    '# #vso[task.complete] # #[error] # #teamcity[x] ## heading',
  );
  expect(sanitizeLines('::error::x\n  ::add-mask::x\nstd::io listens on ::1')).toBe(
    ': :error::x\n  : :add-mask::x\nstd::io listens on ::1',
  );
});

test.for(HOSTILE_CASES)('%j has no effect', ([, text]) => {
  expect(sanitizeLines(text)).not.toMatch(/[\p{Cs}\u202a-\u202e]/u);
  expect(sanitizeLines(text).replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
  expect(sanitizeLine(text)).not.toContain('\n');
});

test('a text is cut between characters, with an ellipsis', () => {
  expect(cut('short', 5)).toBe('short');
  expect(cut('x'.repeat(1_000_000), 3)).toBe('xxx… (cut from 1,000,000 characters)');
  expect(cut('a😀b', 2)).toBe('a… (cut from 4 characters)');
});
