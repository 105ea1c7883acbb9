import { check, type Check } from '../../check/check.ts';
import { expectAnyRefusal, expectStatus, expectSuccess, expectThat } from '#client';
import { sandboxSeller, simulate } from './simulation.ts';

/** Other sandbox endpoints, and the listings that can be simulated on. */
export const REACH: readonly Check[] = [
  check(
    'SBX-11/users',
    'POST /sandbox/users provisions a user and requires a token',
    ['seller_sandbox', 'writes', 'fixture:sandbox_user_body'],
    async (t) => {
      expectSuccess(await sandboxSeller(t).post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body));
      expectStatus(await t.anonymous.post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body), 401);
    },
  ),
  check('SBX-11/users-exists', 'POST /sandbox/users exists', ['seller_sandbox', 'writes'], async (t) => {
    const reply = await sandboxSeller(t).post('/sandbox/users', {});
    expectThat(reply.status !== 404 && reply.status !== 405 && reply.status < 500, {
      message: `POST /sandbox/users returned ${reply.status}.`,
      reply,
      expected: 'a 2xx, or an error about the empty body',
    });
    expectStatus(await t.anonymous.post('/sandbox/users', {}), 401);
  }),
  check('SBX-11/grades', 'GET /grades requires a token', ['buyer'], async (t) => {
    expectSuccess(await t.buyer.get('/grades'));
    expectStatus(await t.anonymous.get('/grades'), 401);
  }),
  check(
    'SBX-15/another-s',
    "Simulating on another user's sandbox listing is rejected",
    ['seller_sandbox', 'partner_sandbox', 'writes'],
    async (t) => {
      const theirs = await t.arrange.draft({}, t.actor('partner_sandbox'));
      const refused = await sandboxSeller(t).post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: theirs.id });
      expectAnyRefusal(refused);
      if (refused.status !== 404) t.observe(`another user's inventory_id returns ${refused.status}`);
      const bids = await t.actor('partner_sandbox').get(`/me/inventory/${theirs.id}/bids`);
      bids.body.get('items').is([]);
      expectAnyRefusal(
        await sandboxSeller(t).post('/sandbox/simulate-event', {
          event: 'bid.received',
          inventory_id: 'inv_000000000000000000000000',
        }),
      );
    },
  ),
  check(
    'SBX-15/live-listing',
    'Simulating on a live listing is rejected',
    ['seller', 'live', 'seller_sandbox', 'writes'],
    async (t) => {
      const live = await t.arrange.draft({}, t.seller);
      expectAnyRefusal(await sandboxSeller(t).post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: live.id }));
    },
  ),
  check('SBX-16/statuses', 'Reports the status of simulate-event', ['seller_sandbox', 'writes'], async (t) => {
    const draft = await t.arrange.draft({}, sandboxSeller(t));
    t.observe(`simulate-event returns ${(await simulate(sandboxSeller(t), { inventory_id: draft.id })).reply.status}`);
  }),
  check(
    'SBX-12/bodies',
    'Reports the status of POST /sandbox/users',
    ['seller_sandbox', 'writes', 'fixture:sandbox_user_body'],
    async (t) => {
      const reply = await sandboxSeller(t).post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body);
      t.observe(`POST /sandbox/users returns ${reply.status}`);
    },
  ),
];
