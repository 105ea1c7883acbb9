import {
  afterAct,
  alsoNotify,
  beforeAct,
  dropEvent,
  findRow,
  isRefusal,
  lettingIn,
  onEvent,
  onFind,
  onListeners,
  personaAsCaller,
  refuse,
  setBids,
  setRows,
  violations,
  withEnvelope,
  withFields,
  withoutEffect,
  type Seams,
} from '../kit/index.ts';
import { personas } from '#fixtures/personas';

/** Treats simulated bids as no longer pending. */
function refusingSimulated(operation: 'acceptBid' | 'rejectBid' | 'counterBid'): Partial<Seams> {
  return onFind(operation, (found) =>
    !isRefusal(found) && found.truth.bid.is_simulated === 1 ? refuse('bid_not_pending') : found,
  );
}

/** Simulated bids and their events. */
export const BIDS_VIOLATED = violations({
  'SBX-6/no-bid: POST /sandbox/simulate-event creates no bid.': withoutEffect('simulateEvent'),
  'SBX-6/born-expired: A simulated bid is not pending.': afterAct('simulateEvent', ({ db }, { data }) =>
    setBids(db, { id: data.bid_id }, 'expired'),
  ),
  'SBX-6/another-reference: `bid_reference` differs from the reference of the simulated bid.': withFields('simulateEvent', {
    bid_reference: 'SIM-1',
  }),
  'SBX-6/new-buyer-each-time: Each simulation shows another buyer.': withFields('simulateEvent', (simulated) => ({
    buyer: { ...simulated.buyer, id: `usr_${simulated.bid_id.slice(4)}` },
  })),
  'SBX-6/no-accept: POST /bids/{id}/accept returns 422 for a simulated bid.': refusingSimulated('acceptBid'),
  'SBX-6/no-reject: POST /bids/{id}/reject returns 422 for a simulated bid.': refusingSimulated('rejectBid'),
  'SBX-6/no-counter: POST /bids/{id}/counter returns 422 for a simulated bid.': refusingSimulated('counterBid'),
  'SBX-7/not-sent: A simulated bid sends no event.': onEvent('bid.received', async (draft, { db }) => {
    return (await findRow(db, 'bids', { id: draft.subject_id }))?.is_simulated === 1 ? [] : draft;
  }),
  'SBX-7/livemode-true: Sandbox deliveries have `livemode: true`.': withEnvelope('bid.received', { livemode: true }),
  'SBX-7/livemode-left-out: Sandbox deliveries omit `livemode`.': withEnvelope('all', ({ livemode }) =>
    livemode ? {} : { livemode: undefined },
  ),
  'SBX-7/live-subscriptions-too: Live subscriptions of the team receive sandbox events.': alsoNotify(
    'bid.received',
    ({ livemode, team_id }, draft) => draft.livemode === 0 && livemode === 1 && team_id === personas.partner.team_id,
  ),
  'SBX-8/previous-stays: The previous simulated bid stays pending.': beforeAct('simulateEvent', ({ db }) =>
    // The simulation does not see them as simulated.
    setRows(db, 'bids', { is_simulated: 1 }, { is_simulated: 0 }),
  ),
  'SBX-8/previous-rejected: The previous simulated bid is rejected instead of expired.': beforeAct('simulateEvent', ({ db }) =>
    setBids(db, { is_simulated: 1, status: 'pending' }, 'rejected'),
  ),
  'SBX-8/all-of-seller-expire: A simulation expires the simulated bids on all listings of the seller.': beforeAct(
    'simulateEvent',
    ({ db, caller }) => setBids(db, { seller_user_id: caller.user_id ?? '', is_simulated: 1, status: 'pending' }, 'expired'),
  ),
  'SBX-8/all-on-listing-expire: A simulation expires every pending bid on the listing.': beforeAct(
    'simulateEvent',
    ({ db, body }) => setBids(db, { lot_id: body.inventory_id ?? '', status: 'pending' }, 'expired'),
  ),
  'SBX-8/decided-expire: A simulation expires simulated bids that were already decided.': beforeAct(
    'simulateEvent',
    ({ db, body }) => setBids(db, { lot_id: body.inventory_id ?? '', is_simulated: 1 }, 'expired'),
  ),
  'SBX-10/not-sent-to-client: Events of test users do not reach the client that created them.': onListeners(
    'bid.received',
    async (listeners, draft, { db }) => {
      const maker = (await findRow(db, 'users', { id: draft.seller_user_id ?? '' }))?.created_by_client_id ?? null;
      return maker === null ? listeners : [];
    },
  ),
  'SBX-10/no-events: Sandbox bids send no event.': dropEvent('bid.received'),
  'SBX-11/users-for-anybody: POST /sandbox/users requires no token.': lettingIn('createSandboxUser', () =>
    personaAsCaller('partner', { is_sandbox: true }),
  ),
  'SBX-11/grades-for-anybody: GET /grades requires no token.': lettingIn('listGrades', () => personaAsCaller('buyer')),
});
