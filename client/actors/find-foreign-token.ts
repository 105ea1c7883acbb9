/** Finds out whether the tokens of the hook `mint_token` belong to the actor they were asked for. */
import { Unverifiable } from '../replies/findings.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { openReader, type Reader } from './reader.ts';
import { scopesNeededBy } from './scopes.ts';

/** Lists that no two parties share, by the scope to read them. */
const OWN_LISTS = { 'teams.read': '/teams?limit=50', 'farms.read': '/me/farms?limit=50' } as const;

/**
 * Compares what the actor owns with what a minted token owns. A missing scope, or an empty list, proves nothing.
 * @param mint issues a token of the actor with one scope; throws Unverifiable if the hook fails
 * @returns why the token is not the actor's. Undefined if nothing shows that
 */
export async function findForeignToken(
  settings: Settings,
  name: ActorName,
  mint: (scope: string) => Promise<string>,
): Promise<string | undefined> {
  const actor = settings.actors.get(name);
  if (actor === undefined || settings.hooks.get('mint_token')?.is_built_in === true) return undefined;
  for (const [scope, path] of Object.entries(OWN_LISTS)) {
    if (!scopesNeededBy(name).some((needed) => needed === scope)) continue;
    const own = await idsAt(openReader(settings), name, path);
    if (own.length === 0) continue;
    const token = await mint(scope).catch(noneIfUnverifiable);
    if (token === undefined) continue;
    const of_token = await idsAt(openReader({ ...settings, actors: new Map([[name, { ...actor, token }]]) }), name, path);
    if (of_token.length > 0 && !own.some((id) => of_token.includes(id))) {
      return `the hook mint_token issues tokens of someone other than ${name}: GET ${path.replace(/\?.*/, '')} lists nothing of ${name}'s`;
    }
  }
  return undefined;
}

async function idsAt(read: Reader, name: ActorName, path: string): Promise<readonly unknown[]> {
  return (await read(name, path)).items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

function noneIfUnverifiable(error: unknown): undefined {
  if (!(error instanceof Unverifiable)) throw error;
}
