import { expect, test } from 'vitest';
import { CHECKS } from '#conformance/checks/index';
import { KILLABLE } from '../test-gate.ts';
import type { Row } from './row.ts';
import { ROWS } from './row.ts';
import { isOdd, readMatrix, writeMatrixPage } from './summary.ts';

const [check = '', other_check = ''] = CHECKS.map(({ id }) => id);

const violation = KILLABLE.find(({ clause }) => CHECKS.slice(2).some((one) => one.clause === clause));
const own = CHECKS.slice(2).find(({ clause }) => clause === violation?.clause)?.id ?? '';

/** A matrix in which one violation has these verdicts, and one variant. */
function matrixOf(verdicts: Row['verdicts'], of_variant: Row['verdicts'] = {}): ReturnType<typeof readMatrix> {
  const special: Readonly<Record<string, Row['verdicts']>> = {
    clean: { [other_check]: ['skip', ''] },
    [violation?.name ?? '']: verdicts,
    'relative-links': of_variant,
  };
  const rows = ROWS.map(({ name }): Row => ({ name, verdicts: special[name] ?? {} }));
  return readMatrix(rows);
}

test('a violation is killed by a check of its clause that fails, and found by any other that does', () => {
  const { violations, idle } = matrixOf({ [own]: ['fail', ''], 'SIG-1/signed': ['fail', ''], 'SIG-2/any': ['blocked', ''] });
  expect(violations.find(({ name }) => name === violation?.name)).toMatchObject({ own: [own], others: ['SIG-1/signed'] });
  expect(idle).not.toContain(own);
  expect(idle).not.toContain(other_check);
  expect(idle.length).toBeGreaterThan(1_000);
  // A clause of level A, and one that no violation can break: their checks only report.
  expect(idle.filter((id) => ['BID-3', 'TEAM-4'].some((clause) => id.startsWith(`${clause}/`)))).toEqual([]);
});

test('a false positive is a failure or an unlisted warning of a variant', () => {
  const { variants } = matrixOf({}, { [check]: ['fail', 'why'], [own]: ['skip', ''] });
  const found = variants.filter(({ false_positives }) => false_positives.length > 0);
  expect(found).toEqual([{ name: 'relative-links', false_positives: [`${check} fail: why`] }]);
});

test('the page names survivors, single killers, and idle checks', () => {
  const page = writeMatrixPage(matrixOf({ [own]: ['fail', ''] }), '2026-11-25');
  expect(page).toContain(`**1 of ${KILLABLE.length} violations killed by a check of their clause, 0 false positives`);
  expect(page).toContain(`| \`${own}\` | \`${violation?.name ?? ''}\` |`);
  expect(page).toContain('found by no check');
});

test('a survivor and a false positive are odd', () => {
  const name = violation?.name ?? '';
  expect(isOdd({ name, verdicts: { 'SIG-1/signed': ['fail', ''] } })).toBe(true);
  expect(isOdd({ name, verdicts: { [own]: ['fail', ''] } })).toBe(false);
  expect(isOdd({ name: 'relative-links', verdicts: { [own]: ['blocked', ''] } })).toBe(true);
  expect(isOdd({ name: 'clean', verdicts: { [own]: ['skip', ''] } })).toBe(false);
});

test('a row that is missing is named', () => {
  expect(() => readMatrix([])).toThrow('rows are missing, such as clean');
});
