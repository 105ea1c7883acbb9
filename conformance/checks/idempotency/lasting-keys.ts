/** A key keeps the first response: another body does not replace it, and another token of the same user and client finds it. */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, expectStatus } from '#client';
import { actorWith, exchangeRefreshToken, getRefreshToken } from '../auth/oauth-client.ts';
import { SIDES } from '../bids/needs.ts';
import { expectOnly } from './original.ts';
import { OTHER_BODIES, placeKeyedBid, placeWithKey } from './repeat.ts';

/** Bodies that the key must not accept: valid ones with one field changed, and an invalid one. */
const OTHERS: typeof OTHER_BODIES = [...OTHER_BODIES, ['invalid', 'quantity_mt', (_, body) => ({ ...body, quantity_mt: 0.009 })]];

const SCOPES = 'inventory.read bids.read bids.write';

export const LASTING_KEYS_CHECKS: readonly Check[] = [
  ...OTHERS.map(([name, , change]) =>
    check(
      `IDEM-2/after-conflict-${name}`,
      'A retry returns 201 and the original bid even after a different body was rejected',
      SIDES,
      async (t) => {
        const bid = await placeKeyedBid(t);
        const refused = await bid.repeat(await change(t, bid.body));
        // An invalid body can get 422 before its key is looked up.
        if (refused.is_success) t.unverifiable('the key with a different body is accepted (IDEM-3)');
        const repeat = await bid.repeat();
        expectStatus(repeat, 201);
        repeat.data.get('id').is(bid.id);
        await expectOnly(bid.lot, bid.id, repeat);
      },
    ),
  ),
  check(
    'IDEM-2/refreshed-token',
    'A retry with a refreshed token returns 201 and the original bid',
    ['buyer', 'writes'],
    async (t) => {
      const { refresh_token, first } = await getRefreshToken(t, SCOPES);
      const lot = await t.arrange.lotToBidOn();
      const [key, body] = [t.unique('key'), await t.arrange.bidBody()];
      const placed = await placeWithKey(actorWith(t, 'user by code', first), lot, key, body);
      // The configured user may have no team, or be a user of the other mode.
      if (placed.status !== 201) t.unverifiable(`the user cannot place a bid (status ${placed.status})`, 'oauth.user');
      const second = await exchangeRefreshToken(t, refresh_token);
      ensureSuccess(second);
      const refreshed = actorWith(t, 'user by refresh', second);
      const read = await refreshed.get('/bids', { limit: 1 });
      if (!read.is_success) t.unverifiable('a refreshed token cannot read bids (AUTH-4)');
      const repeat = await placeWithKey(refreshed, lot, key, body);
      expectStatus(repeat, 201);
      repeat.data.get('id').is(placed.data.get('id').value);
    },
  ),
];
