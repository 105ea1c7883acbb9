import { check, type Check } from '../../check/check.ts';
import { expectAnyRefusal, expectStatus, expectSuccess, expectThat, encodePath } from '#client';
import { postSimulation, sandboxSeller, simulateOnDraft } from './simulation.ts';

const NEEDS = ['seller_sandbox', 'writes'] as const;
const PROVISIONING = [...NEEDS, 'fixture:sandbox_user_body'] as const;

/** Other sandbox endpoints, and the listings that can be simulated on. */
export const SANDBOX_ACCESS_CHECKS: readonly Check[] = [
  check('SBX-11/users', 'POST /sandbox/users provisions a user and requires a token', PROVISIONING, async (t) => {
    expectSuccess(await sandboxSeller(t).post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body));
    expectStatus(await t.anonymous.post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body), 401);
  }),
  check('SBX-11/users-exists', 'POST /sandbox/users exists', NEEDS, async (t) => {
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
    [...NEEDS, 'partner_sandbox'],
    async (t) => {
      const partner = t.actor('partner_sandbox');
      const theirs = await t.arrange.draft({}, partner);
      const refused = await postSimulation(sandboxSeller(t), { inventory_id: theirs.id });
      expectAnyRefusal(refused);
      if (refused.status !== 404) t.observe(`another user's inventory_id returns ${refused.status}`);
      const bids = await partner.get(encodePath`/me/inventory/${theirs.id}/bids`);
      bids.body.get('items').is([]);
      expectAnyRefusal(await postSimulation(sandboxSeller(t), { inventory_id: 'inv_000000000000000000000000' }));
    },
  ),
  check('SBX-15/live-listing', 'Simulating on a live listing is rejected', ['seller', 'live', ...NEEDS], async (t) => {
    const live = await t.arrange.draft({}, t.seller);
    expectAnyRefusal(await postSimulation(sandboxSeller(t), { inventory_id: live.id }));
  }),
  check('SBX-16/statuses', 'Reports the status of simulate-event', NEEDS, async (t) => {
    t.observe(`simulate-event returns ${(await simulateOnDraft(t, sandboxSeller(t))).reply.status}`);
  }),
  check('SBX-12/bodies', 'Reports the status of POST /sandbox/users', PROVISIONING, async (t) => {
    const reply = await sandboxSeller(t).post('/sandbox/users', t.run.settings.fixtures.sandbox_user_body);
    t.observe(`POST /sandbox/users returns ${reply.status}`);
  }),
];
