/** OP-2: errors of the error table on endpoints whose row does not list the status. */
import { check, type Check } from '../../check/check.ts';
import {
  ENDPOINT_ROWS,
  chooseSeller,
  ensureSuccess,
  expectRefusal,
  expectThat,
  postSubscription,
  samplePath,
  readItems,
  unsubscribe,
  warnUnless,
  encodePath,
} from '#client';
import { makeUnusedId } from '../errors/make-unused-id.ts';

const ZEROS = '000000000000000000000000';

const UNAUTHENTICATED: readonly Check[] = ENDPOINT_ROWS.filter(([, row]) => row.row_omits_401 === true).map(([, endpoint]) => {
  const { method } = endpoint;
  const path = samplePath(endpoint);
  const row = `${method} ${path.replaceAll(/\/[a-z]+_0+/g, '/{id}')}`;
  const id = row
    .toLowerCase()
    .replaceAll('/{id}', '-id')
    .replaceAll(/[^a-z-]+/g, '-');
  return check(`OP-2/401-${id}`, `${row} without a token returns 401, as every operation does`, [], async (t) => {
    const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
    expectRefusal(await t.anonymous.send({ method, path, ...body }), 401, { code: 'unauthenticated' });
  });
});

/** Seller endpoints without an id whose rows list no 403. */
const WITHOUT_403 = ['/me/farms', '/me/inventory', '/me/bids-received'] as const;

const FORBIDDEN: readonly Check[] = WITHOUT_403.map((path) =>
  check(
    `OP-2/403-get-${path.slice(1).replaceAll('/', '-')}`,
    `GET ${path} without its scope returns 403`,
    ['reader'],
    async (t) => {
      expectRefusal(await t.reader.get(path), 403, { code: 'insufficient_scope' });
    },
  ),
);

const MISSING: readonly Check[] = [
  check('OP-2/404-counter', 'Countering a bid that does not exist returns 404', ['buyer', 'writes'], async (t) => {
    const known = readItems(await t.buyer.get('/bids'))[0]?.['id'];
    const unknown_id = typeof known === 'string' ? makeUnusedId(known, 3) : `bid_${ZEROS}`;
    const reply = await t.buyer.post(encodePath`/bids/${unknown_id}/counter`, await t.arrange.bidBody());
    expectRefusal(reply, 404, { code: 'not_found' });
  }),
  check('OP-2/404-redeliver', 'Redelivering a delivery that does not exist returns 404', ['buyer', 'writes'], async (t) => {
    const made = await postSubscription(t, t.buyer, { url: await t.hookUrl(), events: ['bid.accepted'] });
    if (!made.is_success) t.unverifiable(`POST /webhooks created no subscription (status ${made.status})`);
    const own = made.data.get('id').text();
    const row = await t.buyer.post(encodePath`/webhooks/${own}/deliveries/whd_${ZEROS}/redeliver`);
    const subscription = await t.buyer.post(encodePath`/webhooks/${makeUnusedId(own, 3)}/deliveries/whd_${ZEROS}/redeliver`);
    await unsubscribe(t, t.buyer, own);
    expectRefusal(row, 404, { code: 'not_found' });
    expectRefusal(subscription, 404, { code: 'not_found' });
  }),
];

const OTHERS: readonly Check[] = [
  check('OP-2/422-reject', 'Rejecting a bid that is no longer pending returns 422', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    ensureSuccess(await lot.seller.post(encodePath`/bids/${bid.id}/reject`));
    expectRefusal(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), 422);
  }),
  check(
    'OP-2/400-no-team',
    'GET /bids/{id} of a seller without a team returns 400 no_team',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      expectRefusal(await t.seller.get(encodePath`/bids/${bid.id}`), 400, { code: 'no_team' });
    },
  ),
  check('OP-2/422-patch-farm', 'PATCH of a farm with an invalid body returns 422', ['writes'], async (t) => {
    const seller = chooseSeller(t);
    const farm = await t.arrange.farm(seller);
    const reply = await seller.patch(encodePath`/me/farms/${farm}`, { latitude: 'far north' });
    warnUnless(!reply.is_success, {
      message: 'PATCH /me/farms/{id} ignores a latitude that is not a number.',
      reply,
      expected: '422',
    });
    expectRefusal(reply, 422, { code: 'validation_failed' });
  }),
  check('OP-2/422-patch-listing', 'PATCH of a listing with an invalid body returns 422', ['writes'], async (t) => {
    const draft = await t.arrange.draft();
    const reply = await draft.seller.patch(encodePath`/me/inventory/${draft.id}`, { target_price: { amount: 'dear' } });
    if (reply.is_success) t.observe('PATCH /me/inventory/{id} ignores a price that is not a number');
    else expectRefusal(reply, 422, { code: 'validation_failed' });
  }),
  check(
    'OP-2/422-patch-listed',
    'PATCH of a listing with a `listed` that is not a boolean returns 422',
    ['writes'],
    async (t) => {
      const draft = await t.arrange.draft();
      const reply = await draft.seller.patch(encodePath`/me/inventory/${draft.id}`, { listed: 'perhaps' });
      warnUnless(!reply.is_success, {
        message: 'PATCH /me/inventory/{id} accepts a `listed` that is not a boolean.',
        reply,
        expected: '422',
      });
      expectRefusal(reply, 422, { code: 'validation_failed' });
    },
  ),
  check(
    'OP-2/403-payment-method',
    'Relisting without a payment method returns 403 payment_method_required',
    ['writes', 'live', 'hook:set_payment_method'],
    async (t) => {
      const seller = chooseSeller(t);
      const farm_id = await t.arrange.farm(seller);
      await t.hook('set_payment_method', { farm_id, on_file: true });
      const draft = await t.arrange.draft({ farm_id }, seller);
      await t.hook('set_payment_method', { farm_id, on_file: false });
      const refused = await seller.patch(encodePath`/me/inventory/${draft.id}`, { listed: true });
      expectRefusal(refused, 403, { code: 'payment_method_required' });
      await t.hook('set_payment_method', { farm_id, on_file: true });
      const accepted = await seller.patch(encodePath`/me/inventory/${draft.id}`, { listed: true });
      expectThat(accepted.is_success, {
        message: `PATCH /me/inventory/{id} with listed true still returns ${accepted.status} after the farm got a payment method.`,
        reply: accepted,
      });
      await seller.delete(encodePath`/me/inventory/${draft.id}`);
    },
  ),
];

export const UNLISTED_ERRORS_CHECKS: readonly Check[] = [...UNAUTHENTICATED, ...FORBIDDEN, ...MISSING, ...OTHERS];
