import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import { outcomeOf } from '../../../testing/responses.ts';
import { type TestMock, makeBid, makeFarm, makeLot, openTestMock } from '../../../testing/open-mock.ts';

async function storedBid(mock: TestMock, id: string | number): Promise<{ kind: string; record: object; relations: object }> {
  const found = await mock.control('GET', `/truth/${id}`);
  expect([id, found.status]).toEqual([id, 200]);
  return found.body as { kind: string; record: object; relations: object };
}

const seller = expect.objectContaining({ id: personas.partner.user_id, email: expect.stringContaining('@') });
const buyer_team = expect.objectContaining({ id: personas.buyer.team_id });

test('the record of a lot, bid, or trade includes its parties', async () => {
  await using mock = await openTestMock();
  const farm_id = await makeFarm(mock, 'partner');
  const lot = await makeLot(mock, 'partner', { farm_id });
  const bid = await makeBid(mock, 'buyer', lot);
  const accepted = await mock.call('partner', 'POST', `/bids/${bid}/accept`);
  const trade = accepted.body.data.id;

  const farm = expect.objectContaining({ id: farm_id, name: 'Quiet Coulee', latitude: 50.312477 });
  expect(await storedBid(mock, lot)).toMatchObject({
    kind: 'lot',
    record: { id: lot, livemode: true },
    relations: { seller, farm, bids: [{ id: bid }], trades: [{ id: trade }] },
  });
  expect(await storedBid(mock, bid)).toMatchObject({
    kind: 'bid',
    record: { status: 'accepted' },
    relations: { seller, farm, buyer_team, lot: { id: lot }, trade: { id: trade } },
  });
  expect(await storedBid(mock, trade)).toMatchObject({
    kind: 'trade',
    record: { id: trade },
    relations: {
      seller,
      farm,
      buyer_team,
      bid: { id: bid },
      invoices: [{ kind: 'buyer', status: 'unpaid', paid_at: null }, { kind: 'seller' }],
    },
  });
  expect(await storedBid(mock, farm_id)).toMatchObject({
    kind: 'farm',
    record: { latitude: 50.312477, has_payment_method: true },
    relations: { owner: seller, lots: [{ id: lot }] },
  });
});

test('the record of every other kind has its relations by name', async () => {
  await using mock = await openTestMock();
  const { reader } = mock.mock.worlds.default.store;
  await mock.call('buyer', 'POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/', events: ['bid.rejected'] } });
  await mock.call('seller', 'POST', `/bids/${await makeBid(mock, 'buyer', await makeLot(mock))}/reject`);
  await mock.mock.worlds.default.dispatcher.idle();
  const firstOf = async (table: 'cash_bids' | 'offers' | 'subscriptions' | 'deliveries' | 'events'): Promise<string> =>
    (await reader.selectFrom(table).select('id').executeTakeFirstOrThrow()).id;
  const rows: readonly [kind: string, id: string | number, relations: readonly string[]][] = [
    ['cash_bid', await firstOf('cash_bids'), ['buyer_team', 'delivery_location', 'offers']],
    ['offer', await firstOf('offers'), ['cash_bid', 'buyer_team', 'seller']],
    ['team', personas.elevator.team_id, ['members', 'delivery_locations', 'subscriptions']],
    ['user', personas.buyer.user_id, ['teams', 'farms']],
    ['subscription', await firstOf('subscriptions'), ['team', 'client', 'queued']],
    ['delivery', await firstOf('deliveries'), ['subscription', 'event']],
    ['event', await firstOf('events'), ['deliveries', 'queued']],
    ['delivery_location', 1001, ['team']],
  ];
  for (const [kind, id, relations] of rows) {
    const found = await storedBid(mock, id);
    expect([found.kind, Object.keys(found.relations)]).toEqual([kind, expect.arrayContaining([...relations])]);
  }
  expect(await storedBid(mock, personas.buyer.team_id)).toMatchObject({
    relations: {
      members: expect.arrayContaining([expect.objectContaining({ id: personas.buyer.user_id, role: expect.any(String) })]),
    },
  });
});

test('an unknown id of any kind returns 404', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const prefixes = ['inv', 'bid', 'trd', 'cb', 'cbo', 'farm', 'tm', 'usr', 'whk', 'whd', 'evt', 'line'];
  for (const id of [...prefixes.map((prefix) => `${prefix}_0`), '1', 'x', 'constructor_1']) {
    expect(outcomeOf(await mock.control('GET', `/truth/${id}`)), id).toBe('404 not_found');
  }
});
