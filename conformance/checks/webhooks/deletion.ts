import { check, type Check } from '../../check/check.ts';
import {
  isAboutBid,
  ensureSuccess,
  expectAnyRefusal,
  expectRefusal,
  expectStatus,
  expectThat,
  listSubscriptions,
  placeRejectableBid,
  withSubscription,
  encodePath,
} from '#client';
import { deliverRejection } from './failed-delivery.ts';

const NEEDS = ['buyer', 'writes'] as const;

const IMPOSSIBLE = 'whk_gristmill0impossible';

export const DELETION_CHECKS: readonly Check[] = [
  check('WHK-5/deleted', 'DELETE /webhooks/{id} returns 200 with { data: { deleted, id } }', NEEDS, async (t) => {
    await withSubscription(t, t.buyer, ['bid.rejected'], async ({ id }) => {
      const reply = await t.buyer.delete(encodePath`/webhooks/${id}`);
      expectStatus(reply, 200);
      reply.data.get('deleted').is(true);
      reply.data.get('id').is(id);
    });
  }),
  check('WHK-5/unknown', 'DELETE of a subscription that does not exist returns 404', NEEDS, async (t) => {
    expectRefusal(await t.buyer.delete(encodePath`/webhooks/${IMPOSSIBLE}`), 404, { code: 'not_found' });
  }),
  check(
    'WHK-5/another-teams',
    "DELETE of another team's subscription returns 404 and does not delete it",
    [...NEEDS, 'rival'],
    async (t) => {
      await withSubscription(t, t.buyer, ['bid.rejected'], async ({ id }) => {
        const refused = await t.rival.delete(encodePath`/webhooks/${id}`);
        expectRefusal(refused, 404, { code: 'not_found' });
        // Its token can lack the scope.
        if (t.has('elevator')) expectAnyRefusal(await t.elevator.delete(encodePath`/webhooks/${id}`));
        const { list, items } = await listSubscriptions(t, t.buyer, (ids) => ids.includes(id));
        const is_left = items.some((item) => item.find('id')?.value === id);
        expectThat(is_left, { message: 'DELETE returned 404, but deleted the subscription.', reply: list, expected: id });
        expectStatus(await t.buyer.delete(encodePath`/webhooks/${id}`), 200);
      });
    },
  ),
  check('WHK-13/gone', 'A deleted subscription is no longer listed, and its deliveries return 404', NEEDS, async (t) => {
    await withSubscription(t, t.buyer, ['bid.rejected'], async ({ id }) => {
      ensureSuccess(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`));
      ensureSuccess(await t.buyer.delete(encodePath`/webhooks/${id}`));
      const { list, items } = await listSubscriptions(t, t.buyer, (ids) => !ids.includes(id));
      const is_left = items.some((item) => item.find('id')?.value === id);
      expectThat(!is_left, { message: 'GET /webhooks still lists a deleted subscription.', reply: list, expected: `no ${id}` });
      expectRefusal(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`), 404);
    });
  }),
  check(
    'WHK-13/no-new-event',
    'A deleted subscription receives no new events',
    [...NEEDS, 'webhooks'],
    async (t) => {
      const deleted = await t.subscribe(t.buyer, ['bid.rejected']);
      const kept = await t.subscribe(t.buyer, ['bid.rejected']);
      const first = await placeRejectableBid(t);
      await deliverRejection(deleted, first);
      // Placed before the deletion, rejected after it.
      const second = await placeRejectableBid(t, t.buyer, first.lot);
      ensureSuccess(await t.buyer.delete(encodePath`/webhooks/${deleted.subscription.id}`));
      await deliverRejection(kept, second);
      await deleted.expectNone({ where: isAboutBid(second.bid.id), after: 'it was deleted' });
    },
    // Runs early: a target that deletes nothing soon reaches its limit on subscriptions, and the error would not show why.
    { lane: 'patient' },
  ),
];
