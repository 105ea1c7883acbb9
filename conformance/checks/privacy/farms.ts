/** PRIV-8, PRIV-14: a farm with and without farms.read. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import {
  ensureSuccess,
  expectThat,
  findItem,
  isInOwnList,
  learnFarmLocation,
  getLongPage,
  hasId,
  isObject,
  itemsOf,
  readId,
  readItems,
  resourceIn,
  resourceOf,
  encodePath,
  warnUnless,
} from '#client';
import { hasContent, namingOf } from '../../privacy/keys.ts';
import { membersOf } from '../../privacy/views.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { findLimited } from './limited-tokens.ts';

/** The secrets of a farm, which its owner must see. */
interface KnownFarm {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
}

async function makeKnownFarm(t: CheckContext, seller: Actor): Promise<KnownFarm> {
  const id = await t.arrange.farm(seller);
  const sent: unknown = JSON.parse(t.exchanges.findLast(({ operation }) => operation === 'createFarm')?.request_body ?? '{}');
  if (!isObject(sent)) t.unverifiable('no farm was created');
  return { id, name: String(sent['name']), latitude: Number(sent['latitude']), longitude: Number(sent['longitude']) };
}

/** The farm of new listings. */
async function publishingFarm(t: CheckContext, seller: Actor): Promise<KnownFarm> {
  const { farm_id: id } = await t.arrange.publishing(seller);
  const reply = await seller.get(encodePath`/me/farms/${id}`);
  const { name, latitude, longitude } = resourceIn(reply.json);
  if (typeof name !== 'string' || typeof latitude !== 'number' || typeof longitude !== 'number') {
    t.unverifiable('the farm of new listings cannot be read');
  }
  return { id, name, latitude, longitude };
}

/** Asserts that the reply contains neither the name nor the coordinates of the farm, and no place outside `location`. */
function expectOpaque(reply: Reply, { name, latitude, longitude }: KnownFarm): void {
  ensureSuccess(reply);
  // A name can be escaped in the text of the response.
  const text = `${reply.exchange.text}\n${JSON.stringify(reply.json)}`.toLowerCase();
  const leaked = [name, String(latitude), String(Math.abs(longitude))].find((secret) => text.includes(secret.toLowerCase()));
  expectThat(leaked === undefined, {
    message: `${reply.name} returns the name or the coordinates of a farm to a token without farms.read.`,
    reply,
    expected: 'only an opaque id and the coarse location',
    observed: leaked,
  });
  const [word = ''] = name.split(' ');
  // A word of the test farm's name is rare, but a part of it can occur by chance.
  warnUnless(word.length < 6 || !text.includes(word.slice(0, 6).toLowerCase()), {
    message: `${reply.name} returns a part of a farm's name to a token without farms.read.`,
    reply,
    expected: 'only an opaque id and the coarse location',
    observed: word.slice(0, 6),
  });
  const place = membersOf(reply.json).find(
    ({ key, value, below }) => namingOf(key) === 'place' && hasContent(value) && !below.endsWith('/location'),
  );
  expectThat(place === undefined, {
    message: `${reply.name} returns a place more precise than the city to a token without farms.read.`,
    reply,
    expected: 'only an opaque id and the coarse location',
    observed: place,
  });
}

const NEEDS = ['seller', 'writes'] as const;
const MINTING = [...NEEDS, 'hook:mint_token'] as const;
const MODES = [
  { suffix: '', name: 'seller', where: '' },
  { suffix: '-in-the-sandbox', name: 'seller_sandbox', where: ' in the sandbox' },
] as const;
const LISTING_SCOPES = ['listings.read', 'listings.write', 'farms.write'];

export const FARM_SECRETS_CHECKS: readonly Check[] = [
  check(
    'PRIV-8/full-with-farms-read',
    'With farms.read, GET /me/farms and GET /me/farms/{id} return the full name and coordinates of a farm',
    NEEDS,
    async (t) => {
      const farm = await makeKnownFarm(t, t.seller);
      const one = await t.seller.get(encodePath`/me/farms/${farm.id}`);
      if (one.status === 403) t.unverifiable('the token of seller lacks farms.read', 'actors.seller');
      ensureSuccess(one);
      const list = await findFarm(t.seller, farm.id);
      const views: [Reply, string][] = [[one, JSON.stringify(resourceOf(one).value)]];
      if (list !== undefined) views.push([list.reply, list.text]);
      for (const [reply, text] of views) {
        for (const expected of [farm.name, String(farm.latitude), String(farm.longitude)]) {
          expectThat(text.includes(expected), {
            message: `${reply.name} omits or rounds the name or the coordinates of the caller's farm.`,
            reply,
            expected,
            observed: text.slice(0, 300),
          });
        }
      }
      // Half of the clause is about tokens without farms.read. Without such a token, the check cannot pass.
      if (!t.hasHook('mint_token')) await findLimited(t);
    },
  ),
  ...MODES.map(({ suffix, name, where }) =>
    check(
      `PRIV-8/opaque-without${suffix}`,
      `Without farms.read, GET /me/farms has only ids and cities${where}`,
      [name, 'writes', 'hook:mint_token'],
      async (t) => {
        const farm = await makeKnownFarm(t, t.actor(name));
        for (const scopes of [['listings.read'], ['listings.read', 'farms.write']]) {
          const limited = await t.mint(name, scopes);
          const list = await getLongPage(limited, '/me/farms');
          ensureSuccess(list);
          for (const item of itemsOf(list)) {
            item.get('id').text();
            const { name: shown } = item.object();
            if (hasContent(shown)) item.get('name').breach('A farm has a name for a token without farms.read.', 'no name');
          }
          expectOpaque(list, farm);
        }
      },
    ),
  ),
  check(
    'PRIV-14/farm-answers',
    'Without farms.read, POST and PATCH of /me/farms return only the id and the city',
    MINTING,
    async (t) => {
      const limited = await t.mint('seller', ['farms.write']);
      const location = await learnFarmLocation(t, t.seller);
      const farm = t.run.secrets.makeCanaryFarm('seller');
      const made = await limited.post('/me/farms', { ...farm, ...location });
      ensureSuccess(made);
      const id = readId(made) ?? '';
      t.run.secrets.add({ kind: 'farm id', text: id, owner: 'seller' });
      expectOpaque(made, { id, ...farm });
      const patched = await limited.patch(encodePath`/me/farms/${id}`, { nearest_city: location.nearest_city });
      ensureSuccess(patched);
      expectOpaque(patched, { id, ...farm });
      const renamed = t.run.secrets.makeCanaryFarm('seller');
      const again = await limited.patch(encodePath`/me/farms/${id}`, { ...renamed });
      ensureSuccess(again);
      expectOpaque(again, { id, ...renamed });
    },
  ),
  check(
    'PRIV-14/farm-in-a-listing',
    'Without farms.read, a farm inside a listing has only its id and city',
    MINTING,
    async (t) => {
      const farm = await publishingFarm(t, t.seller);
      const limited = await t.mint('seller', LISTING_SCOPES);
      const lot = await t.arrange.lot({}, limited);
      const has_bid = t.has('buyer');
      if (has_bid) await t.arrange.bid(lot);
      const bid_reader = await t.mint('seller', ['listings.read', 'bids.read']);
      const responses = [
        lot.reply,
        await limited.get(encodePath`/me/inventory/${lot.id}`),
        await limited.get('/me/inventory', { limit: 50 }),
        await limited.get('/me/inventory', { limit: 50, status: 'listed' }),
        await limited.patch(encodePath`/me/inventory/${lot.id}`, { target_price: { amount: 305 } }),
        ...(has_bid
          ? [await limited.get(encodePath`/me/inventory/${lot.id}/bids`), await bid_reader.get('/me/bids-received')]
          : []),
        await limited.delete(encodePath`/me/inventory/${lot.id}`),
      ];
      for (const reply of responses) expectOpaque(reply, farm);
    },
  ),
  check(
    'FARM-1/only-own-without-farms-read',
    "GET /me/farms without farms.read lists no other seller's farm",
    ['seller', 'partner', 'writes', 'hook:mint_token'],
    async (t) => {
      await t.arrange.publishing(t.seller);
      const list = await getLongPage(await t.mint('seller', ['listings.read']), '/me/farms');
      ensureSuccess(list);
      const full = await t.mint('partner', ['farms.read']);
      // Ids that are counted for each seller occur in both lists, and the list of the seller can have the partner's farms too.
      const own = new Set(readItems(await getLongPage(full, '/me/farms')).map(({ id }) => id));
      // The opaque id can differ from the id with farms.read.
      const ids = new Set(
        readItems(list)
          .map(({ id }) => id)
          .filter((id) => typeof id === 'string' && !own.has(id)),
      );
      if (ids.size === 0) t.unverifiable('every farm id of the seller is also one of the partner');
      const limited = await t.mint('partner', ['listings.read']);
      const shown = await findItem(limited, '/me/farms', {}, (farm) => ids.has(farm.find('id')?.value));
      const id = shown?.get('id').text() ?? '';
      // On a later page of its own list.
      const is_own = shown !== undefined && (await isInOwnList(full, '/me/farms', id));
      if (is_own) t.unverifiable('two sellers have farms with the same id');
      expectThat(shown === undefined, {
        message: "GET /me/farms without farms.read lists another seller's farm.",
        reply: list,
        expected: "only the caller's farms",
        observed: id,
      });
    },
  ),
];

async function findFarm(seller: Actor, id: string): Promise<{ reply: Reply; text: string } | undefined> {
  for (let offset = 0; offset < 500; offset += 50) {
    const reply = await getLongPage(seller, '/me/farms', {}, offset);
    const items = reply.status === 200 ? itemsOf(reply) : [];
    const found = items.find((item) => hasId(item, id));
    if (found !== undefined) return { reply, text: JSON.stringify(found.value) };
    if (items.length < 50) return undefined;
  }
  return undefined;
}
