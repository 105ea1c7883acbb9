import { personas } from '#fixtures';
import type { CashBid, Offer, Page, Trade } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../market/records/tables.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { TEST_NOW, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let seller_name: string;
/** A token of another elevator. */
let neighbour: string;
beforeAll(async () => {
  const { store } = t.mock.worlds.default;
  const other = await store.reader
    .selectFrom('teams')
    .select('id')
    .where('type', '=', 'elevator')
    .where('id', '!=', personas.elevator.team_id)
    .executeTakeFirstOrThrow();
  neighbour = await grantToken(t, 'elevator', { team_id: other.id });
  seller_name = (
    await store.reader.selectFrom('users').select('name').where('id', '=', personas.seller.user_id).executeTakeFirstOrThrow()
  ).name;
});

const DELIVERY = { from: '2026-09-01', to: '2026-10-31' };

/** A cash bid of dev_elevator's, nobody else's offers on it. */
async function makeCashBid(): Promise<string> {
  const body = {
    commodity: 'canola',
    price: { amount: 664, unit: 'MT' },
    quantity_mt: 500,
    delivery: DELIVERY,
    delivery_location_id: 1001,
  };
  const answer = await t.call('elevator', 'POST', '/cash-bids', { body });
  const { data } = answer.body as { data: CashBid }; // Judged by the document in t.call.
  return data.id;
}

/** An offer of dev_seller's, on a cash bid of its own unless told otherwise; no endpoint makes one (CB-9). */
async function makeOffer(change: Partial<Row<'offers'>> = {}): Promise<Row<'offers'>> {
  const cash_bid_id = change.cash_bid_id ?? (await makeCashBid());
  const { store, ids } = t.mock.worlds.default;
  return store.write(async (tx) => {
    const id = await ids.next(tx, 'cbo');
    const terms = { price_amount: 671.25, price_unit: 'MT', quantity_mt: 80.5 };
    const parties = { cash_bid_id, seller_user_id: personas.seller.user_id, livemode: 1 as const };
    const offer: Row<'offers'> = { id, ...parties, ...terms, status: 'pending', trade_id: null, created_at: TEST_NOW, ...change };
    await tx.insertInto('offers').values(offer).execute();
    return offer;
  });
}

async function readOffer({ id, cash_bid_id }: Row<'offers'>): Promise<Offer | undefined> {
  const { items } = await listOffers(cash_bid_id, '?limit=50');
  return items.find((offer) => offer.id === id);
}

async function listOffers(cash_bid_id: string, query: string): Promise<Page<Offer>> {
  const answer = await t.call('elevator', 'GET', `/cash-bids/${cash_bid_id}/offers${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page<Offer>; // Judged by the document in t.call.
}

async function accept({ id }: Row<'offers'>): Promise<Trade> {
  const answer = await t.call('elevator', 'POST', `/cash-bid-offers/${id}/accept`);
  expect(answer.status).toBe(200);
  const { data } = answer.body as { data: Trade }; // Judged by the document in t.call.
  return data;
}

async function countTrades({ id }: Row<'offers'>): Promise<number> {
  const rows = await t.mock.worlds.default.store.reader.selectFrom('trades').select('id').where('offer_id', '=', id).execute();
  return rows.length;
}

/** What is expected of every status × action × actor. A team that does not own the cash bid finds no offer, whatever its status. */
const BY_STATUS = {
  pending: { accept: '200', reject: '200' },
  accepted: { accept: '409 conflict', reject: '409 conflict' },
  rejected: { accept: '409 conflict', reject: '409 conflict' },
  expired: { accept: '409 conflict', reject: '409 conflict' },
} as const;
const OTHERS = {
  buyer: '404 not_found',
  partner: '404 not_found',
  neighbour: '404 not_found',
  elevator_sandbox: '404 not_found',
  seller: '400 no_team',
  reader: '403 insufficient_scope',
  expired: '401 unauthenticated',
  nobody: '401 unauthenticated',
} as const;
const STATUSES = ['pending', 'accepted', 'rejected', 'expired'] as const;
const ACTIONS = ['accept', 'reject'] as const;
const CASES = STATUSES.flatMap((status) =>
  ACTIONS.flatMap((action) =>
    Object.entries({ elevator: BY_STATUS[status][action], ...OTHERS }).map(([actor, expected]) => ({
      status,
      action,
      actor,
      expected,
    })),
  ),
);

test('the table has every status, action and actor', () => {
  expect(CASES).toHaveLength(4 * 2 * 9);
});

test.for(CASES)(
  'CB-5 CB-6 CB-13 CB-14 AUTH-21 $status × $action × $actor: $expected',
  async ({ status, action, actor, expected }) => {
    const offer = await makeOffer({ status });
    const tokens: Readonly<Record<string, string | null>> = { neighbour, nobody: null };
    const who = tokens[actor];
    const answer = await t.call(who === undefined ? actor : who, 'POST', `/cash-bid-offers/${offer.id}/${action}`);
    const has_moved = expected === '200';
    const { error } = answer.body as { error?: { code: string } }; // An answer or an Error object, judged by the document in t.call.
    expect([answer.status, error?.code ?? ''].join(' ').trim()).toBe(expected);
    const now = action === 'accept' ? 'accepted' : 'rejected';
    expect((await readOffer(offer))?.status).toBe(has_moved ? now : status);
    expect(await countTrades(offer)).toBe(has_moved && action === 'accept' ? 1 : 0);
  },
);

test('CB-10 of two decisions at once one wins, and there is one trade at most', async () => {
  for (const second of ['accept', 'reject']) {
    const offer = await makeOffer();
    const decide = (action: string): Promise<{ status: number }> =>
      t.call('elevator', 'POST', `/cash-bid-offers/${offer.id}/${action}`);
    const answers = await Promise.all([decide('accept'), decide(second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await countTrades(offer)).toBe((await readOffer(offer))?.status === 'accepted' ? 1 : 0);
  }
});

const PAYMENTS = [
  ['buyer_invoice_paid_at', 'seller_invoice_paid_at'],
  ['seller_invoice_paid_at', 'buyer_invoice_paid_at'],
] as const;

test.for(PAYMENTS)(
  'PRIV-5 PRIV-12 PRIV-15 CB-16 an offer is unmasked when both invoices of its own trade are paid: %s, then %s',
  async (payments) => {
    const { store } = t.mock.worlds.default;
    const offer = await makeOffer();
    const other = await makeOffer({ cash_bid_id: offer.cash_bid_id });
    const third = await makeOffer({ cash_bid_id: offer.cash_bid_id });
    await accept(third);
    const namesOf = async (): Promise<unknown[]> =>
      Promise.all([offer, other, third].map(async (each) => (await readOffer(each))?.counterparty));

    expect(await namesOf()).toEqual([null, null, null]);
    const trade = await accept(offer);
    expect(await namesOf()).toEqual([null, null, null]);
    await store.write((tx) =>
      tx
        .updateTable('trades')
        .set({ [payments[0]]: TEST_NOW })
        .where('id', '=', trade.id)
        .execute(),
    );
    expect(await namesOf()).toEqual([null, null, null]);
    await store.write((tx) =>
      tx
        .updateTable('trades')
        .set({ [payments[1]]: TEST_NOW })
        .where('id', '=', trade.id)
        .execute(),
    );
    // PRIV-12: of that trade only, though one seller made all three.
    expect(await namesOf()).toEqual([{ name: seller_name }, null, null]);
  },
);

test('CB-15 an unknown status is refused by name', async () => {
  const cash_bid_id = await makeCashBid();
  for (const status of ['withdrawn', 'PENDING']) {
    const refused = await t.call('elevator', 'GET', `/cash-bids/${cash_bid_id}/offers?status=${status}`);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_filter', errors: [{ field: 'status' }] } } });
  }
  expect(await listOffers(cash_bid_id, '?status=pending')).toMatchObject({ items: [], total: 0 });
});
