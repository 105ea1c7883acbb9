import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { personas } from '#fixtures/personas';
import { pageOffers } from '../../../market/store/offers.ts';
import { viewOffer } from '../../../market/views/parties.ts';
import type { Seams } from '../../seams.ts';
import type { Row, Tx } from '../../../market/records/tables.ts';
import {
  afterAct,
  all,
  alsoTell,
  asOwner,
  dropEvent,
  insteadOfRefusal,
  onFind,
  onListeners,
  onPayload,
  onResource,
  onStatus,
  partiesOf,
  refuseAs,
  refusing,
  violation,
  withFields,
  withoutEffect,
  withoutField,
  withoutQuery,
} from '../kit/index.ts';
import type { SubjectOf, Where } from '../kit/index.ts';
import { Overlap } from '../bids/deviations.ts';
import type { Violation } from '../violation.ts';

const DECISIONS = ['acceptOffer', 'rejectOffer'] as const;
const VIEWS = ['listOffers', 'rejectOffer'] as const;

/** Names the seller of an offer. @param isTold by how many invoices of its trade are paid; undefined where there is none */
function naming(isTold: (paid: number | undefined, status: string) => boolean): Partial<Seams> {
  return onResource(VIEWS, async (offer, { db }) => {
    const row = await db
      .selectFrom('offers')
      .leftJoin('trades', 'trades.id', 'offers.trade_id')
      .select(['trade_id', 'buyer_invoice_paid_at', 'seller_invoice_paid_at'])
      .where('offers.id', '=', offer.id)
      .executeTakeFirst();
    const paid = [row?.buyer_invoice_paid_at, row?.seller_invoice_paid_at].filter((at) => typeof at === 'string').length;
    if (!isTold(row?.trade_id === null ? undefined : paid, offer.status)) return offer;
    const parties = await partiesOf(db, offer.id);
    return { ...offer, counterparty: { name: parties?.seller.name } };
  });
}

type Found = SubjectOf<'acceptOffer'>;

/** An offer as if it were still pending; the trade that came of it is one from nowhere. */
async function reopened(db: Tx, found: Found): Promise<Found> {
  await db.updateTable('trades').set({ offer_id: null }).where('offer_id', '=', found.offer.id).execute();
  return { ...found, offer: { ...found.offer, status: 'pending' } };
}

/** Decides on what was decided on already. */
function deciding(where: Where<'acceptOffer' | 'rejectOffer'>, again: Row<'offers'>['status']): Partial<Seams> {
  return onFind(where, async (found, { db }) =>
    !isRefusal(found) && found.offer.status === again ? reopened(db, found) : found,
  );
}

/** Of decisions on one offer that are under way at once each succeeds. */
function racing(): Partial<Seams> {
  const overlap = new Overlap(DECISIONS);
  const winning = onFind(DECISIONS, async (found, { db }, { incoming }) =>
    isRefusal(found) || overlap.lateness(incoming) === 0 ? found : reopened(db, found),
  );
  return all(winning, overlap.seams);
}

/** What is offered on cash bids. */
export const OFFERS_VIOLATED: readonly Violation[] = [
  violation('CB-4/status-ignored', 'The status filter of offers is ignored.', withoutQuery('listOffers', 'status')),
  violation('CB-4/limit-ignored', 'The limit of offers is ignored.', withoutQuery('listOffers', 'limit')),
  violation('CB-4/offset-ignored', 'The offset of offers is ignored.', withoutQuery('listOffers', 'offset')),
  violation('CB-4/strangers-read', "The offers on another elevator's cash bid can be read.", asOwner('listOffers')),
  violation(
    'CB-4/missing-is-409',
    'The offers of a cash bid that does not exist are a conflict.',
    refuseAs('listOffers', 'not_found', 'conflict'),
  ),
  violation(
    'CB-4/missing-is-empty',
    'A cash bid that does not exist has no offers.',
    insteadOfRefusal('listOffers', 'not_found', () => ({
      items: [],
      limit: 20,
      offset: 0,
      total: 0,
      next: null,
      previous: null,
      href: '/v1/cash-bids',
    })),
  ),
  violation(
    'CB-4/offers-of-all',
    'The list has the offers on all cash bids of the team.',
    afterAct('listOffers', async ({ db, query }, page, cashBid) => {
      const others = db.selectFrom('cash_bids').select('id').where('team_id', '=', cashBid.team_id);
      const items = [...page.items];
      for (const { id } of await others.where('id', '!=', cashBid.id).orderBy('created_at', 'desc').limit(20).execute()) {
        const { truths } = await pageOffers(db, { cash_bid_id: id, status: query.status }, 20, 0);
        items.push(...truths.map(viewOffer));
      }
      return { ...page, items, total: items.length };
    }),
  ),
  violation('CB-5/accept-answers-201', 'Accepting an offer answers 201.', onStatus('acceptOffer', 200, 201)),
  violation('CB-5/reject-answers-204', 'Rejecting an offer answers 204.', onStatus('rejectOffer', 200, 204)),
  violation(
    'CB-5/accept-answers-offer',
    'Accepting an offer answers the offer.',
    onResource('acceptOffer', (trade) => ({ id: trade.offer_id, status: 'accepted', trade_id: trade.id })),
  ),
  violation(
    'CB-5/reject-answers-before',
    'Rejecting an offer answers it as it was.',
    withFields('rejectOffer', { status: 'pending' }),
  ),
  violation('CB-5/reject-without-effect', 'An offer that was rejected stays pending.', withoutEffect('rejectOffer')),
  violation(
    'CB-5/accepted-stays-pending',
    'An offer that was accepted stays pending.',
    afterAct('acceptOffer', async ({ db }, { data }) => {
      await db.updateTable('offers').set({ status: 'pending' }).where('trade_id', '=', data.id).execute();
    }),
  ),
  violation('CB-5/strangers-accept', "Another elevator's offer can be accepted.", asOwner('acceptOffer')),
  violation('CB-5/strangers-reject', "Another elevator's offer can be rejected.", asOwner('rejectOffer')),
  violation('CB-5/missing-is-409', 'An offer that does not exist is in conflict.', refuseAs(DECISIONS, 'not_found', 'conflict')),
  violation(
    'CB-5/forbidden-for-anothers',
    "Another elevator's offer is 403, and one that does not exist 404.",
    onFind(DECISIONS, async (found, { db, path }) => {
      const offer = await db
        .selectFrom('offers')
        .select('id')
        .where('id', '=', path['id'] ?? '')
        .executeTakeFirst();
      return isRefusal(found) && offer !== undefined ? refuse('insufficient_scope') : found;
    }),
  ),
  violation(
    'CB-5/body-needed',
    'An offer is accepted with a body alone.',
    refusing('acceptOffer', ({ incoming: { bytes } }) =>
      isRefusal(bytes) || bytes.length > 0 ? undefined : 'validation_failed',
    ),
  ),
  violation(
    'CB-6/conflict-is-400',
    'Acting on an offer in conflict is a bad request.',
    refuseAs(DECISIONS, 'conflict', 'malformed_request'),
  ),
  violation('CB-6/accepted-twice', 'An offer that is accepted can be accepted again.', deciding('acceptOffer', 'accepted')),
  violation('CB-6/forbidden', 'Acting on an offer in conflict is 403.', refuseAs(DECISIONS, 'conflict', 'insufficient_scope')),
  violation('CB-7/no-cash-bid', 'An offer does not say on what it is.', withoutField(VIEWS, 'cash_bid_id')),
  violation('CB-7/no-status', 'An offer has no status in the list.', withoutField('listOffers', 'status')),
  violation(
    'CB-7/named-at-once',
    'An offer names its seller.',
    naming((paid) => paid === undefined),
  ),
  violation(
    'CB-7/named-when-accepted',
    'An offer names its seller once it is accepted.',
    naming((paid) => paid !== undefined),
  ),
  violation(
    'CB-7/named-when-rejected',
    'An offer names its seller once it is rejected.',
    naming((_, status) => status === 'rejected'),
  ),
  violation(
    'CB-7/named-after-one-invoice',
    'An offer names its seller once one invoice is paid.',
    naming((paid = 0) => paid > 0),
  ),
  violation('CB-9/no-event', 'An offer is made without an event.', dropEvent('cashbid.offer_received')),
  violation(
    'CB-9/everybody-is-told',
    "Other buyers' teams are told of an offer.",
    alsoTell('cashbid.offer_received', ({ team_id, livemode }) => livemode === 1 && team_id === personas.rival.team_id),
  ),
  violation(
    'CB-9/nobody-listens',
    'An offer is queued for no subscription.',
    onListeners('cashbid.offer_received', () => []),
  ),
  violation(
    'CB-9/cash-bid-unnamed',
    'The event of an offer does not say on what it is.',
    onPayload('cashbid.offer_received', (payload) => ({ ...payload, cash_bid_id: undefined })),
  ),
  { name: 'CB-10/both-win', clause: 'CB-10', title: 'Of two decisions at the same moment both succeed.', seams: racing },
  violation(
    'CB-14/conflict-is-422',
    'A decided offer is a validation error.',
    refuseAs(DECISIONS, 'conflict', 'validation_failed'),
  ),
  violation('CB-14/rejected-then-accepted', 'An offer that is rejected can be accepted.', deciding('acceptOffer', 'rejected')),
  violation('CB-14/accepted-then-rejected', 'An offer that is accepted can be rejected.', deciding('rejectOffer', 'accepted')),
];
