import type { Actor, Reply } from '#client';
import { Breach, isIdentifier, isObject, noteAssertion, ownerOf } from '#client';
import { isTelling } from '../../privacy/keys.ts';
import { foreignSecretsIn } from '../../privacy/watch.ts';
import type { CheckContext } from '../../check/check-context.ts';

/** Whoever got this answer learnt nothing from it about a seller or a farm. Ids of theirs are judged elsewhere (PRIV-16). */
export function expectNoSecrets(t: CheckContext, ...replies: readonly Reply[]): void {
  for (const reply of replies) {
    const foreign = foreignSecretsIn(reply.exchange, t.run) ?? [];
    const found = foreign.find(({ secret }) => !isIdentifier(secret));
    if (found === undefined) {
      noteAssertion();
      continue;
    }
    throw new Breach({
      message: `${reply.name} gives ${reply.exchange.actor} a ${found.secret.kind} of the ${found.secret.owner}'s ${found.said}.`,
      exchange: reply.exchange,
      pointer: found.place,
      expected: 'nothing that names the seller or the farm',
      observed: `"${found.secret.text}" ${found.said}, in ${found.place}`,
    });
  }
}

/** A name can be looked for where it is no label that anybody might have. */
export function isTellingName(name: unknown): name is string {
  return typeof name === 'string' && name.trim().length >= 4 && isTelling(name);
}

/** Whether a text holds a name, in whatever case or escapes. */
export function holdsName(text: string, name: string): boolean {
  const forms = [name, JSON.stringify(name).slice(1, -1), encodeURIComponent(name)];
  const folded = text.toLowerCase();
  return forms.some((form) => folded.includes(form.toLowerCase()));
}

/** A shorter name may occur by chance. */
const NAME_LENGTH_MIN = 6;

/**
 * The name and the coordinates of the farm that listings are made on are known to the scan.
 * @throws Unverifiable where they cannot be read and nobody has said them: silence would say nothing then
 */
export async function ensureKnownFarm(t: CheckContext, seller: Actor): Promise<void> {
  const { farm_id } = await t.arrange.publishing(seller);
  // Read by its owner, a farm's coordinates are known to the scan from then on.
  const { json } = await seller.get(`/me/farms/${farm_id}`);
  const farm = isObject(json) && isObject(json['data']) ? json['data'] : json;
  const { name, nearest_city: city, latitude } = isObject(farm) ? farm : {};
  if (typeof name === 'string' && name.length >= NAME_LENGTH_MIN && name !== city) {
    t.run.secrets.add({ kind: 'configured secret', text: name, owner: ownerOf(seller.name) });
  }
  const is_known = typeof name === 'string' && typeof latitude === 'number';
  const is_told = (t.run.settings.fixtures.secrets ?? []).length > 0;
  if (!is_known && !is_told) t.unverifiable('the farm that listings are made on cannot be read', 'fixtures.secrets');
}
