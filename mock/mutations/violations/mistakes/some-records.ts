/** Mistakes that affect only some records: those of the sandbox or of elevators, multi-grade bids, decided records, and repeated changes. */
import {
  afterAct,
  findRow,
  idIn,
  insteadOfAct,
  isJsonObject,
  onResponse,
  onCaller,
  onEvent,
  onListeners,
  refuseFields,
  setRows,
  violations,
  withDefaultQuery,
  withFields,
  withoutItems,
  withScopes,
  type ResponseContext,
} from '../kit/index.ts';

const isSandbox = ({ caller }: ResponseContext): boolean => caller?.livemode === 0;

async function isElevator(db: ResponseContext['db'], team_id: string | null | undefined): Promise<boolean> {
  const team = await findRow(db, 'teams', { id: team_id ?? '' });
  return team?.is_verified_elevator === 1;
}

const OF_THE_SANDBOX = violations({
  'ERR-1/bare-in-the-sandbox: Errors of sandbox tokens are not in `error`.': onResponse('everywhere', (response, context) => {
    if (context.refusal === undefined || !isSandbox(context)) return response;
    const body: unknown = JSON.parse(response.text);
    return isJsonObject(body) ? { ...response, text: JSON.stringify(body['error']) } : response;
  }),
});

const OF_ELEVATORS = violations({
  'EVT-8/not-sent-to-elevators: trade.settled is not sent to elevators.': onListeners(
    'trade.settled',
    async (listeners, _draft, { db }) => {
      const kept = [];
      for (const listener of listeners) {
        const subscription = await findRow(db, 'subscriptions', { id: listener.id });
        if (!(await isElevator(db, subscription?.team_id))) kept.push(listener);
      }
      return kept;
    },
  ),
  'AUTH-2/elevators-need-no-scope: Elevators can read bids and trades without the scope.': onCaller(
    ['listBids', 'listTrades', 'getBid', 'getTrade'],
    async (caller, { db }) => ((await isElevator(db, caller.team_id)) ? withScopes(caller, 'bids.read', 'trades.read') : {}),
  ),
  'BID-16/elevators-read-all: An elevator can read bids of other teams.': onCaller('getBid', async (caller, { db, incoming }) => {
    const bid = await findRow(db, 'bids', { id: idIn(incoming.path) });
    return bid !== undefined && (await isElevator(db, caller.team_id)) ? { team_id: bid.buyer_team_id } : {};
  }),
  'TRD-2/elevators-read-all: An elevator can read trades of other teams.': onCaller(
    'getTrade',
    async (caller, { db, incoming }) => {
      const trade = await findRow(db, 'trades', { id: idIn(incoming.path) });
      return trade !== undefined && (await isElevator(db, caller.team_id)) ? { team_id: trade.buyer_team_id } : {};
    },
  ),
  'WHK-5/elevators-delete-all: An elevator can delete subscriptions of other teams.': onCaller(
    'deleteWebhook',
    async (caller, { db, incoming }) => {
      const row = await findRow(db, 'subscriptions', { id: idIn(incoming.path) });
      return row !== undefined && (await isElevator(db, caller.team_id)) ? { team_id: row.team_id } : {};
    },
  ),
});

const BY_GRADES = violations({
  'LST-11/by-grades-left-out: GET /me/inventory/{id}/bids omits multi-grade bids.': withoutItems(
    'listReceivedBids',
    (bid) => 'grades' in bid && bid.grades !== undefined,
  ),
  'TRD-10/price-of-the-first-line: The trade of a multi-grade bid has the price of its first line.': afterAct(
    'acceptBid',
    async ({ db, path }, { data }) => {
      const [first] = await db.selectFrom('bid_lines').selectAll().where('bid_id', '=', idIn(path)).orderBy('position').execute();
      if (first !== undefined) await setRows(db, 'trades', { id: data.id }, { price_amount: first.price_amount });
    },
  ),
  'EVT-27/not-by-grades: Unlisting a listing sends no bid.rejected for multi-grade bids.': onEvent(
    'bid.rejected',
    async (draft, { db }) => {
      const lines = await db
        .selectFrom('bid_lines')
        .select('id')
        .where('bid_id', '=', draft.subject_id ?? '')
        .execute();
      return lines.length > 0 ? [] : draft;
    },
  ),
});

const DECIDED = violations({
  'TRD-1/settled-left-out: GET /trades without `status` lists only pending trades.': withDefaultQuery(
    'listTrades',
    'status',
    'Pending',
  ),
  'WHK-7/retrying-left-out: GET /webhooks/{id}/deliveries without `status` omits attempts that will be retried.': withoutItems(
    'listDeliveries',
    ({ status }) => status === 'retrying',
  ),
  'LST-16/list-keeps-the-status: GET /me/inventory shows archived listings as listed.': withFields('listListings', ({ status }) =>
    status === 'archived' ? { status: 'listed' } : {},
  ),
  'CB-11/list-keeps-the-activity: GET /cash-bids shows deactivated cash bids as active.': withFields('listCashBids', () => ({
    is_active: true,
  })),
  'BID-14/accepted-as-pending: GET /bids shows accepted bids as pending.': withFields('listBids', ({ status }) =>
    status === 'accepted' ? { status: 'pending' } : {},
  ),
  'BID-14/another-reference: GET /bids and GET /bids/{id} show different references.': withFields(
    'listBids',
    ({ reference }) => ({
      reference: `${reference}-L`,
    }),
  ),
  'INV-2/day-in-the-list: GET /inventory shows `listed_at` as a date.': withFields('listInventory', ({ listed_at }) => ({
    listed_at: listed_at.slice(0, 10),
  })),
});

const AGAIN = violations({
  'LST-6/same-price-refused: PATCH /me/inventory/{id} with the present price returns 422.': insteadOfAct(
    'updateListing',
    async ({ db, body, path }, _subject, act) => {
      const lot = await findRow(db, 'lots', { id: idIn(path) });
      const is_same = lot !== undefined && lot.price_amount === body.target_price?.amount;
      return is_same ? refuseFields({ field: 'target_price.amount', message: 'is unchanged' }) : act();
    },
  ),
  'LST-6/listed-twice-refused: Publishing a listed listing returns 422.': insteadOfAct(
    'updateListing',
    async ({ db, body, path }, _subject, act) => {
      const lot = await findRow(db, 'lots', { id: idIn(path) });
      return body.listed === true && lot?.status === 'listed' ? refuseFields({ field: 'listed', message: 'is listed' }) : act();
    },
  ),
  'FARM-3/same-name-refused: PATCH /me/farms/{id} with the present name returns 422.': insteadOfAct(
    'updateFarm',
    async ({ db, body, path }, _subject, act) => {
      const farm = await findRow(db, 'farms', { id: idIn(path) });
      return body.name !== undefined && farm?.name === body.name
        ? refuseFields({ field: 'name', message: 'is unchanged' })
        : act();
    },
  ),
});

export const MISTAKES_IN_SOME_RECORDS = [...OF_THE_SANDBOX, ...OF_ELEVATORS, ...BY_GRADES, ...DECIDED, ...AGAIN];
