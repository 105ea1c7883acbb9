/** Trades, cash bids, tokens, and the simulator. */
import {
  all,
  EMPTY_PAGE,
  findRow,
  insteadOfRefusal,
  isRefusal,
  onCaller,
  onField,
  onOauthForm,
  onResource,
  onWholeList,
  ownersOf,
  refuse,
  refuseAs,
  type OperationContext,
  type Refusal,
  type Seams,
  type Where,
} from '../violations/kit/index.ts';
import type { ErrorCode, Operation, Trade } from '#spec';
import { OPERATIONS } from '#spec';
import { parseBody } from '../../server/http/read-body.ts';
import { validateBody } from '../../server/http/validate-body.ts';
import { variants } from './kit/variant.ts';

/** Whether exactly one of the two invoices is paid. */
function isPartPaid({ invoices }: Trade): boolean {
  return new Set(invoices.map(({ status }) => status)).size > 1;
}

/** Refuses requests of teams that are not elevators. */
export function forElevators(where: Where, error: ErrorCode): Partial<Seams> {
  return onCaller(where, async ({ team_id }, { db }) =>
    (await findRow(db, 'teams', { id: team_id ?? '' }))?.type === 'elevator' ? {} : refuse(error),
  );
}

const DEALS = variants({
  'trades-by-settlement (TRD-1, TRD-8): `from` and `to` of GET /trades apply to the settlement date.': onWholeList(
    'listTrades',
    (trades, { query: { from = '0000', to = '9999' } }) =>
      from === '0000' && to === '9999'
        ? trades
        : trades.filter(({ settled_at }) => settled_at !== null && settled_at >= from && settled_at <= `${to}U`),
    ['from', 'to'],
  ),
  'part-paid (TRD-4, TRD-6, BID-48): A trade with one paid invoice has the status PartPaid.': all(
    onWholeList('listTrades', (trades, { query }) =>
      query.status === 'Pending' ? trades.filter((trade) => !isPartPaid(trade)) : trades,
    ),
    onResource(['getTrade', 'listTrades'], (trade) => (isPartPaid(trade) ? { ...trade, status: 'PartPaid' } : trade)),
  ),
  'trades-of-teams (TRD-3, TRD-9): Reading trades requires a team.': onCaller(['listTrades', 'getTrade'], (caller) =>
    caller.team_id === null ? refuse('no_team') : caller,
  ),
  'trades-terse (TRD-4, TRD-5, TRD-10, TRD-11): Trades show their id, status, and parties only.': onResource(
    ['listTrades', 'getTrade', 'acceptBid', 'acceptOffer'],
    ({ id, status, side, counterparty }) => ({
      id,
      status,
      counterparty,
      is_sale: side === 'seller',
    }),
  ),
  'decided-offers-422 (CB-6, CB-14): Deciding on a decided offer returns 422.': refuseAs(
    ['acceptOffer', 'rejectOffer'],
    'conflict',
    'validation_failed',
  ),
  'cash-bids-for-elevators (AUTH-21, CB-13): Cash bids return 403 to a team that is not an elevator.': forElevators(
    ['listCashBids', 'createCashBid', 'updateCashBid', 'listOffers', 'acceptOffer', 'rejectOffer'],
    'insufficient_scope',
  ),
  'no-team-no-cash-bids (AUTH-7, AUTH-21): Cash bids and delivery locations are empty lists without a team.': insteadOfRefusal(
    ['listCashBids', 'listDeliveryLocations'],
    'no_team',
    () => EMPTY_PAGE,
  ),
  'cash-bids-with-other-names (CB-7, CB-8, CB-11, CB-16): Cash bids and offers show the documented fields only, and ids under other names.':
    all(
      onResource(['listCashBids', 'createCashBid', 'updateCashBid'], ({ id, is_active }) => ({ id, is_active })),
      onResource(['listOffers', 'rejectOffer'], ({ id, cash_bid_id, status }) => ({
        id,
        status,
        cash_bid: { id: cash_bid_id },
      })),
    ),
});

/** Returns 404 if the record of the operation does not belong to the caller. */
async function findFirst(
  { db, incoming, operation_id }: OperationContext,
  user_id: string | null,
  team_id: string | null,
): Promise<Refusal | undefined> {
  const { id } = incoming.path;
  if (id === undefined || operation_id === 'getInventory' || operation_id === 'placeBid') return undefined;
  const owners = await ownersOf(db, id);
  const is_own = owners.some((owner) => (owner.team_id === null ? owner.user_id === user_id : owner.team_id === team_id));
  return is_own ? undefined : refuse('not_found');
}

/** Checks team, record, and body before scopes. */
function scopesLast(): Partial<Seams> {
  return onCaller('everywhere', async (caller, context) => {
    const { incoming } = context;
    // Cast: each declaration in OPERATIONS is narrower than this type.
    const operation: Operation = OPERATIONS[context.operation_id];
    if (operation.needs_team && caller.team_id === null) return refuse('no_team');
    const missing = await findFirst(context, caller.user_id, caller.team_id);
    if (missing !== undefined) return missing;
    if (operation.body === undefined) return caller;
    const parsed = parseBody(incoming.bytes, incoming);
    if (parsed === undefined || isRefusal(parsed)) return parsed ?? caller;
    const valid = validateBody(operation, parsed.json, false);
    return isRefusal(valid) ? valid : caller;
  });
}

const TOKENS = variants({
  'scopes-last (AUTH-2, AUTH-19): Team, record, and body are checked before scopes.': scopesLast(),
  'machines-get-less (AUTH-5): The token endpoint drops scopes that client credentials cannot have.': onOauthForm(
    '/oauth/token',
    (form) => {
      if (form.get('grant_type') !== 'client_credentials') return;
      const kept = (form.get('scope') ?? '').split(' ').filter((scope) => scope === 'inventory.read' || scope === 'market.read');
      form.set('scope', kept.length === 0 ? 'inventory.read' : kept.join(' '));
    },
  ),
  'no-scope-named (AUTH-10, AUTH-20): A 401 and a 403 have no detailed message.': refuseAs(
    'everywhere',
    ['unauthenticated', 'insufficient_scope'],
    ({ refused }) => ({ refused, message: 'No.' }),
  ),
});

const SIMULATOR = variants({
  'simulator-hidden (SBX-1, SBX-16): POST /sandbox/simulate-event returns 404 to live tokens.': onCaller(
    'simulateEvent',
    (caller) => (caller.livemode === 1 ? refuse('not_found') : caller),
  ),
  'simulator-unauthenticated (SBX-1, SBX-16): POST /sandbox/simulate-event returns 401 to live tokens.': onCaller(
    'simulateEvent',
    (caller) => (caller.livemode === 1 ? refuse('unauthenticated') : caller),
  ),
  'bad-events-400 (SBX-2, SBX-13): POST /sandbox/simulate-event returns 400 for an invalid event.': refuseAs(
    'simulateEvent',
    'validation_failed',
    'malformed_request',
  ),
  "anothers-sandbox-listing-422 (SBX-12, SBX-15): POST /sandbox/simulate-event returns 422 for another seller's listing.":
    refuseAs('simulateEvent', 'not_found', 'validation_failed'),
  'always-warning (SBX-9, SBX-14): `warning` is never null.': onField(
    'simulateEvent',
    'warning',
    (warning) => warning ?? 'This bid is simulated.',
  ),
});

export const DEALS_VARIED = [...DEALS, ...TOKENS, ...SIMULATOR];
