/** Traffic that gives every page of the dashboard something to show: a bid that became a trade, refusals, and webhooks. */
import { personas } from '#fixtures/personas';
import type { Mock } from '../server/server.ts';

interface Created {
  data: { id: string };
}

interface Scene {
  lot: string;
  trade: string;
  /** The request that was refused with an unknown field. */
  refused: number;
}

/** @param mock needs developer tokens and a frozen clock */
export async function playScene(mock: Mock): Promise<Scene> {
  const call = async (token: string, method: string, path: string, body?: unknown): Promise<Created> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    const response = await fetch(`${mock.base_url}${path}`, init);
    return (await response.json()) as Created; // the form of successful responses
  };
  const search = `/records/lots?status=listed&search=${personas.seller.user_id}`;
  const lots = await mock.control<{ items: readonly { id: string; grade: string | null; price_amount: number | null }[] }>(
    'GET',
    search,
  );
  const lot = lots.items.find(({ grade, price_amount }) => grade !== null && price_amount !== null);
  if (lot === undefined) throw new Error('the developer seller has no graded lot');

  await call('dev_buyer', 'GET', '/inventory?limit=10');
  await call('dev_buyr', 'GET', '/bids');
  const events = ['bid.accepted', 'bid.rejected', 'trade.created', 'trade.settled'];
  await call('dev_buyer', 'POST', '/webhooks', { url: `${mock.control_url}/inbox`, events });
  const terms = {
    price: { amount: lot.price_amount, unit: 'MT' },
    quantity_mt: 5,
    delivery: { from: '2026-07-01', to: '2026-07-31' },
  };
  const bid = await call('dev_buyer', 'POST', `/inventory/${lot.id}/bids`, terms);
  await call('dev_rival', 'GET', `/bids/${bid.data.id}`);
  await call('dev_rival', 'POST', `/inventory/${lot.id}/bids`, { ...terms, quantity: 5, quantity_mtt: 5 });
  const { last_seq: refused } = await mock.control<{ last_seq: number }>('GET', '/requests');
  const trade = await call('dev_seller', 'POST', `/bids/${bid.data.id}/accept`, {});
  await mock.control('POST', '/wait', { delivery: { event: 'trade.created' }, since: 0 });
  // Two attempts fail, and the third is queued.
  await mock.control('PUT', '/inbox', { answer: 503 });
  for (const invoice of ['buyer', 'seller']) await mock.control('POST', `/trades/${trade.data.id}/invoices/${invoice}/pay`);
  await mock.control('POST', '/wait', { delivery: { event: 'trade.settled' }, since: 0 });
  await mock.control('POST', '/clock/advance', { seconds: 30 });
  await call('dev_reader', 'GET', '/trades');
  await call('dev_elevator', 'GET', '/delivery-locations');
  return { lot: lot.id, trade: trade.data.id, refused };
}
