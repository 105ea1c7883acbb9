/** ERR-2: the codes of the error table, at every endpoint where a check can cause them. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import {
  REJECTS_NOTHING,
  chooseSeller,
  chooseTeamless,
  describeRefusal,
  ensureDone,
  ensureSuccess,
  expectRefusal,
  expectThat,
  isObject,
  postSubscription,
  readItems,
  unsubscribe,
  errorIn,
  encodePath,
  fillPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectUnauthenticated } from '../auth/tokens.ts';
import { placeMultiGradeBid } from '../bids/multi-grade.ts';
import { postBid } from '../bids/post-bid.ts';
import { placeKeyedOn } from '../idempotency/repeat.ts';
import { makeUnusedId } from './make-unused-id.ts';

/** A request that fails validation, and the field that the error must name. */
interface Invalid {
  subject: string;
  name: string;
  needs: readonly Need[];
  field: string;
  send: (t: CheckContext) => Promise<Reply>;
}

const INVALID: readonly Invalid[] = [
  {
    subject: 'place-bid',
    name: 'A bid without a quantity',
    needs: ['buyer', 'writes'],
    field: 'quantity_mt',
    send: async (t) => postBid(t, await t.arrange.lotToBidOn(), { quantity_mt: undefined }),
  },
  {
    subject: 'counter',
    name: 'A counter without a quantity',
    needs: ['buyer', 'writes'],
    field: 'quantity_mt',
    send: async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      return lot.seller.post(encodePath`/bids/${bid.id}/counter`, await t.arrange.bidBody({ quantity_mt: undefined }));
    },
  },
  {
    subject: 'webhook-url',
    name: 'A subscription without a url',
    needs: ['buyer', 'writes'],
    field: 'url',
    send: async (t) => t.buyer.post('/webhooks', { events: ['bid.accepted'] }),
  },
  {
    subject: 'webhook-events',
    name: 'A subscription without events',
    needs: ['buyer', 'writes'],
    field: 'events',
    send: async (t) => {
      const url = await t.hookUrl();
      const subscribed = await postSubscription(t, t.buyer, { url, events: ['bid.accepted'] });
      if (!subscribed.is_success) t.unverifiable(`POST /webhooks rejects ${url}`, 'target.receiver_url');
      await unsubscribe(t, t.buyer, subscribed.data.get('id').text());
      return t.buyer.post('/webhooks', { url });
    },
  },
  {
    subject: 'farm',
    name: 'A farm without a name',
    needs: ['writes'],
    field: 'name',
    send: async (t) =>
      chooseSeller(t).post('/me/farms', {
        latitude: 50.123457,
        longitude: -105.123457,
        nearest_city: 'Regina',
        nearest_province: 'SK',
      }),
  },
  {
    subject: 'listing',
    name: 'A submission without a quantity',
    needs: ['writes'],
    field: 'quantity_mt',
    send: async (t) => {
      const { farm_id, crop } = await t.arrange.publishing();
      return chooseSeller(t).post('/me/inventory', { farm_id, commodity: crop.commodity, list: false });
    },
  },
];

const VALIDATION: readonly Check[] = INVALID.map(({ subject, name, needs, field, send }) =>
  check(
    `ERR-2/validation-failed-${subject}`,
    `${name} returns 422 validation_failed, and errors names ${field}`,
    needs,
    async (t) => {
      expectRefusal(await send(t), 422, { code: 'validation_failed', field });
    },
  ),
);

const ZEROS = '000000000000000000000000';

/** Endpoints with an id, an actor who can use them, and a list with ids of the same format. */
const MISSING: readonly [subject: string, path: string, prefix: string, list: string, who: 'buyer' | 'seller' | 'elevator'][] = [
  ['inventory', '/inventory/{id}', 'inv_', '/inventory', 'buyer'],
  ['bid', '/bids/{id}', 'bid_', '/bids', 'buyer'],
  ['trade', '/trades/{id}', 'trd_', '/trades', 'buyer'],
  ['team', '/teams/{id}', 'tm_', '/teams', 'buyer'],
  ['deliveries', '/webhooks/{id}/deliveries', 'whk_', '/webhooks', 'buyer'],
  ['offers', '/cash-bids/{id}/offers', 'cb_', '/cash-bids', 'elevator'],
  ['farm', '/me/farms/{id}', 'farm_', '/me/farms', 'seller'],
  ['listing', '/me/inventory/{id}', 'inv_', '/me/inventory', 'seller'],
  ['received-bids', '/me/inventory/{id}/bids', 'inv_', '/me/inventory', 'seller'],
];

const NOT_FOUND: readonly Check[] = MISSING.map(([subject, path, prefix, list, who]) =>
  check(
    `ERR-2/not-found-${subject}`,
    `GET ${path} with an id that does not exist returns 404 not_found`,
    who === 'seller' ? [] : [who],
    async (t) => {
      const actor: Actor = who === 'seller' ? chooseSeller(t) : t.actor(who);
      const known = readItems(await actor.get(list))[0]?.['id'];
      const unknown_id = typeof known === 'string' ? makeUnusedId(known, 3) : `${prefix}${ZEROS}`;
      const reply = await actor.get(fillPath(path, { id: unknown_id }));
      if (errorIn(reply.json)['code'] === 'insufficient_scope')
        t.unverifiable(`the token of ${actor.name} lacks the scope`, `actors.${who}`);
      expectRefusal(reply, 404, { code: 'not_found' });
    },
  ),
);

const OTHERS: readonly Check[] = [
  check('ERR-2/unauthenticated', 'Reads and writes without a token return 401 unauthenticated', [], async (t) => {
    await expectUnauthenticated(t.anonymous, ['/inventory', '/bids', '/trades', '/teams', '/webhooks', '/market/prices']);
    await expectUnauthenticated(t.anonymous, ['/me/inventory', '/cash-bids']);
    for (const path of [`/inventory/inv_${ZEROS}/bids`, '/webhooks'])
      expectRefusal(await t.anonymous.post(path, {}), 401, { code: 'unauthenticated' });
  }),
  check('ERR-2/insufficient-scope', 'A token that lacks the scope returns 403 insufficient_scope', ['reader'], async (t) => {
    for (const path of ['/trades', '/teams', '/me/farms', '/me/inventory', '/me/bids-received']) {
      const refused = await t.reader.get(path);
      // Such a token also has no team, and the order of the two checks is open.
      if (errorIn(refused.json)['code'] !== 'no_team') expectRefusal(refused, 403, { code: 'insufficient_scope' });
    }
    ensureSuccess(await t.reader.get('/inventory'));
  }),
  check('ERR-2/no-team', 'GET /bids with a token without a team returns 400 no_team', ['seller'], async (t) => {
    expectRefusal(await chooseTeamless(t).get('/bids'), 400, { code: 'no_team' });
  }),
  check(
    'ERR-2/bid-items-required',
    'Accepting a multi-grade bid without bid_items returns 422 bid_items_required',
    ['buyer', 'writes'],
    async (t) => {
      const { id, lot, grades } = await placeMultiGradeBid(t);
      expectRefusal(await lot.seller.post(encodePath`/bids/${id}/accept`), 422, { code: 'bid_items_required' });
      ensureSuccess(await lot.seller.post(encodePath`/bids/${id}/accept`, { bid_items: [grades[0]] }));
    },
  ),
  check(
    'ERR-2/payment-method-required',
    'Submitting a listing without a payment method returns 403 payment_method_required',
    ['writes', 'live', 'hook:set_payment_method'],
    async (t) => {
      const seller = chooseSeller(t);
      const { crop } = await t.arrange.publishing(seller);
      const farm_id = await t.arrange.farm(seller);
      await t.hook('set_payment_method', { farm_id, on_file: false });
      const body = { farm_id, commodity: crop.commodity, grade: crop.grade, quantity_mt: 20 };
      expectRefusal(await seller.post('/me/inventory', body), 403, { code: 'payment_method_required' });
      await t.hook('set_payment_method', { farm_id, on_file: true });
      const accepted = await seller.post('/me/inventory', body);
      expectThat(accepted.is_success, {
        message: `POST /me/inventory still returns ${accepted.status} after the farm got a payment method.`,
        reply: accepted,
        expectation: { kind: 'status', statuses: [201] },
      });
    },
  ),
  check('ERR-4/codes', 'Reports the error codes that the document does not state', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    ensureDone(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), REJECTS_NOTHING);
    const decided = await lot.seller.post(encodePath`/bids/${bid.id}/reject`);
    t.observe(`a bid that is no longer pending: ${describeRefusal(decided)}`);
    const { body, repeat } = await placeKeyedOn(t, lot.id);
    t.observe(`an idempotency key with a different body: ${describeRefusal(await repeat({ ...body, quantity_mt: 11 }))}`);
    t.observe(`an invalid filter: ${describeRefusal(await t.buyer.get('/inventory', { limit: 0 }))}`);
  }),
  check(
    'ERR-5/every-field',
    'Reports which of several invalid fields validation_failed lists',
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lotToBidOn();
      const { json } = await postBid(t, lot, { quantity_mt: 0, delivery: { from: 'soon', to: 'later' } });
      const { errors } = errorIn(json);
      const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
      const fields = entries.filter(isObject).map(({ field }) => String(field));
      t.observe(`fields named: ${fields.join(', ')}`);
    },
  ),
];

export const CODES_CHECKS: readonly Check[] = [...NOT_FOUND, ...VALIDATION, ...OTHERS];
