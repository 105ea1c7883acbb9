import type { OperationId } from '#spec';
import { OPERATIONS } from '#spec';
import { expect, test } from 'vitest';
import { isRefusal } from '../../market/rules/refusal.ts';
import { parseQuery } from './parse-query.ts';

const words = (text: string): string[] => text.split(' ');
const BAD_INTEGERS = ['', ...words('x 1.0 1e1 0x10 NaN Infinity %205 5%00 1_0 %D9%A1 10000000000000000000 --1 1,2')];
const BAD_NUMBERS = ['', '1'.repeat(21), ...words('x 1e3 0x10 NaN -Infinity 1.2.3 1,5 5%20 5%00 . -')];
const BAD_TEXTS = ['', 'a'.repeat(2001), ...words('%20 a%00b %E0%A4 %FF %ED%A0%80 % %zz')];
const BAD_DATES = ['', ...words('2026-6-1 2026-02-30 2026-06-01T00:00:00Z 01/06/2026 today 20260601 2026-06-01%20')];

const REFUSED: readonly (readonly [operation: OperationId, parameter: string, values: readonly string[]])[] = [
  ['listInventory', 'limit', [...BAD_INTEGERS, '0', '-1', '51']],
  ['listInventory', 'offset', [...BAD_INTEGERS, '-1', '9007199254740992']],
  ['listInventory', 'crop_year', BAD_INTEGERS],
  ['listInventory', 'min_quantity', BAD_NUMBERS],
  ['listInventory', 'is_organic', ['', '1', 'yes', 'TRUE', 'constructor', 'true,false']],
  ['listInventory', 'units', ['', 'mt', 'KG', 'MT,BU', 'MT%20']],
  ['listInventory', 'sort', ['', ...words('PRICE +price --price price,quantity created_at')]],
  ['listInventory', 'commodity', BAD_TEXTS],
  ['listInventory', 'near', BAD_TEXTS],
  ['listBids', 'status', ['', 'Pending', 'cancelled', 'pending,accepted']],
  ['listTrades', 'from', BAD_DATES],
  ['getPriceHistory', 'interval', ['', 'month', 'Day', 'day,week']],
];

function fieldsOf(operation: OperationId, search: string): readonly string[] {
  const result = parseQuery(OPERATIONS[operation].query, search);
  if (!isRefusal(result)) return [];
  expect(result.refused).toBe('invalid_filter');
  expect(result.message).toMatch(new RegExp(`^${result.errors?.[0]?.field} .+\\.$`));
  return (result.errors ?? []).map(({ field }) => field);
}

test.for(REFUSED)('PAGE-7 INV-10 %s rejects malformed values of %s by name', ([operation, parameter, values]) => {
  const accepted = values.filter((value) => fieldsOf(operation, `${parameter}=${value}`).join() !== parameter);
  expect(accepted).toEqual([]);
});

test.for([
  ...words('limit=1 limit=50 limit=007 limit=%2B5 li%6Dit=5 offset=-0 offset=9007199254740991 crop_year=-1 unknown=%zz'),
  ...words('min_quantity=-0 min_quantity=.5 min_quantity=5. max_quantity=-5 is_organic=false'),
  ...words('near=50,-107,0 commodity=canola,,durum, grade=%F0%9F%8C%BE grade=100%25_'),
])('INV-10 CONV-7 %s is accepted', (search) => {
  expect(fieldsOf('listInventory', search)).toEqual([]);
});

test.for(['limit=5&limit=5', 'limit=5&li%6Dit=6', 'limit=5&limit', 'limit=x&limit=y&offset=-1'])(
  'PAGE-7 a duplicate parameter is rejected: %s',
  (search) => {
    const result = parseQuery(OPERATIONS.listInventory.query, search);
    expect(isRefusal(result) ? result.errors?.find(({ field }) => field === 'limit')?.message : '').toBe(
      'must be given only once',
    );
  },
);

test.for([
  ['listInventory', 'limit=100', 'limit must be at most 50.'],
  ['listInventory', 'offset=-1', 'offset must be at least 0.'],
  ['listInventory', 'limit=x', 'limit must be an integer.'],
  ['listBids', 'status=open', 'status must be pending, accepted, rejected, countered, or expired.'],
  ['listTrades', 'from=today', 'from must be a date, YYYY-MM-DD.'],
] as const)('ERR-5 %s?%s says in words what is allowed', ([operation, search, message]) => {
  expect(parseQuery(OPERATIONS[operation].query, search)).toMatchObject({ message });
});
