import { describe, expect, test } from 'vitest';
import { toSavedRows, describeChange, type SavedRow } from './compare.ts';
import { formatTable } from './format-table.ts';
import type { Table } from './benchmark.ts';

function tableOf(samples: readonly number[]): Table {
  return {
    title: 'starts',
    columns: ['ms', 'MB'],
    key: 'ms',
    rows: [{ name: 'the mock', figures: { ms: samples, MB: 107 }, goal: { at_most: 110 } }],
  };
}

function keep(...samples: readonly number[]): SavedRow {
  const [row] = toSavedRows('start', tableOf(samples), '2026-11-22T00:00:00.000Z');
  if (row === undefined) throw new Error('the table has a row');
  return row;
}

describe('a change since the committed figures', () => {
  const committed = [keep(98, 100, 100, 102)];

  test.each([
    ['is within the spread', keep(99, 103, 103, 104), false, '+3 %'],
    ['is within the spread of the new samples', keep(80, 90, 130, 150), false, '+10 %'],
    ['is worse if less is better', keep(119, 120, 120, 121), false, '+20 % worse'],
    ['is better if more is better', keep(119, 120, 120, 121), true, '+20 % better'],
    ['is better if less is better', keep(79, 80, 80, 81), false, '-20 % better'],
  ] as const)('%s', (_, now, is_more_better, text) => {
    expect(describeChange(now, committed, is_more_better)).toBe(text);
  });

  test('is empty for a row that was not measured before', () => {
    expect(describeChange({ ...keep(1), row: 'another' }, committed, false)).toBe('');
    expect(describeChange({ ...keep(1), benchmark: 'another' }, committed, false)).toBe('');
  });
});

test('a table shows medians with half the range of their middle half, the goal of the key figure, and the change', () => {
  const samples = [90, 95, 100, 105, 140];
  const text = formatTable(tableOf(samples), [keep(...samples)], [keep(200)]);
  expect(text.split('\n')[1]?.split(/ {2,}/)).toEqual(['the mock', '100 ±5%', '107', 'ms <= 110', 'meets', '-50 % better']);
});

test('a figure without samples is shown as missing', () => {
  const table = { ...tableOf([]), rows: [{ name: 'the mock', figures: { ms: [], MB: 107 } }] };
  const text = formatTable(table, toSavedRows('start', table, '2026-11-22T00:00:00.000Z'), []);
  expect(text.split('\n')[1]?.trim()).toMatch(/^the mock +- +107$/);
});

test('a figure is rounded to three significant digits, but keeps its integer digits', () => {
  const shown = [0.001_234, 0.5, 9.876, 12.345, 1_234.2, -1_234.2].map((figure) => {
    const table = { ...tableOf([figure]), columns: ['ms'] };
    return formatTable(table, toSavedRows('start', table, '2026-11-22T00:00:00.000Z'), [])
      .split('\n')[1]
      ?.split(/ {2,}/)[1];
  });
  expect(shown).toEqual(['0.00123', '0.500', '9.88', '12.3', '1234', '-1234']);
});
