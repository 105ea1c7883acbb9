import { expect, test } from 'vitest';
import type { Catalog } from './deviations.ts';
import { CLEAN, arrangeDeviations, loadDeviations } from './deviations.ts';
import type { AttemptContext, Seams } from './seams.ts';

/** A deviation with state: it counts the attempts. */
function counting(): Partial<Seams> {
  let count = 0;
  return {
    timeout_ms: () => {
      count += 1;
      return count;
    },
  };
}

const CATALOGUE: Catalog = {
  violations: [
    { name: 'RTY-5/counting', clause: 'RTY-5', title: 'Each attempt has a timeout of a millisecond more.', seams: counting },
    {
      name: 'RTY-5/patient',
      clause: 'RTY-5',
      title: 'A delivery times out after 60 seconds.',
      seams: { timeout_ms: () => 60_000 },
    },
  ],
  variants: [
    {
      name: 'in-seconds',
      title: 'Timeouts are in seconds.',
      clauses: ['RTY-5'],
      warns: [],
      seams: { timeout_ms: (ms) => ms / 1000 },
    },
    { name: 'in-minutes', title: 'Timeouts are in minutes.', clauses: ['RTY-5'], warns: [], seams: {} },
  ],
  exclusive: [['in-seconds', 'in-minutes']],
};
const [counting_name = '', patient_name = ''] = CATALOGUE.violations.map(({ name }) => name);
const attempt = {} as AttemptContext; // not read

test('without violations and variants, the seams are clean', async () => {
  expect(arrangeDeviations(CATALOGUE, { violations: [], variants: [] })).toBe(CLEAN);
  expect(await loadDeviations({ violations: [], variants: [] })).toBe(CLEAN);
});

test('a duplicate name counts once, and variants are applied outside', async () => {
  const { violations, variants, seams } = arrangeDeviations(CATALOGUE, {
    violations: [patient_name, patient_name],
    variants: ['in-seconds', 'in-seconds'],
  });
  expect({ violations, variants }).toEqual({ violations: [patient_name], variants: ['in-seconds'] });
  expect(await seams.timeout_ms(10_000, attempt)).toBe(60);
});

test('a deviation starts without the state of its last use', async () => {
  const first = arrangeDeviations(CATALOGUE, { violations: [counting_name], variants: [] });
  await first.seams.timeout_ms(0, attempt);
  expect(await first.seams.timeout_ms(0, attempt)).toBe(2);
  const second = arrangeDeviations(CATALOGUE, { violations: [counting_name], variants: [] });
  expect(await second.seams.timeout_ms(0, attempt)).toBe(1);
});

test('an unknown name is reported with its kind and the closest name, or how to list all', () => {
  const ask = (violations: string[], variants: string[]) => () => arrangeDeviations(CATALOGUE, { violations, variants });
  expect(ask(['RTY-5/patent'], [])).toThrow(`'RTY-5/patent' is not a known violation; the closest is '${patient_name}'`);
  expect(ask(['nope'], [])).toThrow("'nope' is not a known violation; gristmill mock --list shows them all");
  expect(() =>
    arrangeDeviations(
      { ...CATALOGUE, violations: [...CATALOGUE.violations, { name: 'RTY-9/slow', clause: 'RTY-9', title: '', seams: {} }] },
      { violations: ['RTY-5/slow'], variants: [] },
    ),
  ).toThrow("'RTY-5/slow' is not a known violation; gristmill mock --list shows them all");
  const names = Array.from({ length: 7 }, (_, index) => `BID-4/v${index}` as const);
  const violations = names.map((name) => ({ name, clause: 'BID-4', title: '', seams: {} }) as const);
  expect(() => arrangeDeviations({ ...CATALOGUE, violations }, { violations: ['bid-4'], variants: [] })).toThrow(
    "'bid-4' is not a known violation; use one of BID-4/v0, BID-4/v1, BID-4/v2, BID-4/v3, BID-4/v4, and 2 more; gristmill explain BID-4 lists them",
  );
  expect(ask([], ['in-second'])).toThrow("'in-second' is not a known variant; the closest is 'in-seconds'");
  expect(() => arrangeDeviations({ violations: [], variants: [], exclusive: [] }, { violations: ['x'], variants: [] })).toThrow(
    "'x' is not a known violation; gristmill mock --list shows them all",
  );
});

test('variants that exclude each other cannot be on together, in any order', () => {
  const ask =
    (...variants: string[]) =>
    () =>
      arrangeDeviations(CATALOGUE, { violations: [], variants });
  expect(ask('in-seconds', 'in-minutes')).toThrow(
    "'in-minutes' and 'in-seconds' give the same lists another shape; use one of them",
  );
  expect(ask('in-minutes', 'in-seconds')).toThrow(/^'in-seconds' and 'in-minutes'/);
  expect(ask('in-seconds', 'in-seconds')).not.toThrow();
});
