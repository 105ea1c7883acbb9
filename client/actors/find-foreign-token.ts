/** Finds out whether the tokens that the hook `mint_token` issues belong to the requested actor, and have the mode of its token. */
import { encodePath } from '../http/encode-path.ts';
import { Unverifiable } from '../replies/findings.ts';
import { idsIn } from '../replies/read-items.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { SIMULATOR, TOKEN_REJECTED, areOfTwoModes } from './compare-modes.ts';
import { openReader, type Reader } from './reader.ts';
import { scopesNeededBy } from './scopes.ts';

/** Lists that no two parties share, by the scope to read them. */
const OWN_LISTS = { 'teams.read': '/teams?limit=50', 'farms.read': '/me/farms?limit=50' } as const;

/** Lists of records of one mode, and the path of each record, by the scope to read them. */
const RECORDS_OF_A_MODE = {
  'inventory.read': ['/inventory?limit=50', (id: string) => encodePath`/inventory/${id}`],
  'listings.read': ['/me/inventory?limit=50', (id: string) => encodePath`/me/inventory/${id}`],
} as const;

/** Issues a token of the actor with these scopes. @throws Unverifiable if the hook fails */
type Mint = (scopes: readonly string[]) => Promise<string>;

/**
 * Compares what the actor owns with what a minted token owns. A missing scope, or an empty list, proves nothing.
 * @returns why the token is not the actor's. Undefined if nothing shows that
 */
export async function findForeignToken(settings: Settings, name: ActorName, mint: Mint): Promise<string | undefined> {
  const actor = settings.actors.get(name);
  if (actor === undefined || settings.hooks.get('mint_token')?.is_built_in === true) return undefined;
  const other_mode = await findOtherMode(settings, name, mint);
  if (other_mode !== undefined) return other_mode;
  for (const [scope, path] of Object.entries(OWN_LISTS)) {
    if (!scopesNeededBy(name).some((needed) => needed === scope)) continue;
    const own = await idsAt(openReader(settings), name, path);
    if (own.length === 0) continue;
    const token = await mint([scope]).catch(noneIfUnverifiable);
    if (token === undefined) continue;
    const of_token = await idsAt(openReaderWith(settings, name, token), name, path);
    if (of_token.length > 0 && !own.some((id) => of_token.includes(id))) {
      return `the hook mint_token issues tokens of someone other than ${name}: GET ${path.replace(/\?.*/, '')} lists nothing of ${name}'s`;
    }
  }
  return undefined;
}

/** Compares the modes of an actor's token and of a minted token with the same scopes. As in `compareModes`, two signs must agree: the records that they see, and the simulator's responses. */
async function findOtherMode(settings: Settings, name: ActorName, mint: Mint): Promise<string | undefined> {
  if (settings.read_only_reason !== undefined) return undefined;
  const scopes = scopesNeededBy(name);
  const own = openReader(settings);
  for (const [scope, [list, pathOf]] of Object.entries(RECORDS_OF_A_MODE)) {
    if (!scopes.some((needed) => needed === scope)) continue;
    const [id] = await idsAt(own, name, list);
    if (id === undefined || (await own(name, pathOf(id))).status !== 200) continue;
    const token = await mint(scopes).catch(noneIfUnverifiable);
    if (token === undefined) return undefined;
    const minted = openReaderWith(settings, name, token);
    if ((await minted(name, list)).status !== 200 || !TOKEN_REJECTED.includes((await minted(name, pathOf(id))).status))
      return undefined;
    const [of_actor, of_token] = await Promise.all([own(name, SIMULATOR, 'POST'), minted(name, SIMULATOR, 'POST')]);
    return areOfTwoModes(of_actor, of_token)
      ? `the hook mint_token issues tokens of a different mode than that of ${name}, one live and one sandbox: for ${name}, ${of_actor.outcome}, and for the token of the hook, ${of_token.outcome}`
      : undefined;
  }
  return undefined;
}

function openReaderWith(settings: Settings, name: ActorName, token: string): Reader {
  return openReader({ ...settings, actors: new Map([[name, { token, team_id: undefined, user_id: undefined }]]) });
}

async function idsAt(read: Reader, name: ActorName, path: string): Promise<readonly string[]> {
  return idsIn((await read(name, path)).items);
}

function noneIfUnverifiable(error: unknown): undefined {
  if (!(error instanceof Unverifiable)) throw error;
}
