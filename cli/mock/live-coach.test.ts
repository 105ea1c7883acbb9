import { expect, test } from 'vitest';
import { parseAddresses, startMockHere } from '../testing/mock-here.ts';
import { runHere } from '../testing/run-here.ts';

const BID = { price: { amount: 305, unit: 'MT' }, quantity_mt: 5, delivery: { from: '2035-09-01', to: '2035-09-30' } };

test('--coach prints each finding once when it occurs, and a summary at the end, as gristmill coach does', async () => {
  const mock = await startMockHere('--lots', '20', '--json', '--coach');
  const { base_url, control_url } = parseAddresses(mock);
  const headers = { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' };
  const listed = (await (await fetch(`${base_url}/inventory?sort=price&limit=20`, { headers })).json()) as {
    items: { id: string; grade: string | null; quantity_mt: number }[];
  };
  const lots = listed.items.filter(({ grade, quantity_mt }) => grade !== null && quantity_mt >= 5);
  const place = (id = ''): Promise<Response> =>
    fetch(`${base_url}/inventory/${id}/bids`, { method: 'POST', headers, body: JSON.stringify(BID) });
  await place(lots[0]?.id);
  await expect.poll(() => mock.printed.out).toContain('bids/no-key');
  await place(lots[1]?.id);

  const { out } = await runHere('coach', '--mock', control_url.replace('/_gristmill', ''), '--json');
  expect(JSON.parse(out)).toMatchObject([
    { rule: 'bids/no-key', source: 'IDEM-1', count: 2, client: { client_id: 'gristmill-desk' } },
  ]);

  expect(await mock.stop('SIGTERM')).toBe(0);
  expect(mock.printed.out.match(/bids\/no-key/g)).toHaveLength(1);
  expect(mock.printed.out).toContain('The coach found: 1 should');
});
