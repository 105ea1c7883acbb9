import type { OperationId } from '#spec';
import { BUYER_NAMES, ENDPOINT_ROWS, SELLER_NAMES, chooseSeller, encodePath, samplePath } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { ensureWrites } from './ensure-writes.ts';
import type { Visit } from './coverage-pass.ts';

export const REFUSAL_VISITS: readonly Visit[] = [
  {
    name: 'every operation without a token',
    visit: async (t, note) => {
      for (const [, endpoint] of ENDPOINT_ROWS) {
        const { method } = endpoint;
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        note.refusal(await t.anonymous.send({ method, path: samplePath(endpoint), body }));
      }
    },
  },
  {
    name: 'every operation with an id that does not exist',
    visit: async (t, note) => {
      for (const [id, endpoint] of ENDPOINT_ROWS) {
        const { method, path } = endpoint;
        const actor = actorFor(t, path);
        if (!path.includes('{') || id === 'getPriceHistory' || actor === undefined) continue;
        note.refusal(await actor.send({ method, path: samplePath(endpoint), body: await bodyFor(t, id) }));
      }
    },
  },
  {
    name: 'invalid bodies',
    visit: async (t, note) => {
      ensureWrites(t);
      note.refusal(await t.buyer.post('/webhooks', { url: 5 }));
      const lot = await t.arrange.lotToBidOn();
      note.refusal(await t.buyer.post(encodePath`/inventory/${lot}/bids`, {}));
      note.refusal(await t.buyer.send({ method: 'POST', path: encodePath`/inventory/${lot}/bids`, raw_body: NO_JSON }));
      note.refusal(await t.buyer.send({ method: 'POST', path: '/webhooks', raw_body: NO_JSON }));
    },
  },
  {
    name: 'invalid submissions',
    visit: async (t, note) => {
      ensureWrites(t);
      const seller = chooseSeller(t);
      note.refusal(await seller.post('/me/farms', {}));
      note.refusal(await seller.send({ method: 'POST', path: '/me/farms', raw_body: NO_JSON }));
      note.refusal(await seller.post('/me/inventory', {}));
      note.refusal(await seller.send({ method: 'POST', path: '/me/inventory', raw_body: NO_JSON }));
    },
  },
  {
    name: 'lists with invalid filters',
    visit: async (t, note) => {
      const bad = { limit: 0, offset: -1 };
      if (t.has('buyer')) {
        note.refusal(await t.buyer.get('/inventory', { ...bad, sort: 'nothing', min_quantity: 'much' }));
        note.refusal(await t.buyer.get('/bids', { ...bad, status: 'nothing' }));
        note.refusal(await t.buyer.get('/trades', { ...bad, from: 'yesterday' }));
        note.refusal(await t.buyer.get('/market/prices', { date: 'yesterday' }));
      }
      if (t.has('elevator')) note.refusal(await t.elevator.get('/cash-bids', { ...bad, is_active: 'perhaps' }));
      note.refusal(await chooseSeller(t).get('/me/inventory', { ...bad, status: 'nothing' }));
    },
  },
  {
    name: 'a token with too few scopes',
    visit: async (t, note) => {
      for (const [, endpoint] of ENDPOINT_ROWS)
        if (endpoint.method === 'GET') note.refusal(await t.reader.get(samplePath(endpoint)));
    },
  },
  {
    name: 'a seller without a team',
    visit: async (t, note) => {
      note.refusal(await t.seller.get('/bids'));
      note.refusal(await t.seller.get('/webhooks'));
      note.refusal(await t.seller.get('/delivery-locations'));
      note.refusal(await t.seller.get('/cash-bids'));
    },
  },
];

const NO_JSON = '{"this is": no JSON';

function actorFor(t: CheckContext, path: string): CheckContext['buyer'] | undefined {
  const names = path.startsWith('/me/') ? SELLER_NAMES : path.startsWith('/cash-bid') ? (['elevator'] as const) : BUYER_NAMES;
  const name = names.find((one) => t.has(one));
  return name === undefined ? undefined : t.actor(name);
}

/** A valid body, so that only the id is wrong. Undefined if the operation takes none. */
async function bodyFor(t: CheckContext, id: OperationId): Promise<unknown> {
  if (id === 'placeBid' || id === 'counterBid') return t.arrange.bidBody();
  if (id === 'updateFarm') return { nearest_city: 'Regina' };
  if (id === 'updateListing') return { target_price: { amount: 300 } };
  return undefined;
}
