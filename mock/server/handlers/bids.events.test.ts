/** What each move records, and who hears of it: exactly these events, to exactly these teams. */
import { personas } from '#fixtures';
import type { EventType } from '#spec';
import { EVENTS } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import type { Recorded } from '../../testing/moves.ts';
import { acceptBid, counterBid, placeLines, readBid, recordEvents, subscribeTeam } from '../../testing/moves.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const ALL_TYPES = Object.keys(EVENTS).filter((type): type is EventType => type in EVENTS);
const { buyer, rival, elevator, partner } = personas;
/** The partner is a seller whose user has this team and one more. */
const SECOND_TEAM = 'tm_5ec0nd0000000000';

const t = useMock({ lots: 20 });
let farms: Record<'partner' | 'seller', string>;
beforeAll(async () => {
  farms = { partner: await makeFarm(t, 'partner'), seller: await makeFarm(t, 'seller') };
  const { store } = t.mock.worlds.default;
  const team = {
    name: 'Second',
    type: 'buyer',
    is_verified_elevator: 0,
    has_good_credit: 1,
    created_at: '2026-01-01T00:00:00.000Z',
  } as const;
  await store.write((tx) =>
    tx
      .insertInto('teams')
      .values({ id: SECOND_TEAM, ...team })
      .execute(),
  );
  await store.write((tx) =>
    tx.insertInto('memberships').values({ team_id: SECOND_TEAM, user_id: partner.user_id, role: 'member' }).execute(),
  );
  for (const team_id of [buyer.team_id, rival.team_id, elevator.team_id, partner.team_id, SECOND_TEAM]) {
    await subscribeTeam(t, team_id, ALL_TYPES);
    await subscribeTeam(t, team_id, ALL_TYPES, { livemode: 0 });
  }
});

const SELLERS = [partner.team_id, SECOND_TEAM];

/** In one line each: what, of which bid or trade, to whom. */
function linesOf(recorded: readonly Recorded[]): string[] {
  return recorded.map(
    ({ type, subject_id, heard_by }) => `${type} ${subject_id} to ${heard_by.toSorted().join(' ') || 'nobody'}`,
  );
}

function line(type: EventType, subject_id: string, ...heard_by: readonly string[]): string {
  return `${type} ${subject_id} to ${heard_by.toSorted().join(' ') || 'nobody'}`;
}

async function tradeOf(bid_id: string): Promise<string> {
  const { store } = t.mock.worlds.default;
  return (await store.reader.selectFrom('trades').select('id').where('bid_id', '=', bid_id).executeTakeFirstOrThrow()).id;
}

async function makeOffer(who = 'buyer'): Promise<{ lot: string; bid: string }> {
  const lot = await makeLot(t, 'partner', { farm_id: farms.partner });
  return { lot, bid: await makeBid(t, who, lot) };
}

test('EVT-30 an event of a seller without a team is recorded and delivered to no one', async () => {
  const lot = await makeLot(t, 'seller', { farm_id: farms.seller });
  let bid = '';
  const recorded = await recordEvents(t, async () => {
    bid = await makeBid(t, 'buyer', lot);
  });
  expect(linesOf(recorded)).toEqual([line('bid.received', bid)]);
  expect(linesOf(await recordEvents(t, () => acceptBid(t, 'seller', bid)))).toEqual([
    line('bid.accepted', bid, buyer.team_id),
    line('trade.created', await tradeOf(bid), buyer.team_id),
  ]);
});

test('EVT-18 EVT-29 countering sends bid.countered for the old bid and no event for the new one', async () => {
  const { bid } = await makeOffer('rival');
  const recorded = await recordEvents(t, () => counterBid(t, 'partner', bid));
  expect(linesOf(recorded)).toEqual([line('bid.countered', bid, rival.team_id)]);
});

test("EVT-28 EVT-13 withdrawing a bid sends bid.rejected to the buyer's own team", async () => {
  const { bid } = await makeOffer();
  const recorded = await recordEvents(t, () => t.call('buyer', 'POST', `/bids/${bid}/reject`));
  expect(linesOf(recorded)).toEqual([line('bid.rejected', bid, buyer.team_id)]);
});

test('EVT-28 a buyer answers a counter: the events of its answer to its own team, its own counter to the seller side', async () => {
  const counters = await Promise.all([1, 2, 3].map(async () => counterBid(t, 'partner', (await makeOffer()).bid)));
  const [accepted = '', rejected = '', countered = ''] = counters;
  expect(linesOf(await recordEvents(t, () => acceptBid(t, 'buyer', accepted)))).toEqual([
    line('bid.accepted', accepted, buyer.team_id),
    line('trade.created', await tradeOf(accepted), buyer.team_id, ...SELLERS),
  ]);
  expect(linesOf(await recordEvents(t, () => t.call('buyer', 'POST', `/bids/${rejected}/reject`)))).toEqual([
    line('bid.rejected', rejected, buyer.team_id),
  ]);
  let made = '';
  const recorded = await recordEvents(t, async () => {
    made = await counterBid(t, 'buyer', countered);
  });
  expect(linesOf(recorded)).toEqual([line('bid.countered', countered, buyer.team_id), line('bid.received', made, ...SELLERS)]);
});

test('EVT-28 withdrawing a counter sends bid.rejected to the buyer', async () => {
  const counter = await counterBid(t, 'partner', (await makeOffer()).bid);
  const recorded = await recordEvents(t, () => t.call('partner', 'POST', `/bids/${counter}/reject`));
  expect(linesOf(recorded)).toEqual([line('bid.rejected', counter, buyer.team_id)]);
});

test('BID-30 EVT-27 selling out sends the events of the trade, then bid.rejected for each other pending bid', async () => {
  const { lot, bid } = await makeOffer();
  const all = await makeBid(t, 'rival', lot, { quantity_mt: 100 });
  const recorded = await recordEvents(t, () => acceptBid(t, 'partner', all));
  expect(linesOf(recorded)).toEqual([
    line('bid.accepted', all, rival.team_id),
    line('trade.created', await tradeOf(all), rival.team_id, ...SELLERS),
    line('bid.rejected', bid, buyer.team_id),
  ]);
  expect((await readBid(t, bid)).status).toBe('rejected');
});

test('BID-61 the lines of a bid send no separate events', async () => {
  const lot = await makeLot(t, 'partner', { farm_id: farms.partner, commodity: 'cwrs-wheat', grade: null });
  const { id } = await placeLines(t, lot, { 'No. 1 CWRS': 300, 'No. 2 CWRS': 290, 'CW Feed': 200 });
  const recorded = await recordEvents(t, () => acceptBid(t, 'partner', id, { bid_items: ['No. 1 CWRS', 'CW Feed'] }));
  expect(recorded.map(({ type }) => type)).toEqual(['bid.accepted', 'trade.created']);
});
