/** Valid requests that are rejected once something else has happened to the resource. */
import { beforeAct, fieldsOf, findRow, findRows, refuse, refuseFields, refusing, violations, type Row } from '../kit/index.ts';

function isHalfPaid({ buyer_invoice_paid_at, seller_invoice_paid_at }: Row<'trades'>): boolean {
  return (buyer_invoice_paid_at === null) !== (seller_invoice_paid_at === null);
}

export const REFUSED_LATER = violations({
  'IDEM-2/spoiled-by-another-price: After a request with a different price, a key returns 409 for the first body, too.': () => {
    const prices = new Map<string, string>();
    return refusing('placeBid', ({ incoming }) => {
      const { idempotency_key } = incoming;
      if (idempotency_key === undefined) return undefined;
      const key = `${incoming.address} ${idempotency_key}`;
      const price = JSON.stringify(fieldsOf(incoming)['price']);
      const first = prices.get(key) ?? price;
      prices.set(key, first === price ? price : 'spoiled');
      return first === 'spoiled' ? 'idempotency_conflict' : undefined;
    });
  },
  'BID-23/names-refused-on-counters: A counter cannot be accepted with grade names in `bid_items`.': beforeAct(
    'acceptBid',
    (_call, { stored: { bid } }, { incoming }) => {
      const items = fieldsOf(incoming)['bid_items'];
      const has_names = Array.isArray(items) && items.some((item) => typeof item === 'string');
      return has_names && bid.counter_to !== null
        ? refuseFields({ field: 'bid_items', message: 'name lines by their id' })
        : undefined;
    },
  ),
  'SBX-8/once-rejected-never-again: A listing with a rejected simulated bid gets no other one.': beforeAct(
    'simulateEvent',
    async ({ db, body }) => {
      const match = { lot_id: body.inventory_id ?? '', is_simulated: 1, status: 'rejected' } as const;
      return (await findRow(db, 'bids', match)) === undefined ? undefined : refuse('conflict');
    },
  ),
  'CB-5/one-of-several-refused: An offer cannot be rejected while the cash bid has another pending offer.': beforeAct(
    'rejectOffer',
    async ({ db }, { offer }) => {
      const pending = await findRows(db, 'offers', { cash_bid_id: offer.cash_bid_id, status: 'pending' });
      return pending.length > 1 ? refuse('conflict') : undefined;
    },
  ),
  'WHK-5/shared-url-404: A subscription cannot be deleted while another one has its URL.': beforeAct(
    'deleteWebhook',
    async ({ db }, { url, team_id }) => {
      const same = await findRows(db, 'subscriptions', { url, team_id, deleted_at: null });
      return same.length > 1 ? refuse('not_found') : undefined;
    },
  ),
  'TRD-6/half-paid-404: GET /trades/{id} returns 404 while one of the two invoices is paid.': beforeAct(
    'getTrade',
    (_call, { trade }) => (isHalfPaid(trade) ? refuse('not_found') : undefined),
  ),
});
