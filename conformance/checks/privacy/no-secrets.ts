import {
  Breach,
  expectThat,
  isIdentifier,
  isObject,
  noteAssertion,
  ownerOf,
  readPath,
  resourceIn,
  encodePath,
  type Actor,
  type Arrival,
  type Reply,
} from '#client';
import { findNamedParty } from '../../privacy/check-resource.ts';
import { hasContent } from '../../privacy/keys.ts';
import { foreignSecretsIn, nameSecret } from '../../privacy/foreign-secrets.ts';
import type { ViewedResource } from '../../privacy/views.ts';
import type { CheckContext } from '../../check/check-context.ts';

/** Asserts that a reply has no name or coordinates of a farm. PRIV-16 covers ids. */
export function expectNoSecrets(t: CheckContext, ...replies: readonly Reply[]): void {
  for (const reply of replies) {
    const foreign = foreignSecretsIn(reply.exchange, t.run) ?? [];
    const found = foreign.find(({ secret }) => !isIdentifier(secret));
    if (found === undefined) {
      noteAssertion();
      continue;
    }
    throw new Breach({
      message: `${reply.name} shows \`${reply.exchange.actor}\` ${nameSecret(found.secret)}, ${found.how}.`,
      exchange: reply.exchange,
      pointer: found.place,
      found: found.secret.text,
      expected: 'nothing that names the seller or the farm',
      observed: `"${found.secret.text}", ${found.how}, at ${found.place}`,
    });
  }
}

/** Asserts that a viewed resource has no key that is more precise than a city. */
export function expectNoPlace(reply: Reply, seen: ViewedResource): void {
  const named = findNamedParty(seen, ['place']);
  expectThat(named === undefined, {
    message: `${reply.name} has a key "${named?.key ?? ''}", which is more precise than the city.`,
    reply,
    observed: named?.value,
  });
}

/** Whether a name is distinctive enough to search for. */
export function isDistinctiveName(name: unknown): name is string {
  return typeof name === 'string' && name.trim().length >= 4 && hasContent(name);
}

/** Whether a string contains a name, in upper or lower case, and however it is escaped. */
export function containsName(text: string, name: string): boolean {
  const forms = [name, JSON.stringify(name).slice(1, -1), encodeURIComponent(name)];
  const folded = text.toLowerCase();
  return forms.some((form) => folded.includes(form.toLowerCase()));
}

/** Shorter names may occur by chance. */
const NAME_LENGTH_MIN = 6;

/**
 * Makes sure that the scan knows the name and the coordinates of the farm of new listings.
 * @throws Unverifiable if they can neither be read nor are configured, because finding nothing then proves nothing
 */
export async function ensureKnownFarm(t: CheckContext, seller: Actor): Promise<void> {
  const { farm_id } = await t.arrange.publishing(seller);
  // When the owner reads a farm, the scan learns its coordinates.
  const { json } = await seller.get(encodePath`/me/farms/${farm_id}`);
  const { name, nearest_city: city, latitude } = resourceIn(json);
  if (typeof name === 'string' && name.length >= NAME_LENGTH_MIN && name !== city) {
    t.run.secrets.add({ kind: 'configured secret', shown_as: 'farm name', text: name, owner: ownerOf(seller.name) });
  }
  const is_known = typeof name === 'string' && typeof latitude === 'number';
  const is_configured = (t.run.settings.fixtures.secrets ?? []).length > 0;
  if (!is_known && !is_configured) t.unverifiable('the farm of new listings cannot be read', 'fixtures.secrets');
}

/** Asserts that no key of these payloads names a party or a place. Only for events of deals that are not settled, whatever status they show. */
export function expectNoPartyKeys(arrivals: readonly Arrival[], view: 'bid' | 'offer'): void {
  for (const { json, text } of arrivals) {
    const data = readPath(json, 'data');
    if (!isObject(data)) continue;
    const named = findNamedParty({ view, resource: { ...data, status: undefined }, pointer: '/data' }, ['party', 'place']);
    expectThat(named === undefined, {
      message: `A delivery has the key "${named?.key ?? ''}", which names a party or a place before settlement.`,
      expected: 'no such key',
      observed: text.slice(0, 400),
    });
  }
}
