/** Who hears of a simulated bid, and what its answer says where nobody does. */
import { personas } from '#fixtures';
import type { AnswerOf, OPERATIONS } from '#spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordEvents, subscribeTeam } from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, makeLot, openTestMock } from '../../testing/open-mock.ts';

type Simulated = AnswerOf<typeof OPERATIONS.simulateEvent>['data'];

const { partner, rival } = personas;
const PARTNER_CLIENT = 'gristmill-partner-sandbox';
const DESK_CLIENT = 'gristmill-desk-sandbox';

const NOBODY = 'No delivery was queued: no team of the listing owner, and no client that provisioned it, has a subscription.';
const LIVE_ONLY = 'No delivery was queued: all subscriptions are in live mode, and those never receive sandbox events.';
const INACTIVE = 'No delivery was queued: the sandbox subscriptions are inactive.';
const OTHER_TYPES = 'No delivery was queued: no active sandbox subscription asks for bid.received.';

let t: TestMock;
beforeEach(async () => {
  t = await openTestMock({ lots: 20 });
});
afterEach(() => t[Symbol.asyncDispose]());

/** Simulates a bid on a new lot of a seller's. */
async function simulate(who: string): Promise<Pick<Simulated, 'webhook_deliveries_queued' | 'warning'>> {
  await makeLot(t, who);
  const answer = await t.call(who, 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received' } });
  const { data } = answer.body as { data: Simulated }; // Judged by the document in t.call.
  return { webhook_deliveries_queued: data.webhook_deliveries_queued, warning: data.warning };
}

/** A sandbox test user that sells, provisioned with the partner's client. */
async function makeTestUser(): Promise<string> {
  const made = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  return (made.body as { data: { access_token: string } }).data.access_token; // Judged by the document in t.call.
}

const sandbox = { livemode: 0 } as const;
/** The subscriptions of the seller's team: type, mode, and whether they are active. */
const TEAMS: readonly (readonly [
  string,
  readonly Parameters<typeof subscribeTeam>[3][],
  'bid.received' | 'bid.accepted',
  string | null,
])[] = [
  ['none at all', [], 'bid.received', NOBODY],
  ['one that is deleted', [{ ...sandbox, deleted_at: TEST_NOW }], 'bid.received', NOBODY],
  ['a live one', [{ livemode: 1 }], 'bid.received', LIVE_ONLY],
  ['an inactive one', [{ ...sandbox, is_active: 0 }], 'bid.received', INACTIVE],
  ['a live one and an inactive one', [{ livemode: 1 }, { ...sandbox, is_active: 0 }], 'bid.received', INACTIVE],
  ['one for other types', [sandbox], 'bid.accepted', OTHER_TYPES],
  ['a good one', [sandbox], 'bid.received', null],
  ['a good one among others', [{ livemode: 1 }, { ...sandbox, is_active: 0 }, sandbox], 'bid.received', null],
];

test.for(TEAMS)("SBX-9 SBX-14 SBX-7 where the seller's team has %s", async ([, subscriptions, type, warning]) => {
  for (const change of subscriptions) await subscribeTeam(t, partner.team_id, [type], change);
  // Another team's subscription changes nothing.
  await subscribeTeam(t, rival.team_id, ['bid.received'], sandbox);
  expect(await simulate('partner_sandbox')).toEqual({ webhook_deliveries_queued: warning === null ? 1 : 0, warning });
});

test('SBX-10 SBX-14 events for a test user go to the subscriptions of the client that made it, whatever their team', async () => {
  await subscribeTeam(t, rival.team_id, ['bid.received'], { ...sandbox, client_id: PARTNER_CLIENT });
  await subscribeTeam(t, partner.team_id, ['bid.received'], { ...sandbox, client_id: DESK_CLIENT });
  const recorded = await recordEvents(t, async () => {
    expect(await simulate(await makeTestUser())).toEqual({ webhook_deliveries_queued: 1, warning: null });
  });
  expect(recorded).toMatchObject([{ type: 'bid.received', livemode: 0, heard_by: [rival.team_id] }]);
  // A seller whom no client made is told through its teams alone.
  expect(await simulate('seller_sandbox')).toEqual({ webhook_deliveries_queued: 0, warning: NOBODY });
});
