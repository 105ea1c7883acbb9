import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMock } from '../../testing/open-mock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gristmill-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('developer tokens depend on where a file is served, not on the file', async () => {
  const db = join(folder, 'tokens.db');
  const ask = async (dev_tokens: boolean): Promise<number> => {
    await using mock = await openTestMock({ db, lots: 20, dev_tokens });
    return (await mock.call('dev_buyer', 'GET', '/bids')).status;
  };
  expect([await ask(true), await ask(false), await ask(false), await ask(true)]).toEqual([200, 401, 401, 200]);
});
