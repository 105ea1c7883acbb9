/** What is a value of a query parameter and what is none, and that the parameter is named. */
import { expect, test } from 'vitest';
import { errorIn, fieldsIn, verdictOf } from '../../testing/answers.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock();

const words = (text: string): string[] => text.split(' ');
const BAD_INTEGERS = [
  '',
  ...words('x 1.0 1.5 1e1 0x10 NaN Infinity %205 5%20 5%00 1_0 %D9%A1 10000000000000000000 --1 null 1,2'),
];
const BAD_NUMBERS = ['', '1'.repeat(21), ...words('x 1e3 0x10 NaN Infinity -Infinity 1.2.3 1,5 %205 5%00 . -')];
const BAD_TEXTS = ['', 'a'.repeat(2001), ...words('%20 %09 a%00b %E0%A4 %FF %ED%A0%80 % %zz')];
const BAD_DATES = ['', ...words('2026-6-1 2026-02-30 2026-06-01T00:00:00Z 01/06/2026 today 20260601 2026-06-01%20')];
const BAD_PLACES = [
  ...BAD_TEXTS,
  ...words('50 50,-107 50,-107,10,1 50,-107, ,, a,b,c 91,0,10 -90.1,0,10 0,181,10 0,-180.5,10 0,0,-1 0,0,20101'),
  ...words('0x32,-107,100 5e1,-107,100 50,-107,1e2 50;-107;100 NaN,0,1 0,0,Infinity 50,-107,100km'),
];
const BAD_SORTS = ['', ...words('PRICE +price --price price,quantity id created_at -id price%20desc')];

/** Every parameter of the document, with what it refuses: on the path it is asked at, by whom. */
const REFUSED: readonly (readonly [who: string, path: string, parameter: string, values: readonly string[]])[] = [
  ['buyer', '/inventory', 'limit', [...BAD_INTEGERS, '0', '-1', '51', '1000000', '-0']],
  ['buyer', '/inventory', 'offset', [...BAD_INTEGERS, '-1', '9007199254740992']],
  ['buyer', '/inventory', 'crop_year', BAD_INTEGERS],
  ['buyer', '/inventory', 'min_quantity', BAD_NUMBERS],
  ['buyer', '/inventory', 'max_quantity', BAD_NUMBERS],
  ['buyer', '/inventory', 'min_protein', BAD_NUMBERS],
  ['buyer', '/inventory', 'is_organic', ['', '1', '0', 'yes', 'TRUE', 'True', 'constructor', 'true%20', 'true,false']],
  ['buyer', '/inventory', 'units', ['', 'mt', 'KG', 'bushel', 'MT,BU', 'MT%20']],
  ['buyer', '/inventory', 'sort', BAD_SORTS],
  ['buyer', '/inventory', 'commodity', BAD_TEXTS],
  ['buyer', '/inventory', 'grade', BAD_TEXTS],
  ['buyer', '/inventory', 'province', BAD_TEXTS],
  ['buyer', '/inventory', 'near', BAD_PLACES],
  ['buyer', '/bids', 'status', ['', 'Pending', 'PENDING', 'cancelled', 'pending,accepted', 'open']],
  ['buyer', '/bids', 'limit', ['0', '51', 'x']],
  ['buyer', '/trades', 'status', ['', 'pending', 'completed', 'Settled', 'Pending,Completed']],
  ['buyer', '/trades', 'from', BAD_DATES],
  ['buyer', '/trades', 'to', BAD_DATES],
  ['elevator', '/cash-bids', 'is_active', ['', '1', 'TRUE']],
  ['seller', '/me/inventory', 'status', ['', 'Listed', 'draft', 'listed,unlisted']],
  ['seller', '/me/inventory', 'units', ['stone']],
  ['seller', '/me/bids-received', 'limit', ['0', '51']],
  ['seller', '/me/farms', 'offset', ['-1', 'x']],
  ['buyer', '/market/prices', 'date', BAD_DATES],
  ['buyer', '/market/prices/canola/history', 'interval', ['', 'month', 'Day', 'day,week']],
  ['buyer', '/webhooks', 'limit', ['0', '51']],
  ['buyer', '/grades', 'limit', ['0', '51']],
  ['buyer', '/teams', 'offset', ['-1']],
];

const refused = REFUSED.flatMap(([who, path, parameter, values]) => values.map((value) => ({ who, path, parameter, value })));

test.for(refused)(
  'PAGE-7 FMT-9 INV-10 TRD-8 BID-15 ERR-4 $path refuses $parameter=$value by name',
  async ({ who, path, parameter, value }) => {
    const answer = await t.call(who, 'GET', `${path}?${parameter}=${value}`);
    expect(verdictOf(answer)).toBe('400 invalid_filter');
    expect(fieldsIn(answer)).toEqual([parameter]);
    expect(errorIn(answer).message).toMatch(new RegExp(`^${parameter} .+\\.$`));
  },
);

const TAKEN = [
  ...words('limit=1 limit=50 limit=007 limit=%2B5 li%6Dit=5 offset=0 offset=-0 offset=9007199254740991 crop_year=-1'),
  ...words('crop_year=9007199254740991 min_quantity=-0 min_quantity=.5 min_quantity=5. max_quantity=-5 is_organic=false'),
  ...words('max_quantity=00000000000000000000.00000000000000000001 near=50,-107,0 near=-90,180,.5 near=%2B50,-107,100'),
  ...words('near=%2050.5%20,+-107.0+,+20100 commodity=canola,,durum, commodity=CANOLA grade=%F0%9F%8C%BE grade=100%25_'),
  "grade=' or 1=1 --",
  `grade=${'a'.repeat(2000)}`,
  'sort=-listed_at&units=CWT',
];

test.for(TAKEN)('INV-10 CONV-7 /inventory takes %s', async (query) => {
  const answer = await t.call('buyer', 'GET', `/inventory?${query}`);
  expect(answer.status).toBe(200);
});

test.for(['limit=5&limit=5', 'limit=5&li%6Dit=6', 'limit=5&limit', 'limit&limit=5'])(
  'PAGE-7 INV-10 given twice, %s, is refused',
  async (query) => {
    const answer = await t.call('buyer', 'GET', `/inventory?${query}`);
    expect(verdictOf(answer)).toBe('400 invalid_filter');
    expect(errorIn(answer).errors).toEqual([{ field: 'limit', message: 'must be given once' }]);
  },
);

test('INV-10 every bad parameter is named at once', async () => {
  const query =
    'units=x&limit=0&offset=x&sort=x&min_protein=x&is_organic=x&crop_year=x&province=&min_quantity=x&max_quantity=x&grade=&commodity=';
  const fields = fieldsIn(await t.call('buyer', 'GET', `/inventory?${query}`));
  const all = 'commodity crop_year grade is_organic limit max_quantity min_protein min_quantity offset province sort units';
  expect(fields.toSorted()).toEqual(words(all));
});
