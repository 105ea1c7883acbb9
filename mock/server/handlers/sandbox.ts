import { grades } from '#spec/reference/index';
import type { OPERATIONS } from '#spec';
import { LIMITS } from '#spec';
import { later } from '../../ports/clock.ts';
import { draftSellerEvent } from '../../market/rules/bids.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse, refuseFields } from '../../market/rules/refusal.ts';
import type { Entry, Handler } from '../http/call.ts';
import { tokenPrefix } from '../http/world-token.ts';
import { scopesOfClient } from '../oauth/clients/client-scopes.ts';
import { makeBid } from './make-bid.ts';
import { SIMULATOR, ensureSimulator, draftBidTerms, insertBuyingTeam } from './simulator.ts';
import { setBidStatus } from '../../market/store/bids.ts';
import { forgetExpired } from '../../market/store/deletion/forget-expired.ts';
import { findNewestLot, findOwnLot } from '../../market/store/lots.ts';
import type { Reader, Row, Tx } from '../../market/records/tables.ts';
import { flag } from '../../market/records/tables.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import { viewSimulatedEvent } from '../../market/views/parties.ts';
import { viewGrade, viewSandboxUser } from '../../market/views/records.ts';
import { checkQuota } from '../quotas.ts';
import { emit } from '../webhooks/outbox.ts';

/** How long the token of a sandbox test user lives (SBX-12). */
const TEST_USER_TOKEN_SECONDS = 86_400;

export const simulateEvent: Handler<typeof OPERATIONS.simulateEvent> = {
  findErrors: async (call) => {
    const lot = await chooseLot(call, call.body.inventory_id);
    return isRefusal(lot) ? (lot.errors ?? []) : [];
  },
  act: async (call) => {
    const { world, db, body, now } = call;
    const lot = await chooseLot(call, body.inventory_id);
    if (isRefusal(lot)) return lot;

    await ensureSimulator(db, now);
    await expireSimulated(db, lot);
    const parties = {
      livemode: lot.livemode,
      lot_id: lot.id,
      buyer_team_id: SIMULATOR.team_id,
      buyer_user_id: SIMULATOR.id,
      seller_user_id: lot.user_id,
      author: 'buyer',
      counter_to: null,
      is_simulated: 1,
    } as const;
    const bid = await makeBid(world, db, parties, draftBidTerms(lot, body, now), now);
    const queued = await emit(world, db, [draftSellerEvent(bid)], now);
    const warning = queued > 0 ? null : await explainNoDelivery(db, lot.user_id); // SBX-9, SBX-14
    return viewData(viewSimulatedEvent(bid, SIMULATOR, queued, warning));
  },
};

/** SBX-3, SBX-12, SBX-15: the sandbox listing of the caller that the request names. Default: the newest. */
async function chooseLot(
  { db, caller }: Pick<Entry, 'db' | 'caller'>,
  inventory_id: string | undefined,
): Promise<Row<'lots'> | Refusal> {
  const user_id = caller.user_id ?? '';
  const lot =
    inventory_id === undefined
      ? await findNewestLot(db, user_id, caller.livemode)
      : (await findOwnLot(db, inventory_id, user_id, caller.livemode))?.lot;
  if (lot !== undefined) {
    const problem = findLotProblem(lot);
    return problem === undefined ? lot : refuseFields({ field: 'inventory_id', message: problem });
  }
  return inventory_id === undefined
    ? refuseFields({ field: 'inventory_id', message: 'you have no sandbox listing yet; create one with POST /me/inventory' })
    : refuse('not_found', { message: 'inventory_id is not one of your sandbox listings.' });
}

/** Why no bid can be simulated on a lot. SBX-3, LST-15: a draft gets one. */
function findLotProblem(lot: Row<'lots'>): string | undefined {
  if (lot.status === 'archived') return 'is archived, so it accepts no bids';
  return lot.quantity_mt < LIMITS.bid_quantity_min_mt ? 'has nothing left to bid on' : undefined;
}

/** SBX-8: expires the pending simulated bid of a listing, because a listing has at most one. */
async function expireSimulated(db: Tx, lot: Row<'lots'>): Promise<void> {
  const previous = await db
    .selectFrom('bids')
    .select(['id', 'type'])
    .where('lot_id', '=', lot.id)
    .where('is_simulated', '=', 1)
    .where('status', '=', 'pending')
    .execute();
  for (const bid of previous) await setBidStatus(db, bid, 'expired');
}

/** SBX-9: explains why no delivery was queued, from the subscriptions of the owner's teams and of the client that created the owner (SBX-10). */
async function explainNoDelivery(db: Reader, user_id: string): Promise<string> {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['livemode', 'is_active'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('team_id', 'in', eb.selectFrom('memberships').select('memberships.team_id').where('user_id', '=', user_id)),
        eb('client_id', '=', eb.selectFrom('users').select('created_by_client_id').where('users.id', '=', user_id)),
      ]),
    )
    .execute();
  if (subscriptions.length === 0)
    return 'No delivery was queued: no team of the listing owner, and no client that provisioned it, has a subscription.';
  if (subscriptions.every((row) => row.livemode === 1)) {
    return 'No delivery was queued: all subscriptions are in live mode, which never receive sandbox events.';
  }
  if (subscriptions.every((row) => row.livemode === 1 || row.is_active === 0))
    return 'No delivery was queued: the sandbox subscriptions are inactive.';
  return 'No delivery was queued: no active sandbox subscription includes bid.received.';
}

export const createSandboxUser: Handler<typeof OPERATIONS.createSandboxUser> = {
  act: async ({ world, db, caller, body, now }) => {
    const full = await checkQuota(db, 'tokens', world.options);
    if (full !== undefined) return full;
    const n = await world.ids.nextNumber(db, 'sandbox_user');
    const id = await world.ids.next(db, 'usr');
    const name = body.name ?? `Sandbox ${body.role} ${n}`;
    const email = body.email ?? `${body.role}-${n}@sandbox.example`;
    await db.insertInto('users').values({ id, name, email, created_by_client_id: caller.client_id, created_at: now }).execute();
    const team_id = body.role === 'buyer' ? await world.ids.next(db, 'tm') : null;
    if (team_id !== null) await insertBuyingTeam(db, { id: team_id, name: `${name} team`, owner_id: id }, now);
    await forgetExpired(db, now);
    const access_token = `${tokenPrefix(world.id)}sandbox_${world.secrets('access_token')}`;
    const token = {
      token: world.options.vault.digest(access_token),
      client_id: caller.client_id,
      user_id: id,
      team_id,
      // SBX-11, SBX-12, AUTH-6: only the test users of approved partners can sell.
      scopes: scopesOfClient('web', flag(body.role === 'seller' && caller.is_approved_partner)).join(' '),
      livemode: 0,
      expires_at: later(now, TEST_USER_TOKEN_SECONDS),
      created_at: now,
    } as const;
    await db.insertInto('tokens').values(token).execute();
    const { role } = body;
    return viewData(
      viewSandboxUser({ id, email, role, access_token, expires_in: TEST_USER_TOKEN_SECONDS, team_id, created_at: now }),
    );
  },
};

export const listGrades: Handler<typeof OPERATIONS.listGrades> = {
  act: ({ query: { limit, offset }, linkTo }) => {
    const items = grades.slice(offset, offset + limit).map(viewGrade);
    return viewPage(items, { limit, offset, total: grades.length }, linkTo);
  },
};
