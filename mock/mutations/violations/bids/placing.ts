import {
  all,
  fieldsOf,
  fillIn,
  insteadOfRefusal,
  isJsonObject,
  onAnswer,
  onCaller,
  onError,
  onField,
  onRequestFields,
  onStatus,
  refuse,
  refuseAs,
  refuseFields,
  refusing,
  requiringScope,
  violations,
  withError,
  withFields,
  withoutEffect,
  withoutScopes,
} from '../kit/index.ts';
import { answerRefusal } from '../../../server/http/respond.ts';
import { ALL_VIEWS, asBuyer, fillInByGrades, isByGrades } from './deviations.ts';

const DELIVERY = { from: '2031-04-01', to: '2031-04-30' };
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A quantity that nobody sends: it marks a bid that is made and refused. */
const MARK = 0.010_000_7;

const WHO = violations({
  'BID-1/answers-200: A bid that was placed is answered with 200.': onStatus('placeBid', 201, 200),
  'BID-1/born-open: A new bid has the status open.': withFields('placeBid', { status: 'open' }),
  'BID-1/on-paper-only: A bid is answered with 201 and never placed.': withoutEffect('placeBid'),
  'BID-1/no-scope-asked: Whoever has a token places bids.': withoutScopes('placeBid'),
  'BID-1/inventory-read-as-well: Placing a bid takes inventory.read as well.': requiringScope('placeBid', 'inventory.read'),
  'BID-2/team-of-somebody: A user without a team bids for a team all the same.': onCaller('placeBid', (caller) =>
    caller.user_id !== null && caller.team_id === null ? asBuyer(caller) : caller,
  ),
  'BID-2/no-team-is-422: A bid without a team is refused as if its body were wrong.': refuseAs(
    'placeBid',
    'no_team',
    'validation_failed',
  ),
  'BID-42/clients-bid: A client-credentials token places bids.': onCaller('placeBid', (caller) =>
    caller.user_id === null ? asBuyer(caller) : caller,
  ),
  'BID-42/not-found: A client-credentials token that bids is told that there is no such listing.': onCaller(
    'placeBid',
    (caller) => (caller.user_id === null ? refuse('not_found') : caller),
  ),
  'BID-55/conflict: A bid on a listing that does not exist is a conflict.': refuseAs('placeBid', 'not_found', 'conflict'),
  'BID-55/taken: A bid on a listing that does not exist is answered with 201.': insteadOfRefusal(
    'placeBid',
    'not_found',
    ({ incoming }) => ({
      data: { id: 'bid_0000000000000001', status: 'pending', inventory_id: incoming.path['id'] },
    }),
  ),
  'BID-55/other-code: The 404 of a bid on a listing that does not exist has another code.': withError('placeBid', 'not_found', {
    code: 'listing_not_found',
  }),
});

const QUANTITY = violations({
  'BID-4/quantity-optional: A bid without a quantity is a bid for a tonne.': fillIn('placeBid', { quantity_mt: 1 }),
  'BID-4/raised-to-minimum: A quantity that is too little is raised to the least there is.': onRequestFields(
    'placeBid',
    ({ quantity_mt, ...rest }) => ({
      ...rest,
      quantity_mt: typeof quantity_mt === 'number' && quantity_mt < 0.01 ? 0.01 : quantity_mt,
    }),
  ),
  'BID-4/rounded-first: A quantity is rounded to hundredths before it is judged.': onRequestFields(
    'placeBid',
    ({ quantity_mt, ...rest }) => ({
      ...rest,
      quantity_mt: typeof quantity_mt === 'number' ? Math.round(quantity_mt * 100) / 100 : quantity_mt,
    }),
  ),
  'BID-4/minimum-exclusive: A bid for exactly 0.01 t is refused.': refusing('placeBid', ({ incoming }) =>
    fieldsOf(incoming)['quantity_mt'] === 0.01
      ? refuseFields({ field: 'quantity_mt', message: 'must be more than 0.01' })
      : undefined,
  ),
  'BID-4/field-not-named: A quantity that is too little is refused under another name.': onError(
    'placeBid',
    'validation_failed',
    (error) => ({
      ...error,
      errors: error.errors?.map((entry) => (entry.field === 'quantity_mt' ? { ...entry, field: 'quantity' } : entry)),
    }),
  ),
  'BID-4/by-grades-any-quantity: A bid by grades may be for as little as it likes.': fillInByGrades((fields) => ({
    ...fields,
    quantity_mt: Math.max(Number(fields['quantity_mt'] ?? 1), 1),
  })),
  'BID-4/refused-and-made: A bid under the minimum is refused, and is there all the same.': all(
    onRequestFields('placeBid', (fields) => {
      const { quantity_mt } = fields;
      return typeof quantity_mt === 'number' && quantity_mt < 0.01 ? { ...fields, quantity_mt: MARK } : fields;
    }),
    onAnswer('placeBid', (answer, { incoming }) =>
      fieldsOf(incoming)['quantity_mt'] === MARK
        ? answerRefusal(refuseFields({ field: 'quantity_mt', message: 'must be at least 0.01' }))
        : answer,
    ),
  ),
});

const DATES = violations({
  'BID-5/delivery-optional: A bid may leave its delivery out.': fillIn('placeBid', { delivery: DELIVERY }),
  'BID-5/to-optional: A delivery need not say until when.': onRequestFields('placeBid', (fields) => {
    const { delivery } = fields;
    return isJsonObject(delivery) && !('to' in delivery) && 'from' in delivery
      ? { ...fields, delivery: { ...delivery, to: delivery['from'] } }
      : fields;
  }),
  'BID-5/any-text-is-a-date: Whatever stands in a delivery is taken for a date.': onRequestFields('placeBid', (fields) => {
    const { delivery } = fields;
    if (!isJsonObject(delivery)) return fields;
    const dated = Object.entries(delivery).map(([name, value]): [string, unknown] => [
      name,
      DATE.test(String(value)) ? value : DELIVERY.from,
    ]);
    return { ...fields, delivery: Object.fromEntries(dated) };
  }),
  'BID-5/by-grades-optional: A bid by grades may leave its delivery out.': fillInByGrades((fields) => ({
    delivery: DELIVERY,
    ...fields,
  })),
});

const PRICE = violations({
  'BID-7/prices-rounded: Prices of bids are rounded to whole dollars.': onField(ALL_VIEWS, 'price.amount', (amount) =>
    typeof amount === 'number' ? Math.round(amount) : amount,
  ),
  'BID-7/no-bids-by-grades: A listing without a grade takes no bids by grades.': refusing('placeBid', ({ incoming }) =>
    isByGrades(fieldsOf(incoming)) ? refuseFields({ field: 'bids', message: 'is not supported' }) : undefined,
  ),
  'BID-7/first-grade-only: Of a bid by grades the first one is kept.': fillInByGrades((fields) => {
    const lines: unknown = fields['bids'];
    const known: readonly unknown[] = Array.isArray(lines) ? lines : [];
    return { ...fields, bids: known.slice(0, 1) };
  }),
  'BID-7/one-price-for-all: Every line of a bid by grades gets the price of the first.': onRequestFields('placeBid', (fields) => {
    const lines: unknown = fields['bids'];
    if (!Array.isArray(lines)) return fields;
    const first: unknown = lines[0];
    const price = isJsonObject(first) ? first['price'] : undefined;
    return { ...fields, bids: lines.map((line: unknown) => (isJsonObject(line) ? { ...line, price } : line)) };
  }),
});

export const PLACING = [...WHO, ...QUANTITY, ...DATES, ...PRICE];
