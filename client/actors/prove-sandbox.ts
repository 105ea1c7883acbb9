/** Proves from existing data that the target is a sandbox. Creates nothing. */
import { NoResponse, sendPatiently } from '../config/send-request.ts';
import { BUYER_NAMES, SELLER_NAMES, type ActorName } from '../settings/schema.ts';
import type { ActorSettings } from '../settings/settings.ts';
import { isObject } from '../replies/json-node.ts';
import { encodePath } from '../http/encode-path.ts';
import { LISTED, SCOPE_PROBES } from './scopes.ts';

type Json = Readonly<Record<string, unknown>>;

export interface SandboxCheck {
  base_url: string;
  mode: 'live' | 'sandbox' | undefined;
  actors: ReadonlyMap<ActorName, ActorSettings>;
  timeout_ms: number;
}

/**
 * LST-8: `manage_url` of a listing is null in the sandbox. This only proves the mode of the reading token. So each seller must have such a
 * listing, and each buyer must see one. `target.mode: sandbox` vouches for an actor of whom nothing can be read.
 * @returns undefined if proved; otherwise the reason and what to change
 */
export async function explainUnprovenSandbox(question: SandboxCheck): Promise<string | undefined> {
  const { mode, actors } = question;
  const names = [...actors.keys()].filter((name) => name !== 'expired');
  const is_plain = names.length === 0 || names.some((name) => !name.endsWith('_sandbox'));
  if (is_plain && mode === 'live') return 'target.mode says that the plain actors are live';
  const nameOf = (name: (typeof SELLER_NAMES | typeof BUYER_NAMES)[number]): ActorName => (is_plain ? name : `${name}_sandbox`);

  const sellers = SELLER_NAMES.map(nameOf).filter((name) => actors.has(name));
  if (sellers.length === 0)
    return `there is no token for ${SELLER_NAMES.map(nameOf).join(' or ')} to prove that the target is a sandbox`;
  const proofs: Json[] = [];
  const unproven: ActorName[] = [];
  for (const name of sellers) {
    const listings = await readListings(question, name);
    if (typeof listings === 'string') return listings;
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
  return findLiveBuyer(question, BUYER_NAMES.map(nameOf), proofs);
}

/** The first page of all listings, and if none of these is on the market, the first page of those that are. */
async function readListings(question: SandboxCheck, name: ActorName): Promise<readonly Json[] | string> {
  const listings = await readPage(question, name, SCOPE_PROBES['listings.read'].path);
  if (typeof listings === 'string' || listings.length === 0 || listings.some(({ status }) => status === 'listed'))
    return listings;
  const listed = await readPage(question, name, LISTED);
  return typeof listed === 'string' ? listed : [...listings, ...listed];
}

async function readPage(
  { base_url, actors, timeout_ms }: SandboxCheck,
  name: ActorName,
  path: string,
): Promise<readonly Json[] | string> {
  const answer = await readAs(actors.get(name), `${base_url}${path}`, timeout_ms);
  const items = isObject(answer.json) ? answer.json['items'] : undefined;
  if (answer.status === 200 && Array.isArray(items)) return items.filter(isObject);
  return `${name} cannot read its listings, which could prove that the target is a sandbox: GET /me/inventory ${answer.answer}`;
}

/** A sandbox buyer can see sandbox listings. A buyer who cannot might have a live token. */
async function findLiveBuyer(
  { base_url, mode, actors, timeout_ms }: SandboxCheck,
  buyers: readonly ActorName[],
  proofs: readonly Json[],
): Promise<string | undefined> {
  const there = buyers.filter((name) => actors.has(name));
  const listed = proofs.find((listing) => listing['status'] === 'listed' && typeof listing['id'] === 'string');
  if (listed === undefined) {
    if (mode === 'sandbox' || there.length === 0) return undefined;
    return `no listing shows whether ${there.join(' and ')} are in the sandbox; set target.mode to sandbox if they are`;
  }
  for (const name of there) {
    const { status, answer } = await readAs(
      actors.get(name),
      `${base_url}${encodePath`/inventory/${String(listed['id'])}`}`,
      timeout_ms,
    );
    if (status === 404)
      return `${name} does not see the sandbox listing ${String(listed['id'])}: actors.${name} may be a live token`;
    if (status !== 200 && mode !== 'sandbox')
      return `${name} cannot be proved to be in the sandbox: GET /inventory/{id} ${answer}`;
  }
  return undefined;
}

async function readAs(
  actor: ActorSettings | undefined,
  url: string,
  timeout_ms: number,
): Promise<{ status: number; json: unknown; answer: string }> {
  try {
    const { status, json } = await sendPatiently(url, { headers: { authorization: `Bearer ${actor?.token ?? ''}` }, timeout_ms });
    return { status, json, answer: `returned ${status}` };
  } catch (error) {
    if (error instanceof NoResponse) return { status: 0, json: undefined, answer: `got no response: ${error.message}` };
    throw error;
  }
}
