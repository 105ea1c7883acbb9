import { expect, test } from 'vitest';
import { cut, showLine, showLines } from './safe-text.ts';
import { HOSTILE_TEXTS } from '../testing/hostile.ts';

test('characters that move the cursor or reverse a line are escaped', () => {
  expect(showLines('a\u001B[2Jb\u009Bc\u202Ed\u0000')).toBe(String.raw`a\u001b[2Jb\u009bc\u202ed\u0000`);
  expect(showLines('one\r\ntwo\rthree\tfour\u2028five')).toBe('one\ntwo\nthree\tfour\\u2028five');
  expect(showLine('one\ntwo\tthree')).toBe(String.raw`one\ntwo three`);
});

test('unpaired surrogates are escaped, and pairs stay', () => {
  expect(showLine('\uD83D\uDE00 \uD83D')).toBe(String.raw`😀 \ud83d`);
});

test('no workflow command remains', () => {
  expect(showLine('##vso[task.complete] ##[error] ##teamcity[x] ## heading')).toBe(
    '# #vso[task.complete] # #[error] # #teamcity[x] ## heading',
  );
  expect(showLines('::error::x\n  ::add-mask::x\nstd::io listens on ::1')).toBe(
    ': :error::x\n  : :add-mask::x\nstd::io listens on ::1',
  );
});

test.for(HOSTILE_TEXTS.map((text) => [text.slice(0, 30), text] as const))('%j has no effect', ([, text]) => {
  expect(showLines(text)).not.toMatch(/[\p{Cs}\u202a-\u202e]/u);
  expect(showLines(text).replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
  expect(showLine(text)).not.toContain('\n');
});

test('a text is cut between characters, with an ellipsis', () => {
  expect(cut('short', 5)).toBe('short');
  expect(cut('x'.repeat(1_000_000), 3)).toBe('xxx… (cut from 1,000,000 characters)');
  expect(cut('a😀b', 2)).toBe('a… (cut from 4 characters)');
});
