import { ensureSuccess, expectRefusal, expectStatus, expectSuccess, expectThat, listGrainTypes, poll } from '#client';
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import { expectDropped, findInList, tradeIdOf, tradeOfDay } from './find.ts';

/** GET /trades and GET /trades/{id}: whose trades they show, and which. */
export const READING: readonly Check[] = [
  check('TRD-1/list', 'GET /trades lists a trade of the team', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.arrange.trade();
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
      const trade = await t.arrange.trade();
      for (const status of ['Pending', 'Completed']) {
        const reply = await t.buyer.get('/trades', { status, limit: 50 });
        expectSuccess(reply);
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
    'TRD-1/status-completed',
    '`status=Completed` keeps a trade that is settled, and Pending drops it',
    ['buyer', 'seller', 'writes', 'hook:pay_invoice'],
    async (t) => {
      const trade = await t.arrange.settledTrade();
      const found = await poll(async () => findInList(t.buyer, trade.id, { status: 'Completed' }), {
        within_ms: 2_000,
        signal: t.signal,
      });
      expectThat(found !== undefined, {
        message: 'A Completed trade is missing from GET /trades?status=Completed.',
        expected: trade.id,
      });
      expectThat((await findInList(t.buyer, trade.id, { status: 'Pending' })) === undefined, {
        message: 'A Completed trade is in GET /trades?status=Pending.',
        observed: trade.id,
      });
    },
  ),
  check(
    'TRD-1/commodity-filter',
    '`commodity` keeps the trades of it, and only those',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const trade = await t.arrange.trade();
      const { commodity } = (await t.arrange.publishing(trade.lot.seller)).crop;
      expectThat((await findInList(t.buyer, trade.id, { commodity })) !== undefined, {
        message: `A trade of ${commodity} is missing from GET /trades?commodity=${commodity}.`,
        expected: trade.id,
      });
      const reply = await t.buyer.get('/trades', { commodity, limit: 50 });
      for (const item of reply.body.get('items').array()) {
        // What a commodity looks like is said elsewhere (FMT-2).
        const shown = item.find('commodity');
        if (shown?.has('slug') === true) shown.get('slug').is(commodity);
      }
      const other = (await listGrainTypes(t.buyer)).find((crop) => crop.commodity !== commodity)?.commodity;
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
      const { trade, day } = await tradeOfDay(t);
      // Whether they bound creation or settlement is open: a trade of today that is not settled has but one of the two.
      const kept = await findInList(t.buyer, trade.id, { from: day(-2), to: day(2) });
      const late = await findInList(t.buyer, trade.id, { from: day(3) });
      const early = await findInList(t.buyer, trade.id, { to: day(-3) });
      if (kept === undefined) t.observe('from and to do not bound the creation of a trade');
      expectDropped(late, trade.id, 'from a date in the future');
      expectDropped(early, trade.id, 'to a date before it was made');
      if (kept === undefined) return;
      for (const query of [{ from: day(-2) }, { to: day(2) }]) {
        expectThat((await findInList(t.buyer, trade.id, query)) !== undefined, {
          message: `A trade of today is missing from GET /trades with ${Object.keys(query).join()} alone.`,
          expected: trade.id,
        });
      }
    },
  ),
  check(
    'TRD-1/date-filter-of-settled',
    'A trade that was made and settled today is within dates around today',
    ['buyer', 'seller', 'writes', 'hook:pay_invoice'],
    async (t) => {
      const { trade, day } = await tradeOfDay(t);
      await t.arrange.pay(trade, 'buyer');
      await t.arrange.pay(trade, 'seller');
      for (const query of [{ from: day(-2), to: day(2) }, { from: day(-2) }, { to: day(2) }]) {
        const found = await poll(async () => findInList(t.buyer, trade.id, query), { within_ms: 2_000, signal: t.signal });
        expectThat(found !== undefined, {
          message: `A trade of today is missing from GET /trades with ${Object.keys(query).join(' and ')}.`,
          expected: trade.id,
        });
      }
      expectDropped(await findInList(t.buyer, trade.id, { from: day(3) }), trade.id, 'from a date in the future');
      expectDropped(await findInList(t.buyer, trade.id, { to: day(-3) }), trade.id, 'to a date before it was made');
    },
  ),
  check('TRD-2/read', 'GET /trades/{id} answers the trade', ['buyer', 'seller', 'writes'], async (t) => {
    const trade = await t.arrange.trade();
    const read = await t.buyer.get(`/trades/${trade.id}`);
    expectStatus(read, 200);
    expectThat(tradeIdOf(read.data) === trade.id, { message: 'Another trade was answered.', reply: read, expected: trade.id });
    expectStatus(await t.buyer.get(`/trades/${trade.id}`, { units: 'MT' }), 200);
    expectRefusal(await t.buyer.get('/trades/trd_000000000000000000000000'), 404, { code: 'not_found' });
  }),
  check('TRD-2/another-s', "Another team's trade is 404", ['buyer', 'rival', 'seller', 'writes'], async (t) => {
    const trade = await t.arrange.trade();
    expectRefusal(await t.rival.get(`/trades/${trade.id}`), 404, { code: 'not_found' });
    ensureSuccess(await t.buyer.get(`/trades/${trade.id}`));
  }),
  check(
    'TRD-2/another-seller-s',
    "Another seller's trade is 404 to a seller",
    ['buyer', 'seller', 'partner', 'writes'],
    async (t) => {
      const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.seller) });
      expectRefusal(await t.partner.get(`/trades/${trade.id}`), 404, { code: 'not_found' });
    },
  ),
  check(
    'TRD-3/not-in-another-s-list',
    "Another team's trade is in no list of a stranger",
    ['buyer', 'rival', 'seller', 'writes'],
    async (t) => {
      const trade = await t.arrange.trade();
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
  check(
    'TRD-3/not-in-another-seller-s-list',
    "A trade that another seller sold is in no list of a seller's",
    ['buyer', 'seller', 'partner', 'writes'],
    async (t) => {
      const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.seller) });
      expectThat((await findInList(t.partner, trade.id)) === undefined, {
        message: "Another seller's trade is in the list.",
        observed: trade.id,
      });
    },
  ),
  check('TRD-3/seller-side', 'The user who sold has the trade in its list', ['buyer', 'partner', 'writes'], async (t) => {
    const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
    expectThat((await findInList(t.partner, trade.id)) !== undefined, {
      message: 'A trade that the user sold is missing from GET /trades.',
      expected: trade.id,
    });
    expectSuccess(await t.partner.get(`/trades/${trade.id}`));
  }),
];
