/**
 * PRIV-6: with the names of all sellers and farms in `fixtures.secrets`, as the template asks, the gate accuses neither the clean mock nor a
 * legal variant. At full size, every variant; otherwise every 96th.
 */
import { createMock } from '#mock';
import type { World } from '#mock';
import { VARIANTS } from '#mock/mutations/variants/index';
import { conform } from '#conformance';
import { expect, test } from 'vitest';
import { CLEAN } from './mutation-testing/job.ts';
import { resolve } from './mutation-testing/matrix/row.ts';
import { gradeVariant } from './mutation-testing/outcomes.ts';
import { LOTS, withWorld } from './worlds.ts';

const EVERY = process.env['PROOFS'] === 'full' ? 1 : 96;

async function readNames({ store }: World): Promise<readonly string[]> {
  const farms = await store.reader
    .selectFrom('farms')
    .innerJoin('users', 'users.id', 'farms.user_id')
    .select(['farms.name as farm', 'users.name as seller'])
    .execute();
  return [...new Set(farms.flatMap(({ farm, seller }) => [farm, seller]))];
}

test.for([CLEAN, ...VARIANTS.filter((_, i) => i % EVERY === 0)])(
  'PRIV-6 $name is not accused if the names of all sellers are configured',
  async (variant) => {
    await using mock = await createMock({ port: 0, lots: LOTS });
    const deviations = variant === CLEAN ? {} : { variants: [variant.name] };
    const report = await withWorld(mock, deviations, async (base_url, world) => {
      const settings = await resolve(base_url, ['PRIV']);
      const secrets = await readNames(world);
      expect(secrets.length).toBeGreaterThan(10);
      return conform({ ...settings, fixtures: { ...settings.fixtures, secrets } });
    });
    expect(gradeVariant(variant, report).false_positives).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'PRIV-6/no-secret-anywhere')?.verdict).toBe('pass');
  },
);
