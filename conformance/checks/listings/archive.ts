import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, expectListing, expectRefusal, expectStatus, encodePath } from '#client';

const NEEDS = ['seller', 'writes'] as const;

export const ARCHIVING_CHECKS: readonly Check[] = [
  check('LST-7/listed', 'DELETE archives a listed lot, which can still be read', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectStatus(await t.seller.delete(encodePath`/me/inventory/${lot.id}`), 200);
    (await expectListing(t.seller, lot.id)).get('status').is('archived');
  }),
  check('LST-7/draft', 'DELETE archives a draft', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    expectStatus(await t.seller.delete(encodePath`/me/inventory/${draft.id}`), 200);
    (await expectListing(t.seller, draft.id)).get('status').is('archived');
  }),
  check('LST-7/unlisted', 'DELETE archives an unlisted lot', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }));
    expectStatus(await t.seller.delete(encodePath`/me/inventory/${lot.id}`), 200);
    (await expectListing(t.seller, lot.id)).get('status').is('archived');
  }),
  check('LST-7/another-s', "Archiving another seller's listing returns 404", ['seller', 'partner', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectRefusal(await t.partner.delete(encodePath`/me/inventory/${lot.id}`), 404, { code: 'not_found' });
    (await expectListing(t.seller, lot.id)).get('status').is('listed');
  }),
  check('LST-7/archived', 'A second DELETE of an archived listing changes nothing', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectStatus(await t.seller.delete(encodePath`/me/inventory/${lot.id}`), 200);
    const again = await t.seller.delete(encodePath`/me/inventory/${lot.id}`);
    expectStatus(again, 200, 404);
    t.observe(`a second DELETE of a listing returns ${again.status}`);
    (await expectListing(t.seller, lot.id)).get('status').is('archived');
  }),
  check('LST-7/unknown', 'Archiving a listing that does not exist returns 404', NEEDS, async (t) => {
    expectRefusal(await t.seller.delete('/me/inventory/inv_000000000000000000000000'), 404, { code: 'not_found' });
  }),
];
