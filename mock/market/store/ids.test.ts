/** Which ids a world draws after a snapshot is restored, in a fork, and after a reset. */
import { join } from 'node:path';
import type { Bid } from '#spec';
import { expect, test } from 'vitest';
import { bidIn } from '../../testing/responses.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';
import type { World } from '../../server/world/world.ts';
import { useFolder } from '../../testing/use-folder.ts';

const folder = useFolder();

async function takeSnapshot(t: TestMock): Promise<string> {
  const taken = await t.control('POST', '/snapshots');
  return (taken.body as { id: string }).id; // The control plane says so in its OpenAPI document.
}

async function restore(t: TestMock, snapshot: string): Promise<void> {
  expect((await t.control('POST', `/snapshots/${snapshot}/restore`)).status).toBe(200);
}

async function placeBid(t: TestMock, lot: string): Promise<Bid> {
  return bidIn(await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody({ quantity_mt: 1 }) }));
}

/** Creates one of everything that has an id, and returns the ids and references. */
async function makeOfEverything(t: TestMock): Promise<string[]> {
  const lot = await makeLot(t);
  const bid = await placeBid(t, lot);
  const seller = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'buyer' } });
  const webhook = await t.call('buyer', 'POST', '/webhooks', { body: { url: 'http://127.0.0.1:1/', events: ['bid.accepted'] } });
  const trade = await t.call('seller', 'POST', `/bids/${bid.id}/accept`);
  const made = [seller, webhook, trade].map(({ text }) => text).join('\n');
  const { reader: db } = t.mock.worlds.default.store;
  const events = await db.selectFrom('events').select('id').execute();
  return [
    lot,
    bid.id,
    bid.reference,
    ...events.map(({ id }) => id),
    ...(made.match(/\b(?:(?:trd|usr|tm|whk)_[0-9a-f]{16}|TRD-\w{8}|whsec_[\w-]+|sandbox_[\w-]+)/g) ?? []),
  ];
}

test('SIG-7 EVT-3 CONV-2 ids, references, and secrets are never reused after a restore', async () => {
  await using t = await openTestMock({ lots: 20, test_secrets: true });
  const snapshot = await takeSnapshot(t);
  const drawn: string[] = [];
  for (let run = 0; run < 3; run += 1) {
    await restore(t, snapshot);
    drawn.push(...new Set(await makeOfEverything(t)));
  }
  // Seven that are named one by one, and at least two events, a run.
  expect(drawn.length).toBeGreaterThan(30);
  expect(drawn.filter((id, index) => drawn.indexOf(id) !== index)).toEqual([]);
});

test('a reset draws the first ids again, and a fork continues those of its snapshot', async () => {
  await using t = await openTestMock({ lots: 20, test_secrets: true });
  const first = await makeOfEverything(t);
  const snapshot = await takeSnapshot(t);
  await t.control('POST', '/reset');
  expect(await makeOfEverything(t)).toEqual(first);

  await restore(t, snapshot);
  await t.control('POST', '/worlds', { snapshot });
  await t.control('POST', '/worlds', { snapshot });
  const [one, other] = ['w1', 'w2'].map((id) => t.mock.worlds.get(id));
  if (one === undefined || other === undefined) throw new Error('the forks are not there');
  const draw = (world: World): Promise<string> => world.write((tx) => world.ids.next(tx, 'bid'));
  expect(await draw(one)).toBe(await draw(other));
});

test('a database file remembers the ids drawn across restarts', async () => {
  const db = join(folder, 'world.db');
  let lot = '';
  const drawn: string[] = [];
  {
    await using t = await openTestMock({ db, lots: 20 });
    lot = await makeLot(t);
    const snapshot = await takeSnapshot(t);
    for (let n = 0; n < 3; n += 1) drawn.push(await makeBid(t, 'buyer', lot, { quantity_mt: 1 }));
    await restore(t, snapshot);
    drawn.push(await makeBid(t, 'buyer', lot, { quantity_mt: 1 }));
  }
  await using t = await openTestMock({ db });
  for (let n = 0; n < 3; n += 1) drawn.push(await makeBid(t, 'buyer', lot, { quantity_mt: 1 }));
  expect(new Set(drawn).size).toBe(7);
});
