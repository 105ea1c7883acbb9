import { personas } from '#fixtures/personas';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import type { Seams } from '../../seams.ts';
import type { Tx } from '../../../market/records/tables.ts';
import {
  afterAct,
  alsoTell,
  beforeAct,
  dropEvent,
  lettingIn,
  onDelivery,
  onEvent,
  onFind,
  onListeners,
  onResource,
  personaAsCaller,
  violation,
  withFields,
  withoutEffect,
} from '../kit/index.ts';
import type { Violation } from '../violation.ts';

/** Leaves the pending simulated bids alone, by having them be no simulated ones while the new one is made. */
function keepingPrevious(): Partial<Seams> {
  return {
    act: async (call, subject, act, { operation_id }) => {
      if (operation_id !== 'simulateEvent') return act(call, subject);
      await hide(call.db);
      return act(call, subject);
    },
  };
}

async function hide(db: Tx): Promise<void> {
  await db.updateTable('bids').set({ is_simulated: 0 }).where('is_simulated', '=', 1).execute();
}

/** What becomes of a simulated bid, and who is told. */
export const BIDS_VIOLATED: readonly Violation[] = [
  violation('SBX-6/no-bid', 'No bid is made.', withoutEffect('simulateEvent')),
  violation(
    'SBX-6/born-expired',
    'The bid is not pending.',
    afterAct('simulateEvent', async ({ db }, { data }) => {
      await db.updateTable('bids').set({ status: 'expired' }).where('id', '=', data.bid_id).execute();
    }),
  ),
  violation(
    'SBX-6/another-reference',
    'The bid has another reference than the answer.',
    withFields('simulateEvent', { bid_reference: 'SIM-1' }),
  ),
  violation(
    'SBX-6/new-buyer-each-time',
    'Each simulation makes another buyer.',
    onResource('simulateEvent', (simulated) => ({
      ...simulated,
      buyer: { ...simulated.buyer, id: `usr_${simulated.bid_id.slice(4)}` },
    })),
  ),
  ...(['acceptBid', 'rejectBid', 'counterBid'] as const).map((operation) =>
    violation(
      `SBX-6/no-${operation.replace('Bid', '')}`,
      `A simulated bid takes no ${operation}.`,
      onFind(operation, (found) => (!isRefusal(found) && found.truth.bid.is_simulated === 1 ? refuse('bid_not_pending') : found)),
    ),
  ),
  violation(
    'SBX-7/nobody-is-told',
    'A simulated bid sends no event.',
    onEvent('bid.received', async (draft, { db }) => {
      const bid = db.selectFrom('bids').select('is_simulated').where('id', '=', draft.subject_id);
      return (await bid.executeTakeFirst())?.is_simulated === 1 ? [] : draft;
    }),
  ),
  violation(
    'SBX-7/livemode-true',
    'Sandbox deliveries say that they are live.',
    onDelivery('bid.received', (envelope) => ({ ...envelope, livemode: true })),
  ),
  violation('SBX-7/livemode-left-out', 'Sandbox deliveries leave livemode out.', onDelivery('all', livemodeLeftOut)),
  violation(
    'SBX-7/live-subscriptions-too',
    'The live subscriptions of the team get sandbox events.',
    alsoTell(
      'bid.received',
      ({ livemode, team_id }, draft) => draft.livemode === 0 && livemode === 1 && team_id === personas.partner.team_id,
    ),
  ),
  violation('SBX-8/previous-stays', 'The previous simulated bid stays pending.', keepingPrevious()),
  violation(
    'SBX-8/previous-rejected',
    'The previous simulated bid is rejected.',
    beforeAct('simulateEvent', async ({ db }) => {
      await db
        .updateTable('bids')
        .set({ status: 'rejected' })
        .where('is_simulated', '=', 1)
        .where('status', '=', 'pending')
        .execute();
    }),
  ),
  violation(
    'SBX-8/all-of-seller-expire',
    'The simulated bids on all listings of the seller expire.',
    beforeAct('simulateEvent', async ({ db, caller }) => {
      const bids = db
        .updateTable('bids')
        .set({ status: 'expired' })
        .where('seller_user_id', '=', caller.user_id ?? '');
      await bids.where('is_simulated', '=', 1).where('status', '=', 'pending').execute();
    }),
  ),
  violation(
    'SBX-8/all-on-listing-expire',
    'Every pending bid on the listing expires.',
    beforeAct('simulateEvent', async ({ db, body }) => {
      const bids = db
        .updateTable('bids')
        .set({ status: 'expired' })
        .where('lot_id', '=', body.inventory_id ?? '');
      await bids.where('status', '=', 'pending').execute();
    }),
  ),
  violation(
    'SBX-8/decided-expire',
    'Simulated bids that were decided expire as well.',
    beforeAct('simulateEvent', async ({ db, body }) => {
      const bids = db
        .updateTable('bids')
        .set({ status: 'expired' })
        .where('lot_id', '=', body.inventory_id ?? '');
      await bids.where('is_simulated', '=', 1).execute();
    }),
  ),
  violation(
    'SBX-10/client-not-told',
    'Events of test users go to their teams alone.',
    onListeners('bid.received', async (listeners, draft, { db }) => {
      const seller = db
        .selectFrom('users')
        .select('created_by_client_id')
        .where('id', '=', draft.seller_user_id ?? '');
      const maker = (await seller.executeTakeFirst())?.created_by_client_id ?? null;
      return maker === null ? listeners : [];
    }),
  ),
  violation('SBX-10/no-events', 'Nothing is told of bids in the sandbox.', dropEvent('bid.received')),
  violation(
    'SBX-11/users-for-anybody',
    'Test users are made without a token.',
    lettingIn('createSandboxUser', () => personaAsCaller('partner', { is_sandbox: true })),
  ),
  violation(
    'SBX-11/grades-for-anybody',
    'GET /grades needs no token.',
    lettingIn('listGrades', () => personaAsCaller('buyer')),
  ),
];

function livemodeLeftOut(envelope: { livemode: boolean }): unknown {
  return envelope.livemode ? envelope : { ...envelope, livemode: undefined };
}
