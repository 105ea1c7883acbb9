/** PRIV-1, PRIV-2, PRIV-6, PRIV-10: lots of a farm with secrets, in every reply to other actors. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Arrival, ListingSet, Reply } from '#client';
import {
  awaitDeliveryRow,
  chooseReader,
  chooseSeller,
  createListingSet,
  ensureSuccess,
  expectThat,
  isAboutBid,
  isObject,
  resourceIn,
  respondForBid,
  encodePath,
} from '#client';
import { viewedResourcesIn } from '../../privacy/views.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { delist } from '../bids/delisting.ts';
import { deliverRejection, redeliveryPath } from '../webhooks/failed-delivery.ts';
import { placeWithKey } from '../idempotency/repeat.ts';
import { ensureKnownFarm, expectNoPartyKeys, expectNoPlace, expectNoSecrets } from './no-secrets.ts';

const NEEDS = ['buyer', 'writes'] as const;

/** All actors of the seller's mode other than the seller. */
function strangers(t: CheckContext, seller: Actor): readonly Actor[] {
  if (seller.name === 'seller_sandbox') return [t.actor('buyer_sandbox'), t.anonymous];
  const names = ['buyer', 'rival', 'elevator', 'reader', 'partner', 'seller'] as const;
  return [...names.filter((name) => t.has(name) && name !== seller.name).map((name) => t.actor(name)), t.anonymous];
}

/** Two lots of a farm whose secrets the scan knows. */
async function makeSecretListings(
  t: CheckContext,
  seller = chooseSeller(t),
  reader = chooseReader(t),
): Promise<{ listing_set: ListingSet; seller: Actor }> {
  await ensureKnownFarm(t, seller);
  const overrides = [{}, { target_price: undefined, variety: undefined }];
  return { listing_set: await createListingSet(t, overrides, { seller, reader }), seller };
}

async function readEverywhere(t: CheckContext, listing_set: ListingSet, seller: Actor): Promise<readonly Reply[]> {
  const [id = '', other_id = ''] = listing_set.lots.map((lot) => lot.id);
  const { unit } = t.run.settings.fixtures;
  const asked: Promise<Reply>[] = strangers(t, seller).flatMap((actor) => [
    actor.get('/inventory', listing_set.window),
    actor.get('/inventory', { ...listing_set.window, limit: 1, sort: '-price' }),
    actor.get('/inventory', { ...listing_set.window, limit: 1, offset: 1, sort: 'quantity' }),
    actor.get('/inventory', { ...listing_set.window, near: '51,-105,2500' }),
    actor.get('/inventory', { ...listing_set.window, min_protein: 1 }),
    actor.get(encodePath`/inventory/${id}`),
    actor.get(encodePath`/inventory/${other_id}`),
    actor.get(encodePath`/inventory/${id}0`),
    actor.get('/inventory/filters'),
    ...(unit === undefined ? [] : [actor.get(encodePath`/inventory/${id}`, { units: unit })]),
  ]);
  return Promise.all(asked);
}

/** Asserts that deliveries contain no name of a farm. */
function expectNoNames(t: CheckContext, arrivals: readonly Arrival[]): void {
  for (const { text } of arrivals) {
    const leaked = t.run.secrets.all.find(
      ({ kind, text: secret }) =>
        // The name of a farm that existed before is a configured secret.
        (kind === 'farm name' || kind === 'configured secret') && text.toLowerCase().includes(secret.toLowerCase()),
    );
    expectThat(leaked === undefined, {
      message: `A delivery contains a ${leaked?.kind ?? 'secret'} of the seller.`,
      observed: text.slice(0, 400),
    });
  }
}

/** Many requests, possibly rate-limited. */
const SLOW_MS = 900_000;

export const ANONYMITY_CHECKS: readonly Check[] = [
  check(
    'PRIV-1/own-lot-in-the-sandbox',
    'No inventory response contains the name or the coordinates of a farm in the sandbox',
    ['seller_sandbox', 'buyer_sandbox', 'writes'],
    async (t) => {
      const { listing_set, seller } = await makeSecretListings(t, t.actor('seller_sandbox'), t.actor('buyer_sandbox'));
      expectNoSecrets(t, ...(await readEverywhere(t, listing_set, seller)));
    },
    { timeout_ms: SLOW_MS },
  ),
  check(
    'PRIV-1/own-lot',
    'No inventory response contains the name or the coordinates of a farm',
    ['writes'],
    async (t) => {
      const { listing_set, seller } = await makeSecretListings(t);
      expectNoSecrets(t, ...(await readEverywhere(t, listing_set, seller)));
      // Again after one lot is unlisted and the other is archived.
      ensureSuccess(await seller.patch(encodePath`/me/inventory/${listing_set.lots[1]?.id ?? ''}`, { listed: false }));
      ensureSuccess(await seller.delete(encodePath`/me/inventory/${listing_set.lots[0]?.id ?? ''}`));
      expectNoSecrets(t, ...(await readEverywhere(t, listing_set, seller)));
    },
    { timeout_ms: SLOW_MS },
  ),
  check(
    'PRIV-2/own-lot',
    'Buyers see only the province and the city of a lot',
    ['writes'],
    async (t) => {
      const { listing_set, seller } = await makeSecretListings(t);
      const farm = await seller.get(encodePath`/me/farms/${(await t.arrange.publishing(seller)).farm_id}`);
      const { nearest_city: city } = resourceIn(farm.json);
      if (typeof city !== 'string') t.observe('the farm has no nearest_city to compare with the city of the lot');
      for (const reply of await readEverywhere(t, listing_set, seller)) {
        if (!reply.is_success) continue;
        for (const seen of viewedResourcesIn(reply.exchange.operation, reply.json)) {
          expectNoPlace(reply, seen);
          const { id, location } = seen.resource;
          if (typeof city !== 'string' || !isObject(location) || !listing_set.lots.some((lot) => lot.id === id)) continue;
          const shown = String(location['nearest_city']);
          // Another name cannot be compared.
          if (!shown.toLowerCase().includes(city.toLowerCase())) continue;
          // Only digits beside the name, such as a postal code or a road number, count as more precise.
          const is_finer = /\d/.test(shown.toLowerCase().replaceAll(city.toLowerCase(), ''));
          expectThat(!is_finer, {
            message: 'The city of a lot contains digits besides the name of the city.',
            reply,
            expected: city,
            observed: shown,
          });
        }
      }
    },
    { timeout_ms: SLOW_MS },
  ),
  check(
    'PRIV-6/bids-and-refusals',
    'No response about a bid, errors included, reveals the seller to the bidder',
    NEEDS,
    async (t) => {
      const { listing_set } = await makeSecretListings(t);
      const [lot, other] = listing_set.lots;
      if (lot === undefined || other === undefined) return;
      const path = encodePath`/inventory/${lot.id}/bids`;
      const bid = await t.arrange.bid(lot);
      const counter = await t.arrange.counter(other, await t.arrange.bid(other));
      const [key, body] = [t.unique('key'), await t.arrange.bidBody()];
      const replies = [
        bid.reply,
        await placeWithKey(t.buyer, lot.id, key, body),
        await placeWithKey(t.buyer, lot.id, key, body),
        await placeWithKey(t.buyer, lot.id, key, { ...body, quantity_mt: 10.5 }),
        await t.buyer.post(path, await t.arrange.bidBody({ quantity_mt: 0 })),
        await t.buyer.post(path, await t.arrange.bidBody({ quantity_mt: 1e9 })),
        await t.buyer.post(path, {}),
        await t.buyer.get(encodePath`/bids/${bid.id}`),
        await t.buyer.get(encodePath`/bids/${counter.id}`),
        await t.buyer.post(encodePath`/bids/${counter.id}/counter`, {}),
        await t.buyer.post(encodePath`/bids/${bid.id}/accept`),
        await t.buyer.get(encodePath`/me/inventory/${lot.id}`),
        await t.buyer.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }),
        await t.buyer.delete(encodePath`/me/inventory/${lot.id}`),
        await t.buyer.get(encodePath`/me/inventory/${lot.id}/bids`),
        await t.buyer.get(encodePath`/me/farms/${(await t.arrange.publishing(lot.seller)).farm_id}`),
      ];
      ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }));
      replies.push(
        await t.buyer.post(path, await t.arrange.bidBody()),
        await t.buyer.get(encodePath`/inventory/${lot.id}`),
        await t.buyer.get(encodePath`/bids/${bid.id}`),
        await t.buyer.post(encodePath`/bids/${bid.id}/reject`),
        await t.buyer.get('/bids', { limit: 50 }),
      );
      expectNoSecrets(t, ...replies);
    },
  ),
  check('PRIV-6/deliveries', 'No delivery reveals the seller to the bidder', [...NEEDS, 'webhooks'], async (t) => {
    const { listing_set } = await makeSecretListings(t);
    const [lot, other] = listing_set.lots;
    if (lot === undefined || other === undefined) return;
    const inbox = await t.subscribe(t.buyer, ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created']);
    const rejected = await t.arrange.bid(lot);
    ensureSuccess(await lot.seller.post(encodePath`/bids/${rejected.id}/reject`));
    await t.arrange.counter(lot, await t.arrange.bid(lot));
    await t.arrange.trade({ lot: other });
    // Every delivery is also searched for all secrets when it arrives. Missing deliveries are another clause.
    await inbox.find({ nth: 4, within_ms: 1_500 });
    expectNoNames(t, inbox.arrivals);
    expectNoPartyKeys(inbox.arrivals, 'bid');
    expectNoSecrets(t, await t.buyer.get(encodePath`/webhooks/${inbox.subscription.id}/deliveries`));
  }),
  check(
    'PRIV-6/redelivered',
    'The redelivery of a rejection by unlisting does not reveal the seller',
    [...NEEDS, 'webhooks'],
    async (t) => {
      const lot = await t.arrange.lot();
      await ensureKnownFarm(t, lot.seller);
      const bid = await t.arrange.bid(lot);
      const inbox = await t.subscribe(t.buyer, ['bid.rejected'], respondForBid(bid.id, { status: 400 }, { status: 200 }));
      const { event_id } = await deliverRejection(inbox, { bid, reject: async () => delist(lot, 'unlist') });
      const row = await awaitDeliveryRow(t, { inbox, event_id, status: 'failed' });
      ensureSuccess(await t.buyer.post(redeliveryPath({ inbox, row })));
      await inbox.requireNext({ where: isAboutBid(bid.id), nth: 2, after: 'a delivery was redelivered' });
      expectNoNames(t, inbox.arrivals);
    },
  ),
  check('PRIV-10/contact-in-terms', 'Reports the status for additional_terms with contact details', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    for (const terms of ['write to grain@example.com', 'call 306-555-0199', 'see https://example.com/me']) {
      const { status } = await t.buyer.post(
        encodePath`/inventory/${lot}/bids`,
        await t.arrange.bidBody({ additional_terms: terms }),
      );
      t.observe(`additional_terms "${terms}" returns ${status}`);
    }
  }),
];
