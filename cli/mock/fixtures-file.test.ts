import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { gatherWorld, personas } from '#fixtures';
import type { Batch, LotRecord } from '#fixtures';
import { createMock } from '#mock';
import { describe, expect, test } from 'vitest';
import { readFixtures } from './fixtures-file.ts';

describe('a fixtures file', () => {
  const folder = makeTestFolder();
  const read = (content: unknown): Batch => {
    const path = join(folder, 'fixtures.json');
    writeFileSync(path, JSON.stringify(content));
    return readFixtures(path);
  };
  const { counters: _, ...world } = gatherWorld({ lots: 20, anchor: '2026-06-10T00:00:00.000Z' });
  const [farm] = world.farms.filter(({ user_id, livemode }) => user_id === personas.seller.user_id && livemode);
  const [model] = world.lots;
  const lot = (change: object): object => ({
    ...model,
    id: 'inv_mine',
    user_id: personas.seller.user_id,
    farm_id: farm?.id,
    status: 'listed',
    expires_at: null,
    ...change,
  });

  test('can have everything that a generated world has', () => {
    expect(read(world)).toEqual(world);
  });

  test('can begin with a byte order mark', () => {
    const path = join(folder, 'marked.json');
    writeFileSync(path, `\uFEFF${JSON.stringify({ lots: [] })}`);
    expect(readFixtures(path)).toEqual({ lots: [] });
  });

  test('adds its records to the generated world, also after a reset', async () => {
    const fixtures = read({ lots: [lot({ commodity: 'flax', grade: 'No. 1 CW', quantity_mt: 12.5 })] });
    await using mock = await createMock({ lots: 20, clock: '2026-06-10T12:00:00.000Z', fixtures });
    const readLot = async (): Promise<unknown> => {
      const response = await fetch(`${mock.base_url}/inventory/inv_mine`, { headers: { Authorization: 'Bearer dev_buyer' } });
      return response.json();
    };
    expect(await readLot()).toMatchObject({ data: { id: 'inv_mine', commodity: { slug: 'flax' }, quantity_mt: 12.5 } });
    await fetch(`${mock.control_url}/reset`, { method: 'POST' }).then((response) => response.text());
    expect(await readLot()).toMatchObject({ data: { quantity_mt: 12.5 } });
  });

  test.each<[change: Partial<Record<keyof LotRecord, unknown>> | { colour: string } | { quantity_tm: number }, named: string]>([
    [{ quantity_mt: -1 }, 'lots[0].quantity_mt must be at least 0'],
    [{ commodity: 'gold' }, 'lots[0].commodity must be '],
    [{ is_organic: 1 }, 'lots[0].is_organic must be a boolean'],
    [{ created_at: '2026-06-01' }, 'lots[0].created_at must be an instant'],
    [{ colour: 'red' }, 'lots[0].colour is not a known field'],
    [{ quantity_tm: 5 }, 'lots[0].quantity_tm is not a known field; did you mean quantity_mt?'],
    [{ reference: undefined }, 'lots[0].reference is required'],
    [{ id: 'a/b' }, 'lots[0].id must be letters, digits'],
  ])('an error about %j names its path', (change, named) => {
    expect(() => read({ lots: [lot(change)] })).toThrow(named);
  });

  test('an unknown table is named with the most similar one', () => {
    expect(() => read({ lot: [] })).toThrow('lot is not a known field; did you mean lots?');
  });

  test('must be an object', () => {
    expect(() => read([])).toThrow('the file must be an object');
  });

  test.each<[batch: Batch, named: string]>([
    [{ lots: [lot({ farm_id: 'farm_0' }) as LotRecord] }, 'lots[0].farm_id "farm_0" is not in farms of the file or the world'],
    [{ lots: [lot({ user_id: 'usr_0' }) as LotRecord] }, 'lots[0].user_id "usr_0"'],
    [{ lots: [lot({}) as LotRecord, lot({}) as LotRecord] }, 'lots[1].id ["inv_mine"] is in the file twice'],
    [{ lots: [lot({ id: model?.id }) as LotRecord] }, 'already exists in the world'],
    [
      { memberships: [{ team_id: personas.buyer.team_id, user_id: personas.buyer.user_id, role: 'owner' }] },
      'memberships[0].team_id+user_id',
    ],
  ])('with a reference to nothing is rejected by name, and no mock starts', async (fixtures, named) => {
    await expect(createMock({ lots: 20, clock: '2026-06-10T12:00:00.000Z', fixtures })).rejects.toThrow(named);
  });

  test('that does not fit another world prevents the creation of that world', async () => {
    const fixtures = read({ lots: [lot({})] });
    await using mock = await createMock({ lots: 20, clock: '2026-06-10T12:00:00.000Z', fixtures });
    const response = await fetch(`${mock.control_url}/worlds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"seed":"other"}',
    });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { error: { errors: [{ field: 'seed', message: expect.stringContaining('lots[0].farm_id') }] } },
    ]);
  });
});
