/** PRIV-1, PRIV-2, PRIV-6, PRIV-10: a lot of a farm with secrets, looked at from every side. */
import type { Check } from '../../check.ts';
import { check } from '../../check.ts';
import { expectThat } from '../../judge/expect.ts';
import { isObject } from '../../judge/sight.ts';
import { namesParty } from '../../privacy/judge-resource.ts';
import { resourcesIn } from '../../privacy/views.ts';
import { anySeller } from '../../stage/lots.ts';
import { fillShelf } from '../../stage/shelf.ts';
import type { Shelf } from '../../stage/shelf.ts';
import type { Actor } from '../../target/actor.ts';
import type { Reply } from '../../target/reply.ts';
import type { Trial } from '../../trial.ts';
import { ensureKnownFarm, expectNoSecrets } from './no-secrets.ts';

/** Everybody who is not the seller. */
function strangers(t: Trial, seller: Actor): readonly Actor[] {
  const names = ['buyer', 'rival', 'elevator', 'reader', 'partner', 'seller'] as const;
  return [...names.filter((name) => t.has(name) && name !== seller.name).map((name) => t.actor(name)), t.anonymous];
}

/** Two lots whose farm the scan knows. */
async function secretShelf(t: Trial): Promise<{ shelf: Shelf; seller: Actor }> {
  const seller = anySeller(t);
  await ensureKnownFarm(t, seller);
  const shelf = await fillShelf(t, [{}, { target_price: undefined, variety: undefined }], { seller });
  return { shelf, seller };
}

async function readEverywhere(t: Trial, shelf: Shelf, seller: Actor): Promise<readonly Reply[]> {
  const id = shelf.lots[0]?.id ?? '';
  const unit = t.run.settings.fixtures.unit;
  const asked: Promise<Reply>[] = strangers(t, seller).flatMap((actor) => [
    actor.get('/inventory', { ...shelf.window }),
    actor.get('/inventory', { ...shelf.window, limit: 1, sort: '-price' }),
    actor.get('/inventory', { ...shelf.window, limit: 1, offset: 1, sort: 'quantity' }),
    actor.get('/inventory', { ...shelf.window, near: '51,-105,2500' }),
    actor.get(`/inventory/${id}`),
    actor.get(`/inventory/${shelf.lots[1]?.id ?? ''}`),
    actor.get(`/inventory/${id}0`),
    actor.get('/inventory/filters'),
    ...(unit === undefined ? [] : [actor.get(`/inventory/${id}`, { units: unit })]),
  ]);
  return Promise.all(asked);
}

/** Many requests, at whatever pace the target is asked. */
const SLOW_MS = 900_000;

export const ANONYMITY: readonly Check[] = [
  check(
    'PRIV-1/own-lot',
    'A lot tells nobody the name or the place of its farm, in any answer of the inventory',
    ['writes'],
    async (t) => {
      const { shelf, seller } = await secretShelf(t);
      expectNoSecrets(t, ...(await readEverywhere(t, shelf, seller)));
      // What is not on offer any more tells nothing either.
      await seller.patch(`/me/inventory/${shelf.lots[1]?.id ?? ''}`, { listed: false });
      await seller.delete(`/me/inventory/${shelf.lots[0]?.id ?? ''}`);
      expectNoSecrets(t, ...(await readEverywhere(t, shelf, seller)));
    },
    { timeout_ms: SLOW_MS },
  ),
  check(
    'PRIV-2/own-lot',
    'Of the place of a lot buyers read the province and the city',
    ['writes'],
    async (t) => {
      const { shelf, seller } = await secretShelf(t);
      const farm = await seller.get(`/me/farms/${(await t.stage.publishing(seller)).farm_id}`);
      const own = isObject(farm.json) && isObject(farm.json['data']) ? farm.json['data'] : farm.json;
      const city = isObject(own) ? own['nearest_city'] : undefined;
      for (const reply of await readEverywhere(t, shelf, seller)) {
        if (!reply.is_success) continue;
        for (const seen of resourcesIn(reply.exchange.operation, reply.json)) {
          const named = namesParty(seen, ['place']);
          expectThat(named === undefined, {
            message: `${reply.name} has a key "${named?.key ?? ''}", which names a place finer than the city.`,
            reply,
            observed: named?.value,
          });
          const { id, location } = seen.resource;
          if (typeof city !== 'string' || !isObject(location) || !shelf.lots.some((lot) => lot.id === id)) continue;
          const told = String(location['nearest_city']);
          const rest = told.toLowerCase().split(city.toLowerCase());
          const is_finer = rest.length > 1 && /\d/.test(rest.join(''));
          expectThat(!is_finer, { message: 'The city of a lot says more than the city.', reply, expected: city, observed: told });
        }
      }
    },
    { timeout_ms: SLOW_MS },
  ),
  check(
    'PRIV-6/bids-and-refusals',
    'No answer around a bid tells the bidder whose the lot is, refusals included',
    ['buyer', 'writes'],
    async (t) => {
      const { shelf } = await secretShelf(t);
      const [lot, other] = shelf.lots;
      if (lot === undefined || other === undefined) return;
      const path = `/inventory/${lot.id}/bids`;
      const bid = await t.stage.bid(lot);
      const counter = await t.stage.counter(lot, await t.stage.bid(lot));
      const replies = [
        bid.reply,
        await t.buyer.post(path, await t.stage.bidBody({ quantity_mt: 0 })),
        await t.buyer.post(path, await t.stage.bidBody({ quantity_mt: 1e9 })),
        await t.buyer.post(path, {}),
        await t.buyer.get(`/bids/${bid.id}`),
        await t.buyer.get(`/bids/${counter.id}`),
        await t.buyer.post(`/bids/${bid.id}/accept`),
        await t.buyer.get(`/me/inventory/${lot.id}`),
        await t.buyer.patch(`/me/inventory/${lot.id}`, { listed: false }),
        await t.buyer.delete(`/me/inventory/${lot.id}`),
        await t.buyer.get(`/me/inventory/${lot.id}/bids`),
        await t.buyer.get(`/me/farms/${(await t.stage.publishing(lot.seller)).farm_id}`),
      ];
      await lot.seller.patch(`/me/inventory/${lot.id}`, { listed: false });
      replies.push(
        await t.buyer.post(path, await t.stage.bidBody()),
        await t.buyer.get(`/inventory/${lot.id}`),
        await t.buyer.get(`/bids/${bid.id}`),
        await t.buyer.post(`/bids/${bid.id}/reject`),
        await t.buyer.get('/bids', { limit: 50 }),
      );
      expectNoSecrets(t, ...replies);
    },
  ),
  check('PRIV-6/deliveries', 'No delivery tells the bidder whose the lot is', ['buyer', 'writes', 'webhooks'], async (t) => {
    const { shelf } = await secretShelf(t);
    const [lot, other] = shelf.lots;
    if (lot === undefined || other === undefined) return;
    const inbox = await t.subscribe(t.buyer, ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created']);
    const rejected = await t.stage.bid(lot);
    await lot.seller.post(`/bids/${rejected.id}/reject`);
    await t.stage.counter(lot, await t.stage.bid(lot));
    await t.stage.trade({ lot: other });
    // Each is swept as it arrives; a type that does not come is another clause's matter.
    await inbox.find({ nth: 4, within_ms: 1_500 });
    const { secrets } = t.run;
    for (const { text } of inbox.arrivals) {
      const told = secrets.all.find(
        ({ kind, text: secret }) => kind === 'farm name' && text.toLowerCase().includes(secret.toLowerCase()),
      );
      expectThat(told === undefined, { message: 'A delivery holds the name of a farm.', observed: text.slice(0, 400) });
    }
  }),
  check('PRIV-10/contact-in-terms', 'Terms that carry a way to get in touch', ['buyer', 'writes'], async (t) => {
    const lot = await t.stage.lotToBidOn();
    for (const terms of ['write to grain@example.com', 'call 306-555-0199', 'see https://example.com/me']) {
      const { status } = await t.buyer.post(`/inventory/${lot}/bids`, await t.stage.bidBody({ additional_terms: terms }));
      t.observe(`terms "${terms}" are answered with ${status}`);
    }
  }),
];
