import { expect, test } from 'vitest';
import type { ApiAnswer } from '../../state/control.ts';
import { findRecord } from './record-view.ts';

/** A list of cash bids, cb_1 to cb_N, as the API returns it. The paths of the pages that were read are added to `reads`. */
function listOf(total: number, reads: string[], base_url = 'http://127.0.0.1:4010/v1'): (path: string) => Promise<ApiAnswer> {
  return (path) => {
    reads.push(path);
    const { searchParams: query, pathname } = new URL(path, 'http://127.0.0.1:4010');
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const items = Array.from({ length: Math.min(limit, total - offset) }, (_, i) => ({ id: `cb_${offset + i + 1}` }));
    const next = offset + limit < total ? `${base_url}${pathname}?limit=${limit}&offset=${offset + limit}` : null;
    return Promise.resolve({ status: 200, body: { items, limit, offset, total, next } });
  };
}

test.for<[id: string, status: number, path: string, pages: number]>([
  ['cb_50', 200, '/cash-bids?limit=50', 1],
  ['cb_51', 200, '/cash-bids?limit=50&offset=50', 2],
  ['cb_1000', 200, '/cash-bids?limit=50&offset=950', 20],
  ['cb_1001', 404, '/cash-bids?limit=50&offset=950', 20],
])('PAGE-5 a record is found on any of the first 20 pages of a list: %s', async ([id, status, path, pages]) => {
  const reads: string[] = [];
  const seen = await findRecord(listOf(1_100, reads), '/cash-bids?limit=50', id);
  expect(seen).toMatchObject({ status, path, ...(status === 200 ? { body: { id } } : {}) });
  expect(reads).toHaveLength(pages);
});

test('a list without the record is read to its end, and hides the record like a 404', async () => {
  const reads: string[] = [];
  expect(await findRecord(listOf(70, reads), '/cash-bids?limit=50', 'cb_71')).toMatchObject({ status: 404 });
  expect(reads).toHaveLength(2);
});

test('the links of a world with the variant relative-links are followed', async () => {
  expect(await findRecord(listOf(70, [], '/v1'), '/cash-bids?limit=50', 'cb_70')).toMatchObject({ status: 200 });
});

test('an error on a later page is shown', async () => {
  const list = listOf(70, []);
  const read = async (path: string): Promise<ApiAnswer> =>
    path.includes('offset') ? { status: 429, body: { error: { code: 'rate_limited' } } } : list(path);
  expect(await findRecord(read, '/cash-bids?limit=50', 'cb_71')).toMatchObject({
    status: 429,
    path: '/cash-bids?limit=50&offset=50',
  });
});
