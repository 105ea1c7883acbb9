/** Trades, cash bids, tokens, and the simulator. */
import {
  afterAct,
  all,
  EMPTY_PAGE,
  findRow,
  insteadOfRefusal,
  isRefusal,
  onCaller,
  onField,
  onOauthForm,
  onResource,
  ownersOf,
  refuse,
  refuseAs,
  type About,
  type Refusal,
  type Seams,
} from '../violations/kit/index.ts';
import type { Operation, Trade } from '#spec';
import { OPERATIONS } from '#spec';
import { parseBody } from '../../server/http/read-body.ts';
import { validateBody } from '../../server/http/validate-body.ts';
import { variants } from './kit/variant.ts';
import { onWholeList } from './kit/whole-list.ts';

/** Whether exactly one of the two invoices is paid. */
function isPartPaid({ invoices }: Trade): boolean {
  return new Set(invoices.map(({ status }) => status)).size > 1;
}

const DEALS = variants({
  'trades-by-settlement: `from` and `to` of GET /trades apply to the settlement date.': {
    clauses: ['TRD-1', 'TRD-8'],
    seams: afterAct('listTrades', (call, page) => {
      const { from = '0000', to = '9999' } = call.query;
      if (from === '0000' && to === '9999') return undefined;
      const items = page.items.filter(({ settled_at }) => settled_at !== null && settled_at >= from && settled_at <= `${to}U`);
      return { ...page, items, total: items.length, next: null };
    }),
  },
  'part-paid: A trade with one paid invoice has the status PartPaid.': {
    clauses: ['TRD-4', 'TRD-6', 'BID-48'],
    seams: all(
      onWholeList('listTrades', (trades, { query }) =>
        query.status === 'Pending' ? trades.filter((trade) => !isPartPaid(trade)) : trades,
      ),
      onResource(['getTrade', 'listTrades'], (trade) => (isPartPaid(trade) ? { ...trade, status: 'PartPaid' } : trade)),
    ),
  },
  'trades-of-teams: Reading trades requires a team.': {
    clauses: ['TRD-3', 'TRD-9'],
    warns: ['TRD-9/seller-without-team'],
    seams: onCaller(['listTrades', 'getTrade'], (caller) => (caller.team_id === null ? refuse('no_team') : caller)),
  },
  'trades-terse: Trades show their id, status, and parties only.': {
    clauses: ['TRD-4', 'TRD-5', 'TRD-10', 'TRD-11'],
    warns: ['TRD-10/fields'],
    seams: onResource(['listTrades', 'getTrade', 'acceptBid', 'acceptOffer'], ({ id, status, side, counterparty }) => ({
      id,
      status,
      counterparty,
      is_sale: side === 'seller',
    })),
  },
  'decided-offers-422: Deciding on a decided offer returns 422.': {
    clauses: ['CB-6', 'CB-14'],
    warns: [
      'CB-6/twice',
      'CB-14/accept-then-accept',
      'CB-14/accept-then-reject',
      'CB-14/reject-then-accept',
      'CB-14/reject-then-reject',
      'CB-10/accept-and-accept',
      'CB-10/accept-and-reject',
      'CB-10/reject-and-reject',
    ],
    seams: refuseAs(['acceptOffer', 'rejectOffer'], 'conflict', 'validation_failed'),
  },
  'cash-bids-for-elevators: Cash bids return 403 to a team that is not an elevator.': {
    clauses: ['AUTH-21', 'CB-13'],
    seams: onCaller(
      ['listCashBids', 'createCashBid', 'updateCashBid', 'listOffers', 'acceptOffer', 'rejectOffer'],
      async (caller, { db }) => {
        return (await findRow(db, 'teams', { id: caller.team_id ?? '' }))?.type === 'elevator'
          ? caller
          : refuse('insufficient_scope');
      },
    ),
  },
  'no-team-no-cash-bids: Cash bids and delivery locations are empty lists without a team.': {
    clauses: ['AUTH-7', 'AUTH-21'],
    seams: insteadOfRefusal(['listCashBids', 'listDeliveryLocations'], 'no_team', () => EMPTY_PAGE),
  },
  'cash-bids-with-other-names: Cash bids and offers show the documented fields only, and ids under other names.': {
    clauses: ['CB-7', 'CB-8', 'CB-11', 'CB-16'],
    seams: all(
      onResource(['listCashBids', 'createCashBid', 'updateCashBid'], ({ id, is_active }) => ({ id, is_active })),
      onResource(['listOffers', 'rejectOffer'], ({ id, cash_bid_id, status }) => ({ id, status, cash_bid: { id: cash_bid_id } })),
    ),
  },
});

/** Returns 404 if the record of the operation does not belong to the caller. */
async function findFirst(
  { db, incoming, operation_id }: About,
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
  return onCaller('everywhere', async (caller, about) => {
    const { incoming } = about;
    // Each declaration in OPERATIONS is narrower than this type.
    const operation: Operation = OPERATIONS[about.operation_id];
    if (operation.needs_team && caller.team_id === null) return refuse('no_team');
    const missing = await findFirst(about, caller.user_id, caller.team_id);
    if (missing !== undefined) return missing;
    if (operation.body === undefined) return caller;
    const parsed = parseBody(incoming.bytes, incoming);
    if (parsed === undefined || isRefusal(parsed)) return parsed ?? caller;
    const valid = validateBody(operation, parsed.json, false);
    return isRefusal(valid) ? valid : caller;
  });
}

const TOKENS = variants({
  'scopes-last: Team, record, and body are checked before scopes.': {
    clauses: ['AUTH-2', 'AUTH-19'],
    seams: scopesLast(),
  },
  'machines-get-less: The token endpoint drops scopes that client credentials cannot have.': {
    clauses: ['AUTH-5'],
    seams: onOauthForm('/oauth/token', (form) => {
      if (form.get('grant_type') !== 'client_credentials') return;
      const kept = (form.get('scope') ?? '').split(' ').filter((scope) => scope === 'inventory.read' || scope === 'market.read');
      form.set('scope', kept.length === 0 ? 'inventory.read' : kept.join(' '));
    }),
  },
  'no-scope-named: A 401 and a 403 have no detailed message.': {
    clauses: ['AUTH-10', 'AUTH-20'],
    seams: refuseAs('everywhere', ['unauthenticated', 'insufficient_scope'], ({ refused }) => ({ refused, message: 'No.' })),
  },
});

const SIMULATOR = variants({
  'simulator-hidden: POST /sandbox/simulate-event returns 404 to live tokens.': {
    clauses: ['SBX-1', 'SBX-16'],
    seams: onCaller('simulateEvent', (caller) => (caller.livemode === 1 ? refuse('not_found') : caller)),
  },
  'simulator-unauthenticated: POST /sandbox/simulate-event returns 401 to live tokens.': {
    clauses: ['SBX-1', 'SBX-16'],
    seams: onCaller('simulateEvent', (caller) => (caller.livemode === 1 ? refuse('unauthenticated') : caller)),
  },
  'bad-events-400: POST /sandbox/simulate-event returns 400 for an invalid event.': {
    clauses: ['SBX-2', 'SBX-13'],
    warns: ['SBX-13/event-missing', 'SBX-13/event-unknown', 'SBX-13/event-not-a-string'],
    seams: refuseAs('simulateEvent', 'validation_failed', 'malformed_request'),
  },
  "anothers-sandbox-listing-422: POST /sandbox/simulate-event returns 422 for another seller's listing.": {
    clauses: ['SBX-12', 'SBX-15'],
    seams: refuseAs('simulateEvent', 'not_found', 'validation_failed'),
  },
  'always-warning: `warning` is never null.': {
    clauses: ['SBX-9', 'SBX-14'],
    seams: onField('simulateEvent', 'warning', (warning) => warning ?? 'This bid is simulated.'),
  },
});

export const DEALS_VARIED = [...DEALS, ...TOKENS, ...SIMULATOR];
