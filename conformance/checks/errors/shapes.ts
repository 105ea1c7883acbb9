/** ERR-1: the shape of errors. Other checks of these errors read only their codes. */
import { check, type Check } from '../../check/check.ts';
import { expectThat, isObject, encodePath, type Reply } from '#client';
import { withWrongValues } from '../cash-bids/records.ts';

/** @returns whether the response is a 422, whose shape is then checked. Another clause requires the rejection. */
function expectShape(reply: Reply): boolean {
  if (reply.status !== 422) return false;
  const error = reply.body.get('error');
  error.get('status').integer();
  error.get('code').text();
  error.get('message').text();
  const errors: unknown = error.find('errors')?.value;
  const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const is_list = Array.isArray(errors) && entries.every((one) => isObject(one) && 'field' in one && 'message' in one);
  expectThat(errors === undefined || is_list, {
    message: 'errors is not a list of { field, message }.',
    reply,
    pointer: '/error/errors',
    expected: 'a list of { field, message }',
    observed: errors,
  });
  return true;
}

export const SHAPES_CHECKS: readonly Check[] = [
  check(
    'ERR-1/patch',
    'A 422 from PATCH is an Error object; its errors, if any, have field and message',
    ['writes'],
    async (t) => {
      const draft = await t.arrange.draft();
      const farm = await t.arrange.farm(draft.seller);
      const replies = [
        await draft.seller.patch(encodePath`/me/inventory/${draft.id}`, { target_price: { amount: 'dear' } }),
        await draft.seller.patch(encodePath`/me/farms/${farm}`, { latitude: 'far north' }),
      ];
      if (!replies.map(expectShape).includes(true)) t.unverifiable('no PATCH returns 422');
    },
  ),
  check(
    'ERR-1/cash-bid',
    'A 422 from POST /cash-bids is an Error object; its errors, if any, have field and message',
    ['elevator', 'writes', 'fixture:cash_bid_body'],
    async (t) => {
      const wrong = withWrongValues(await t.arrange.cashBidBody());
      if (!expectShape(await t.elevator.post('/cash-bids', wrong)))
        t.unverifiable('POST /cash-bids does not return 422 for a wrong body');
    },
  ),
];
