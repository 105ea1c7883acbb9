/** webhooks.read and webhooks.write on each endpoint but redelivery, which redelivery.ts checks. */
import { check, type Check } from '../../check/check.ts';
import { ensureNotFull, expectRefusal, expectStatus, withSubscription, type Actor, type Reply, encodePath } from '#client';

interface Row {
  id: Check['id'];
  name: string;
  scope: 'webhooks.read' | 'webhooks.write';
  /** Similar scopes. */
  other: readonly string[];
  ask: (actor: Actor, id: string, url: string) => Promise<Reply>;
  /** The status for a token with the scope. */
  status: number;
}

const READERS = ['webhooks.write', 'bids.read', 'inventory.read'];
const WRITERS = ['webhooks.read', 'bids.write', 'inventory.read'];

const ROWS: readonly Row[] = [
  {
    id: 'WHK-1/scope',
    name: 'GET /webhooks',
    scope: 'webhooks.read',
    other: READERS,
    ask: async (who) => who.get('/webhooks'),
    status: 200,
  },
  {
    id: 'WHK-2/scope',
    name: 'POST /webhooks',
    scope: 'webhooks.write',
    other: WRITERS,
    // Another URL, because another subscription has another secret.
    ask: async (who, _id, url) => who.post('/webhooks', { url: `${url}/minted`, events: ['bid.rejected'] }),
    status: 201,
  },
  {
    id: 'WHK-7/scope',
    name: 'GET /webhooks/{id}/deliveries',
    scope: 'webhooks.read',
    other: READERS,
    ask: async (who, id) => who.get(encodePath`/webhooks/${id}/deliveries`),
    status: 200,
  },
  {
    id: 'WHK-5/scope',
    name: 'DELETE /webhooks/{id}',
    scope: 'webhooks.write',
    other: WRITERS,
    ask: async (who, id) => who.delete(encodePath`/webhooks/${id}`),
    status: 200,
  },
];

export const SCOPE_CHECKS: readonly Check[] = ROWS.map(({ id, name, scope, other, ask, status }) =>
  check(id, `${name} requires ${scope} and no other scope`, ['buyer', 'writes', 'hook:mint_token'], async (t) => {
    const lacking = await t.mint('buyer', other);
    const having = await t.mint('buyer', [scope]);
    await withSubscription(t, t.buyer, ['bid.rejected'], async (subscribed) => {
      const refused = await ask(lacking, subscribed.id, subscribed.url);
      expectRefusal(refused, 403, { code: 'insufficient_scope' });
      const response = await ask(having, subscribed.id, subscribed.url);
      if (id === 'WHK-2/scope') await ensureNotFull(t, t.buyer, response);
      expectStatus(response, status);
      if (id === 'WHK-2/scope') await t.buyer.delete(encodePath`/webhooks/${response.data.get('id').text()}`);
    });
  }),
);
