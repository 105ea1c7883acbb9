import { dateFromToday, poll } from '../clock.ts';
import type { Check } from '../check.ts';
import { check } from '../check.ts';
import { expectRefusal, expectStatus, expectThat } from '../judge/expect.ts';
import type { Sight } from '../judge/sight.ts';
import type { Actor } from '../target/actor.ts';
import { expectMoney } from '../judge/money.ts';
import type { Reply } from '../target/reply.ts';

/** TRD-4: under one of the two names. */
function tradeIdOf(trade: Sight): string {
  return (trade.has('id') ? trade.get('id') : trade.get('trade_id')).text();
}

function itemsWithId(reply: Reply, id: string): readonly Sight[] {
  return reply.body
    .get('items')
    .array()
    .filter((trade) => (trade.has('id') ? trade.get('id').value : trade.find('trade_id')?.value) === id);
}

/** A trade in the list of somebody who must have it there: trades are listed newest or oldest first, so all pages are looked through. */
async function findInList(actor: Actor, id: string, query: Readonly<Record<string, string>> = {}): Promise<Sight | undefined> {
  for (let offset = 0; offset < 2_000; offset += 50) {
    const reply = await actor.get('/trades', { ...query, limit: 50, offset });
    expectStatus(reply, 200);
    const found = itemsWithId(reply, id)[0];
    if (found !== undefined) return found;
    const total = reply.body.get('total').integer();
    if (offset + 50 >= total) return undefined;
  }
  return undefined;
}

export const TRADES: readonly Check[] = [
  check('TRD-1/list', 'GET /trades lists a trade of the team', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    const found = await findInList(t.buyer, trade.id);
    expectThat(found !== undefined, {
      message: 'A new trade is not in GET /trades of the team that bought.',
      expected: trade.id,
    });
  }),
  check(
    'TRD-1/status-filter',
    '`status` keeps the trades that have it, and only those',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const trade = await t.stage.trade();
      for (const status of ['Pending', 'Completed']) {
        const reply = await t.buyer.get('/trades', { status, limit: 50 });
        expectStatus(reply, 200);
        for (const item of reply.body.get('items').array()) item.get('status').is(status);
      }
      expectThat((await findInList(t.buyer, trade.id, { status: 'Pending' })) !== undefined, {
        message: 'A Pending trade is missing from GET /trades?status=Pending.',
        expected: trade.id,
      });
      expectThat((await findInList(t.buyer, trade.id, { status: 'Completed' })) === undefined, {
        message: 'A Pending trade is in GET /trades?status=Completed.',
        observed: trade.id,
      });
    },
  ),
  check(
    'TRD-1/commodity-filter',
    '`commodity` keeps the trades of it, and only those',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const trade = await t.stage.trade();
      const { commodity } = (await t.stage.publishing(trade.lot.seller)).crop;
      expectThat((await findInList(t.buyer, trade.id, { commodity })) !== undefined, {
        message: `A trade of ${commodity} is missing from GET /trades?commodity=${commodity}.`,
        expected: trade.id,
      });
      const reply = await t.buyer.get('/trades', { commodity, limit: 50 });
      for (const item of reply.body.get('items').array()) item.find('commodity')?.get('slug').is(commodity);
      const filters = await t.buyer.get('/inventory', { limit: 50 });
      const other = filters.body
        .get('items')
        .array()
        .map((item) => item.get('commodity').get('slug').string())
        .find((slug) => slug !== commodity);
      if (other === undefined) return;
      expectThat((await findInList(t.buyer, trade.id, { commodity: other })) === undefined, {
        message: `A trade of ${commodity} is in GET /trades?commodity=${other}.`,
        observed: trade.id,
      });
    },
  ),
  check(
    'TRD-1/date-filter',
    '`from` and `to` keep a trade within them, and drop it outside',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const trade = await t.stage.trade();
      // Whether they bound creation or settlement is open: a trade of today that is not settled has but one of the two.
      const kept = await findInList(t.buyer, trade.id, { from: dateFromToday(-2), to: dateFromToday(2) });
      const late = await findInList(t.buyer, trade.id, { from: dateFromToday(3) });
      const early = await findInList(t.buyer, trade.id, { to: dateFromToday(-3) });
      if (kept === undefined) t.observe('from and to do not bound the creation of a trade');
      for (const [found, filter] of [
        [late, 'from a date in the future'],
        [early, 'to a date before it was made'],
      ] as const) {
        expectThat(found === undefined, { message: `GET /trades ${filter} still has the trade.`, observed: trade.id });
      }
    },
  ),
  check('TRD-2/read', 'GET /trades/{id} answers the trade', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    const read = await t.buyer.get(`/trades/${trade.id}`);
    expectStatus(read, 200);
    expectThat(tradeIdOf(read.data) === trade.id, { message: 'Another trade was answered.', reply: read, expected: trade.id });
    expectStatus(await t.buyer.get(`/trades/${trade.id}`, { units: 'MT' }), 200);
    expectRefusal(await t.buyer.get('/trades/trd_000000000000000000000000'), 404, { code: 'not_found' });
  }),
  check('TRD-2/another-s', "Another team's trade is 404", ['buyer', 'rival', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    expectRefusal(await t.rival.get(`/trades/${trade.id}`), 404, { code: 'not_found' });
    expectStatus(await t.buyer.get(`/trades/${trade.id}`), 200);
  }),
  check(
    'TRD-2/another-seller-s',
    "Another seller's trade is 404 to a seller",
    ['buyer', 'seller', 'partner', 'writes'],
    async (t) => {
      const trade = await t.stage.trade({ lot: await t.stage.lot({}, t.seller) });
      expectRefusal(await t.partner.get(`/trades/${trade.id}`), 404, { code: 'not_found' });
    },
  ),
  check(
    'TRD-3/not-in-another-s-list',
    "Another team's trade is in no list of a stranger",
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const trade = await t.stage.trade();
      expectThat((await findInList(t.rival, trade.id)) === undefined, {
        message: "Another team's trade is in the list.",
        observed: trade.id,
      });
      expectThat((await findInList(t.buyer, trade.id)) !== undefined, {
        message: "The team's own trade is missing from its list.",
        expected: trade.id,
      });
    },
  ),
  check('TRD-3/seller-side', 'The user who sold has the trade in its list', ['buyer', 'partner', 'writes'], async (t) => {
    const trade = await t.stage.trade({ lot: await t.stage.lot({}, t.partner) });
    expectThat((await findInList(t.partner, trade.id)) !== undefined, {
      message: 'A trade that the user sold is missing from GET /trades.',
      expected: trade.id,
    });
    expectStatus(await t.partner.get(`/trades/${trade.id}`), 200);
  }),
  check('TRD-4/fields', 'A trade has an id, a string status and a counterparty', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    const read = await t.buyer.get(`/trades/${trade.id}`);
    const listed = await findInList(t.buyer, trade.id);
    expectThat(listed !== undefined, { message: 'The trade is not in the list.', expected: trade.id });
    for (const one of [trade.reply.data, read.data, listed]) {
      tradeIdOf(one);
      one.get('status').text();
      one.get('counterparty').orNull((party) => party.get('name').text());
    }
  }),
  check(
    'TRD-6/settles',
    'A trade is Completed when both invoices are paid, and not after one',
    ['buyer', 'seller', 'writes', 'hook:pay_invoice'],
    async (t) => {
      for (const [first, second] of [
        ['buyer', 'seller'],
        ['seller', 'buyer'],
      ] as const) {
        const trade = await t.stage.trade();
        await t.stage.pay(trade, first);
        for (const actor of [t.buyer, trade.lot.seller]) {
          const half = await actor.get(`/trades/${trade.id}`);
          if (actor !== t.buyer && half.status !== 200) continue;
          expectStatus(half, 200);
          half.data.get('status').is('Pending');
          half.data.get('counterparty').null();
        }
        await t.stage.pay(trade, second);
        const settled = await poll(
          async () => {
            const read = await t.buyer.get(`/trades/${trade.id}`);
            return read.is_success && read.data.get('status').value === 'Completed' ? read : undefined;
          },
          { within_ms: 3_000, signal: t.signal },
        );
        const read = settled ?? (await t.buyer.get(`/trades/${trade.id}`));
        read.data.get('status').is('Completed');
        read.data.get('counterparty').get('name').text();
        const listed = await findInList(t.buyer, trade.id);
        listed?.get('status').is('Completed');
        listed?.get('counterparty').get('name').text();
      }
    },
  ),
  check(
    'TRD-6/settled-event',
    'trade.settled goes out when both invoices are paid, and not after one',
    ['buyer', 'seller', 'writes', 'webhooks', 'hook:pay_invoice'],
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.settled']);
      const trade = await t.stage.trade();
      const ofTrade = { where: ({ text }: { text: string }) => text.includes(trade.id), type: 'trade.settled' };
      await t.stage.pay(trade, 'seller');
      await inbox.none({ ...ofTrade, after: 'one invoice of two was paid' });
      await t.stage.pay(trade, 'buyer');
      await inbox.next({ ...ofTrade, after: 'both invoices were paid' });
    },
  ),
  check(
    'TRD-7/made-by-acceptance',
    'Accepting a bid makes a trade of it, with its event',
    ['buyer', 'seller', 'writes', 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.created']);
      const trade = await t.stage.trade();
      expectStatus(await t.buyer.get(`/trades/${trade.id}`), 200);
      await inbox.next({ type: 'trade.created', where: ({ text }) => text.includes(trade.id), after: 'a bid was accepted' });
    },
  ),
  check('TRD-7/made', 'The trade that an acceptance answers can be read', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    expectStatus(await t.buyer.get(`/trades/${trade.id}`), 200);
  }),
  check(
    'TRD-9/seller-without-team',
    'A seller without a team reads the trades its user sold',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const trade = await t.stage.trade({ lot: await t.stage.lot({}, t.seller) });
      const list = await t.seller.get('/trades', { limit: 50 });
      expectStatus(list, 200);
      expectThat((await findInList(t.seller, trade.id)) !== undefined, {
        message: 'A trade that the user sold is missing from GET /trades.',
        reply: list,
        expected: trade.id,
      });
      expectStatus(await t.seller.get(`/trades/${trade.id}`), 200);
    },
  ),
  check('TRD-10/fields', 'A trade shows its lot, commodity, quantity and price', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    const read = await t.buyer.get(`/trades/${trade.id}`);
    expectStatus(read, 200);
    read.data.get('inventory_id').is(trade.lot.id);
    const commodity = read.data.get('commodity');
    commodity.get('slug').is((await t.stage.publishing(trade.lot.seller)).crop.commodity);
    commodity.get('name').text();
    read.data.get('quantity_mt').is(trade.bid.body['quantity_mt']);
    expectMoney(read.data.get('price'));
  }),
  check('TRD-11/side', 'A trade says which side the caller was on', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    const read = await t.buyer.get(`/trades/${trade.id}`);
    expectStatus(read, 200);
    const sides = Object.entries(read.data.object()).filter(
      ([, value]) => typeof value === 'string' && /^(?:buyer|seller|buy|sell)$/i.test(value),
    );
    if (sides.length === 0) t.observe('no field of a trade reads buyer or seller');
    for (const [key, value] of sides) t.observe(`the side stands in ${key}: ${String(value)}`);
  }),
  check('TRD-12/born-pending', 'A trade is born Pending', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    trade.reply.data.get('status').is('Pending');
    const read = await t.buyer.get(`/trades/${trade.id}`);
    expectStatus(read, 200);
    read.data.get('status').is('Pending');
  }),
  check(
    'TRD-13/made-by-offer',
    'Accepting an offer on a cash bid makes a trade',
    ['elevator', 'writes', 'hook:make_offer', 'fixture:cash_bid_body'],
    async (t) => {
      const cash_bid = await t.stage.cashBid();
      const offer = await t.stage.offer(cash_bid.id);
      const accepted = await t.elevator.post(`/cash-bid-offers/${offer}/accept`);
      expectStatus(accepted, 200);
      const id = tradeIdOf(accepted.data);
      accepted.data.get('status').is('Pending');
      expectStatus(await t.elevator.get(`/trades/${id}`), 200);
      expectThat((await findInList(t.elevator, id)) !== undefined, { message: 'The trade is not in GET /trades.', expected: id });
    },
  ),
  check(
    'TRD-13/event',
    'A trade from an offer sends trade.created',
    ['elevator', 'writes', 'webhooks', 'hook:make_offer', 'fixture:cash_bid_body'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['trade.created']);
      const cash_bid = await t.stage.cashBid();
      const offer = await t.stage.offer(cash_bid.id);
      const accepted = await t.elevator.post(`/cash-bid-offers/${offer}/accept`);
      expectStatus(accepted, 200);
      const id = tradeIdOf(accepted.data);
      await inbox.next({ type: 'trade.created', where: ({ text }) => text.includes(id), after: 'an offer was accepted' });
    },
  ),
  check('TRD-5/shape', 'What a trade shows beyond what is stated', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    t.observe(`keys of a trade: ${Object.keys(trade.reply.data.object()).join(', ')}`);
  }),
  check('TRD-8/unknown-status', 'What an unknown status of GET /trades gets', ['buyer'], async (t) => {
    t.observe(`GET /trades?status=Nonsense gets ${(await t.buyer.get('/trades', { status: 'Nonsense' })).status}`);
  }),
  check('TRD-14/id', 'Under which key a trade has its id', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.stage.trade();
    t.observe(trade.reply.data.has('id') ? 'the id of a trade stands in id' : 'the id of a trade stands in trade_id');
  }),
];
