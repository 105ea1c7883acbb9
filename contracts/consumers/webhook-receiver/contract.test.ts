/** The pact of the webhook receiver: every event as a message, and the endpoints that it reads. */
import { createHmac } from 'node:crypto';
import { EVENTS } from '#spec';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { like, openPactBook, tokenOf } from '../pact-book.ts';
import { createWebhookReceiver, openReader, subscribe, type Event, type Reader } from './webhook-receiver.ts';

const SECRET = 'whsec_of_this_test_alone';
const NOW_S = 1_780_000_000;

const MESSAGE = z.object({
  contents: z.object({ content: z.looseObject({ id: z.string() }) }),
  metadata: z.record(z.string(), z.unknown()),
});
const ENVELOPE = {
  id: like.string('evt_5f0d2c91ab37e468'),
  livemode: true,
  created_at: like.iso8601DateTimeWithMillis('2026-06-01T15:04:05.000Z'),
};

const BID = { bid_id: like.string('bid_1'), reference: like.string('BID-7K2QM9XA'), inventory_id: like.string('inv_1') };
const TRADE = {
  trade_id: like.string('trd_1'),
  inventory_id: like.string('inv_1'),
  commodity: { slug: like.string('canola'), name: like.string('Canola') },
  quantity_mt: like.number(120),
  price: { amount: like.number(305.5), currency: like.string('CAD'), unit: like.string('MT') },
};
const SAMPLE = { inventory_id: like.string('inv_1'), reference: like.string('LOT-4D0ZK1PW') };
const QUEUE = {
  location_id: like.integer(1001),
  name: like.string('North pit'),
  trucks_waiting: like.integer(14),
  threshold: like.integer(12),
};

/** For each event, the fields that the receiver needs and the note that it writes. */
const NEEDS: { [Type in Event['type']]: [data: Readonly<Record<string, unknown>>, note: string] } = {
  'bid.accepted': [{ ...BID, status: 'accepted' }, 'bid BID-1 is accepted'],
  'bid.rejected': [{ ...BID, status: 'rejected' }, 'bid BID-1 is rejected'],
  'bid.countered': [{ ...BID, status: 'countered' }, 'bid BID-1 is countered'],
  'bid.received': [{ ...BID, status: 'pending' }, '3 bids wait, bid_1 the newest'],
  'trade.created': [
    { ...TRADE, bid_id: like.string('bid_1'), status: 'Pending' },
    'trade trd_1 is Completed, with Hollow Creek Farms',
  ],
  'trade.settled': [{ ...TRADE, status: 'Completed' }, 'trade trd_1 is Completed, with Hollow Creek Farms'],
  'cashbid.offer_received': [
    { offer_id: like.string('cbo_1'), cash_bid_id: like.string('cb_1'), status: 'pending' },
    '2 offers wait',
  ],
  'analysis.requested': [
    { ...SAMPLE, analysis_types: like.eachLike('protein'), invoice_total: like.number(84.5), billed_to: like.string('partner') },
    'LOT-4D0ZK1PW: protein for 84.5, billed to partner',
  ],
  'analysis.sample_received': [SAMPLE, 'LOT-4D0ZK1PW: the sample is at the laboratory'],
  'analysis.graded': [{ ...SAMPLE, grade: like.string('No. 1 CWRS') }, 'LOT-4D0ZK1PW: graded No. 1 CWRS'],
  'analysis.photo_added': [
    { ...SAMPLE, photo_url: like.regex(/^https?:\/\/.+/, 'https://marketplace.example/photos/1') },
    'LOT-4D0ZK1PW: https://marketplace.example/photos/1',
  ],
  'queue.congestion_started': [QUEUE, 'North pit: 14 trucks, threshold 12'],
  'queue.congestion_cleared': [QUEUE, 'North pit: clear'],
};

/** Fixed replies of the API. The reads have their own interactions below. */
const READ = {
  bid: () => Promise.resolve({ reference: 'BID-1' }),
  trade: () => Promise.resolve({ id: 'trd_1', status: 'Completed', counterparty: { name: 'Hollow Creek Farms' } }),
  countBidsOn: () => Promise.resolve(3),
  countOffersOn: () => Promise.resolve(2),
  // The handlers use no other fields.
} as unknown as Reader;

function deliver(body: unknown, secret = SECRET, t = NOW_S): { headers: Record<string, string>; raw_body: string } {
  const raw_body = JSON.stringify(body);
  const v1 = createHmac('sha256', secret).update(`${t}.${raw_body}`).digest('hex');
  return { headers: { 'svc-signature': `v1=${v1},t=${t}` }, raw_body };
}

const openReceiver = (): ReturnType<typeof createWebhookReceiver> =>
  createWebhookReceiver({ secret: SECRET, read: READ, now: () => NOW_S });

describe('webhook-receiver', () => {
  const book = openPactBook('webhook-receiver', 'buyer');
  const { pact, interaction } = book;
  // The table has exactly the keys of its type.
  const types = Object.keys(NEEDS) as Event['type'][];

  test('EVT-13 every event that can be sent has a message', () => {
    const sent = Object.entries(EVENTS).filter(([, { audience }]) => audience !== 'reserved');
    expect(types.toSorted()).toEqual(sent.map(([type]) => type).toSorted());
  });

  test.each(types)('EVT-1 %s is verified, parsed, looked up, and processed once', async (type) => {
    const [data, note] = NEEDS[type];
    await pact
      .addAsynchronousInteraction()
      .given(`${type} is sent`)
      .expectsToReceive(`the event ${type}`, (message) => {
        message
          .withJSONContent({ ...ENVELOPE, type, event: type, data })
          .withMetadata({ 'SVC-Event': type, 'SVC-Signature': like.regex(/^.*v1=[0-9a-f]{64}.*$/, `t=1,v1=${'0'.repeat(64)}`) });
      })
      .executeTest(async (delivered) => {
        const { contents, metadata } = MESSAGE.parse(delivered);
        expect(metadata['SVC-Event']).toBe(type);
        const receive = openReceiver();
        expect(await receive(deliver(contents.content))).toEqual({ status: 200, outcome: 'done', note });
        expect(await receive(deliver(contents.content))).toEqual({ status: 200, outcome: 'duplicate' });
      });
  });

  test('SIG-4 an invalid or old signature returns 400; an unknown event type returns 200', async () => {
    const receive = openReceiver();
    const event = { id: 'evt_1', type: 'bid.vanished', data: {} };
    expect(await receive(deliver(event, 'whsec_of_somebody_else'))).toEqual({ status: 400, outcome: 'refused' });
    expect(await receive(deliver(event, SECRET, NOW_S - 301))).toEqual({ status: 400, outcome: 'refused' });
    expect(await receive(deliver(event, SECRET, NOW_S - 299))).toEqual({ status: 200, outcome: 'unknown' });
  });

  test('WHK-2 subscribes and gets the secret', async () => {
    const body = { url: 'https://receiver.example/hook', events: ['bid.accepted', 'trade.settled'] };
    await interaction({
      given: ['nothing in particular'],
      uponReceiving: 'a subscription',
      request: ['POST', '/v1/webhooks', { body }],
      response: [201, { data: { id: like.string('whk_1'), secret: like.regex(/^whsec_.+/, 'whsec_1') } }],
    }).executeTest(async ({ url }) => {
      const made = await subscribe(`${url}/v1`, tokenOf('buyer'), 'https://receiver.example/hook');
      expect(made).toEqual({ id: 'whk_1', secret: 'whsec_1' });
    });
  });

  test.each([
    ['a rejected bid', 'its bid', 'bids/${bid_id}', 'bids/bid_1', { reference: like.string('BID-1'), status: 'rejected' }],
    ['a pending trade', 'its trade', 'trades/${trade_id}', 'trades/trd_1', { status: 'Pending', counterparty: null }],
  ])('EVT-15 of %s it reads %s', async (state, what, path, example, resource) => {
    await interaction({
      given: [state],
      uponReceiving: `a look at ${what} after an event`,
      request: ['GET', like.fromProviderState(`/v1/${path}`, `/v1/${example}`)],
      response: [200, { data: resource }],
    }).executeTest(async ({ url }) => {
      const read = openReader(`${url}/v1`, tokenOf('buyer'));
      const found = example.startsWith('bids') ? await read.bid('bid_1') : await read.trade('trd_1');
      expect(found.status).toBe(resource.status);
    });
  });

  test.each([
    [
      'a pending bid',
      'seller',
      '/v1/me/inventory/${lot_id}/bids',
      '/v1/me/inventory/inv_1/bids',
      { buyer_label: like.string('Buyer') },
    ],
    [
      'an offer on a cash bid',
      'elevator',
      '/v1/cash-bids/${cash_bid_id}/offers',
      '/v1/cash-bids/cb_1/offers',
      { status: 'pending' },
    ],
  ])('EVT-15 of %s it reads the list', async (state, actor, path, example, item) => {
    await interaction({
      given: [state],
      uponReceiving: `the list that ${state} is on`,
      request: ['GET', like.fromProviderState(path, example), { query: { status: 'pending' } }],
      actor,
      response: [200, { items: like.eachLike(item), total: like.integer(1) }],
    }).executeTest(async ({ url }) => {
      const read = openReader(`${url}/v1`, tokenOf(actor));
      expect(await (actor === 'seller' ? read.countBidsOn('inv_1') : read.countOffersOn('cb_1'))).toBe(1);
    });
  });

  test('the committed pact is current; if not, run with UPDATE_PACTS=1, then npm run format', () => {
    expect(book.readCommitted()).toEqual(book.read());
  });
});
