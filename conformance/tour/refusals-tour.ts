import { OPERATIONS, OPERATION_IDS } from '#spec';
import type { OperationId } from '#spec';
import { anySeller } from '../stage/lots.ts';
import type { Trial } from '../trial.ts';
import type { Stop } from './tour.ts';

/** An id of each kind that nobody has. */
const NOBODY: Readonly<Record<string, string>> = {
  inventory: 'inv_000000000000000000000000',
  bids: 'bid_000000000000000000000000',
  trades: 'trd_000000000000000000000000',
  teams: 'tm_000000000000000000000000',
  'cash-bids': 'cb_000000000000000000000000',
  'cash-bid-offers': 'cbo_000000000000000000000000',
  webhooks: 'whk_000000000000000000000000',
  farms: 'farm_000000000000000000000000',
  prices: 'no-such-commodity',
};

/** The path of an operation with ids that lead nowhere. */
export function pathToNowhere(id: OperationId): string {
  const segments = OPERATIONS[id].path.split('/');
  return segments
    .map((segment, i) => {
      if (segment === '{delivery_id}') return 'whd_000000000000000000000000';
      return segment.startsWith('{') ? (NOBODY[segments[i - 1] ?? ''] ?? 'nobody') : segment;
    })
    .join('/');
}

export const refusalsTour: readonly Stop[] = [
  {
    name: 'every operation without a token',
    visit: async (t, note) => {
      for (const id of OPERATION_IDS) {
        const method = OPERATIONS[id].method.toUpperCase();
        // The methods of the document are these.
        const asked = { method: method as 'GET', path: pathToNowhere(id) };
        note.refusal(id, await t.anonymous.send({ ...asked, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) }));
      }
    },
  },
  {
    name: 'every operation with an id that leads nowhere',
    visit: async (t, note) => {
      for (const id of OPERATION_IDS) {
        const operation = OPERATIONS[id];
        if (Object.keys(operation.path_parameters).length === 0 || id === 'getPriceHistory') continue;
        const actor = actorFor(t, id);
        if (actor === undefined) continue;
        const body = operation.method === 'post' || operation.method === 'patch' ? await bodyFor(t, id) : undefined;
        // The methods of the document are these.
        const method = operation.method.toUpperCase() as 'GET';
        note.refusal(id, await actor.send({ method, path: pathToNowhere(id), ...(body === undefined ? {} : { body }) }));
      }
    },
  },
  {
    name: 'bodies that are wrong',
    visit: async (t, note) => {
      if (t.run.settings.read_only_reason !== undefined) return;
      note.refusal('createWebhook', await t.buyer.post('/webhooks', { url: 5 }));
      const seller = anySeller(t);
      note.refusal('createFarm', await seller.post('/me/farms', {}));
      note.refusal('createListing', await seller.post('/me/inventory', {}));
      const lot = await t.stage.lotToBidOn();
      note.refusal('placeBid', await t.buyer.post(`/inventory/${lot}/bids`, {}));
    },
  },
];

function actorFor(t: Trial, id: OperationId): Trial['buyer'] | undefined {
  const { path } = OPERATIONS[id];
  const names = path.startsWith('/me/')
    ? (['seller', 'partner'] as const)
    : path.startsWith('/cash-bid')
      ? (['elevator'] as const)
      : (['buyer', 'rival', 'elevator'] as const);
  const name = names.find((one) => t.has(one));
  return name === undefined ? undefined : t.actor(name);
}

/** A body that is in order, so that nothing but the id is wrong. */
async function bodyFor(t: Trial, id: OperationId): Promise<unknown> {
  if (id === 'placeBid' || id === 'counterBid') return t.stage.bidBody();
  if (id === 'updateFarm') return { nearest_city: 'Regina' };
  if (id === 'updateListing') return { target_price: { amount: 300 } };
  return undefined;
}
