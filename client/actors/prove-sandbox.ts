/** Proves from existing data that the target is a sandbox. Creates nothing. */
import { BUYER_NAMES, SELLER_NAMES, type ActorName } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { encodePath } from '../http/encode-path.ts';
import { isListed, openReader, withListed, type Reader, type ReaderTarget } from './reader.ts';
import { SCOPE_PROBES } from './scopes.ts';
import type { JsonObject } from '../json.ts';

export type SandboxCheck = ReaderTarget & Pick<Settings, 'mode'>;

/**
 * LST-8: `manage_url` of a listing is null in the sandbox. This only proves the mode of the reading token. So each seller must have such a
 * listing, and each buyer must see one. If there is no listing to show an actor's mode, `target.mode: sandbox` is trusted.
 * @returns undefined if proved; otherwise the reason and what to change
 */
export async function explainUnprovenSandbox(target: SandboxCheck): Promise<string | undefined> {
  const { mode, actors } = target;
  const names = [...actors.keys()].filter((name) => name !== 'expired');
  const is_plain = names.length === 0 || names.some((name) => !name.endsWith('_sandbox'));
  if (is_plain && mode === 'live') return 'target.mode is live, so the actors without the suffix _sandbox are live';
  const nameOf = (name: (typeof SELLER_NAMES | typeof BUYER_NAMES)[number]): ActorName => (is_plain ? name : `${name}_sandbox`);

  const sellers = SELLER_NAMES.map(nameOf).filter((name) => actors.has(name));
  if (sellers.length === 0)
    return `there is no token for ${SELLER_NAMES.map(nameOf).join(' or ')} to prove that the target is a sandbox`;
  const read = openReader(target);
  const proofs: JsonObject[] = [];
  const unproven: ActorName[] = [];
  for (const name of sellers) {
    const { status, items, outcome } = await read(name, SCOPE_PROBES['listings.read'].path);
    if (status !== 200) return `${name} cannot read its listings, which could prove that the target is a sandbox: ${outcome}`;
    const listings = await withListed(name, items, read);
    const live = listings.find((listing) => typeof listing['manage_url'] === 'string');
    if (live !== undefined) return `${name} has a listing with a manage_url, so actors.${name} is not a sandbox token (LST-8)`;
    const sandbox = listings.filter((listing) => listing['manage_url'] === null);
    if (sandbox.length === 0) unproven.push(name);
    proofs.push(...sandbox);
  }
  if (proofs.length === 0)
    return `no listing of ${sellers.join(' or ')} proves that the target is a sandbox: none has a null manage_url (LST-8)`;
  if (unproven.length > 0 && mode !== 'sandbox')
    return `no listing shows whether ${unproven.join(' and ')} is in the sandbox; set target.mode to sandbox if it is`;
  const buyers = BUYER_NAMES.map(nameOf).filter((name) => actors.has(name));
  return findLiveBuyer(buyers, mode, proofs, read);
}

/** A sandbox buyer can see sandbox listings. A buyer who cannot might have a live token. */
async function findLiveBuyer(
  buyers: readonly ActorName[],
  mode: Settings['mode'],
  proofs: readonly JsonObject[],
  read: Reader,
): Promise<string | undefined> {
  const listed = proofs.find((listing) => isListed(listing) && typeof listing['id'] === 'string');
  if (listed === undefined) {
    if (mode === 'sandbox' || buyers.length === 0) return undefined;
    return `no listing shows whether ${buyers.join(' and ')} are in the sandbox; set target.mode to sandbox if they are`;
  }
  const id = String(listed['id']);
  for (const name of buyers) {
    const { status, outcome } = await read(name, encodePath`/inventory/${id}`);
    if (status === 404) return `${name} does not see the sandbox listing ${id}: actors.${name} may be a live token`;
    if (status !== 200 && mode !== 'sandbox') return `${name} cannot be proved to be in the sandbox: ${outcome}`;
  }
  return undefined;
}
