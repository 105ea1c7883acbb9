import { expect, test } from 'vitest';
import { shorten, foldCommand, makePaint, wantsColor, widthOf, wrap } from './layout.ts';

test('the width of a text is counted in columns', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('日本')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('✗ ✓ │')).toBe(5);
});

test('a text is cut to a width, with an ellipsis', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef');
  expect(shorten('abcdef', 5)).toBe('abcd…');
  expect(widthOf(shorten('日本語', 4))).toBeLessThanOrEqual(4);
});

test('a text is wrapped at line ends, at spaces, and within long words', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('a\n\nb', 8)).toEqual(['a', '', 'b']);
  expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrap('日本語', 4)).toEqual(['日本', '語']);
});

test('no wrapped line starts a workflow command', () => {
  expect(wrap('four words and then ::error::x', 20)).toEqual(['four words and then', ': :error::x']);
  expect(wrap('abcd::error::x', 4)).toEqual(['abcd', ': :er', 'ror:', ':x']);
});

test('a folded command has the same effect', () => {
  const command = `curl -X POST 'https://host/a b' -H 'A: b c' --data '{"a": "it is"}' "x \\" y" z\\ z`;
  const lines = foldCommand(command, 24);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.map((line) => line.replace(/ \\$/, '').trim()).join(' ')).toBe(command);
  expect(lines.slice(0, -1).every((line) => line.endsWith(' \\'))).toBe(true);
  expect(lines.at(-1)?.endsWith('\\')).toBe(false);
  expect(lines).toContain("  -H 'A: b c' \\");
});

test('no line of a folded command starts a workflow command', () => {
  const lines = foldCommand(`${'word '.repeat(5)} ::error::x ##[error] '::x'`, 20);
  expect(lines.filter((line) => /^[:#]/.test(line.trim()))).toEqual([]);
});

test('an unclosed quote loses nothing', () => {
  expect(
    foldCommand("curl 'never closed \\", 10)
      .join('')
      .replaceAll(/[\s\\]/g, ''),
  ).toBe("curl'neverclosed");
});

test('color is for terminals that support it', () => {
  expect(wantsColor(true, {})).toBe(true);
  expect(wantsColor(true, { NO_COLOR: '' })).toBe(true);
  expect(wantsColor(true, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColor(true, { TERM: 'dumb' })).toBe(false);
  expect(wantsColor(false, {})).toBe(false);
  expect(makePaint(true)('red', 'x')).toBe('\u001B[31mx\u001B[39m');
  expect(makePaint(false)('red', 'x')).toBe('x');
});
