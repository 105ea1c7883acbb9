/** PRIV-8, PRIV-14 with a configured seller's token that lacks farms.read, for targets without the hook `mint_token`. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import { expectThat, findFarmLocation, getLongPage, itemsOf, ownerOf, readItems, resourceOf, encodePath } from '#client';
import { hasContent, namingOf } from '../../privacy/keys.ts';
import { membersOf } from '../../privacy/views.ts';
import type { CheckContext } from '../../check/check-context.ts';

const SELLERS = ['seller', 'partner', 'seller_sandbox', 'partner_sandbox'] as const;

/** A seller whose token can list farms but lacks farms.read. @throws Unverifiable if there is none */
export async function findLimited(t: CheckContext): Promise<{ actor: Actor; list: Reply }> {
  for (const name of SELLERS) {
    if (!t.has(name)) continue;
    const actor = t.actor(name);
    const list = await getLongPage(actor, '/me/farms');
    const id = readItems(list)[0]?.['id'];
    if (list.status !== 200 || typeof id !== 'string') continue;
    if ((await actor.get(encodePath`/me/farms/${id}`)).status === 403) return { actor, list };
  }
  const reason = 'no configured token of a seller can list farms and lacks farms.read';
  return t.hasHook('mint_token')
    ? t.unverifiable(`${reason}; the other checks of this clause use such a token of the hook mint_token`)
    : t.unverifiable(`the hook mint_token is not configured, and ${reason}`, 'hooks.mint_token');
}

/** Asserts that a farm has only its id and city. */
function expectOpaqueFarm(reply: Reply, farm: unknown): void {
  const named = membersOf(farm).find(
    ({ key, value, below }) => hasContent(value) && (key === 'name' ? below === '' : namingOf(key) === 'place'),
  );
  expectThat(named === undefined, {
    message: `${reply.name} returns the ${named?.key ?? ''} of a farm to a token without farms.read.`,
    reply,
    expected: 'only an opaque id and the coarse location',
    observed: named?.value,
  });
}

export const LIMITED_TOKENS_CHECKS: readonly Check[] = [
  check(
    'PRIV-8/configured-without',
    'With a configured token without farms.read, GET /me/farms has only ids and cities',
    [],
    async (t) => {
      const { list } = await findLimited(t);
      for (const { value } of itemsOf(list)) expectOpaqueFarm(list, value);
    },
  ),
  check(
    'PRIV-14/configured-without',
    'With a configured token without farms.read, created farms and those in listings have only an id and a city',
    ['writes'],
    async (t) => {
      const { actor } = await findLimited(t);
      const canary = t.run.secrets.makeCanaryFarm(ownerOf(actor.name));
      // Not the location that the run shares: this token may not see one.
      const made = await actor.post('/me/farms', { ...canary, ...(await findFarmLocation(actor)) });
      if (made.is_success) expectOpaqueFarm(made, resourceOf(made).value);
      const listings = await actor.get('/me/inventory', { limit: 50 });
      if (!made.is_success && listings.status !== 200) t.unverifiable('the token can neither create farms nor read listings');
      for (const { farm } of readItems(listings)) expectOpaqueFarm(listings, farm);
    },
  ),
];
