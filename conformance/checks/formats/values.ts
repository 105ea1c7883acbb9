/** Instants in every form. */
import { parseInstant } from '#spec';
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, expectPlaced, expectRefusal, isObject, itemsOf } from '#client';
import { postBid } from '../bids/post-bid.ts';

const NEEDS = ['buyer', 'writes'] as const;

/** The same instant in common ISO 8601 forms. */
function formsOf(instant: string): Readonly<Record<string, string>> {
  const whole = `${instant.slice(0, 19)}Z`;
  const east = new Date(Date.parse(whole) + 2 * 3_600_000).toISOString().slice(0, 19);
  return { 'in UTC': whole, 'with milliseconds': `${instant.slice(0, 19)}.000Z`, 'with an offset': `${east}+02:00` };
}

export const VALUES_CHECKS: readonly Check[] = [
  check(
    'FMT-6/forms-of-expires-at',
    'expires_at of a bid can be in UTC, with fractional seconds, or with an offset',
    NEEDS,
    async (t) => {
      for (const [form, expires_at] of Object.entries(formsOf(t.run.clock.instantFromNow(3 * 86_400)))) {
        // Another listing for each bid, because a deployment can limit a team to one open bid per listing (BID-39).
        const lot = await t.arrange.lotToBidOn();
        const reply = await postBid(t, lot, { expires_at });
        await expectPlaced(t, t.buyer, reply);
        const kept = reply.data.find('expires_at');
        if (typeof kept?.value !== 'string') continue;
        // BID-45 checks that it is the same time. Here, any time is enough.
        const at_ms = parseInstant(kept.value) ?? Date.parse(kept.value);
        if (Number.isNaN(at_ms))
          kept.breach(`An expires_at that was sent ${form} was not returned as an ISO 8601 time.`, expires_at);
      }
    },
  ),
  check('FMT-6/no-instant', 'An expires_at that is not a date and time returns 422', NEEDS, async (t) => {
    ensureSuccess(await postBid(t, await t.arrange.lotToBidOn(), { expires_at: t.run.clock.instantFromNow(3 * 86_400) }));
    // Another listing, because a deployment can limit a team to one open bid per listing (BID-39).
    const lot = await t.arrange.lotToBidOn();
    for (const expires_at of ['when the snow melts', { in: '3 days' }])
      expectRefusal(await postBid(t, lot, { expires_at }), 422, { code: 'validation_failed', field: 'expires_at' });
  }),
  check('FMT-7/quantity', 'Reports the quantity and the currency of a listing', ['buyer'], async (t) => {
    const item = itemsOf(await t.buyer.get('/inventory', { limit: 1 }))[0];
    if (item === undefined) return;
    t.observe(`quantity: ${JSON.stringify(item.find('quantity')?.value)}`);
    const price = item.find('asking_price')?.value;
    if (isObject(price)) t.observe(`currency: ${JSON.stringify(price['currency'])}`);
  }),
];
