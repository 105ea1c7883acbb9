/** Configured secrets that are public values, such as the name of a town. Each listing there would look like a leak. */
import { commodities, towns } from '#spec/reference/index';
import { isObject } from '../replies/json-node.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Fixtures } from '../settings/settings.ts';
import { openReader, type ReadResult, type Reader, type ReaderTarget } from './reader.ts';

/** A list or resource with public values, and where they are. No other member counts: it may be a leak. */
interface Source {
  path: string;
  readers: readonly ActorName[];
  values: readonly string[];
}

const ANYONE: readonly ActorName[] = ['buyer', 'rival', 'elevator', 'reader', 'partner', 'seller'];
const COMMODITY = ['commodity', 'commodity/slug', 'commodity/name'];

const LISTINGS = '/inventory?limit=50';
/** Members of a listing that say what is sold. Only a text that listings in two places share counts: another may name their seller. */
const GRAIN = [...COMMODITY, 'grade', 'variety'];

const SOURCES: readonly Source[] = [
  // Not the place of a listing: a target can show the name of a farm there, so only towns that are known to be towns are public.
  { path: LISTINGS, readers: ANYONE, values: [] },
  { path: '/grades?limit=50', readers: ANYONE, values: [...COMMODITY, 'name', 'code'] },
  { path: '/market/commodities', readers: ANYONE, values: ['slug', 'name'] },
  { path: '/delivery-locations?limit=50', readers: ['elevator'], values: ['name', 'city', 'province', 'formatted'] },
];

const REFERENCE: readonly string[] = [
  'Alberta',
  'British Columbia',
  'Manitoba',
  'Saskatchewan',
  ...towns.flatMap(({ name, province }) => [name, province]),
  ...commodities.flatMap(({ slug, name, grades, varieties }) => [slug, name, ...grades, ...varieties]),
];

/**
 * Leaves out the configured secrets that equal a public value, in any case. A text that only contains one stays a secret.
 * @returns the other fixtures, and what was left out
 */
export async function leaveOutPublicSecrets(
  target: ReaderTarget & { fixtures: Fixtures },
): Promise<{ fixtures: Fixtures; public_secrets: readonly string[] }> {
  const { fixtures } = target;
  const { secrets = [], verified_company_name: company, ...others } = fixtures;
  if (secrets.length === 0) return { fixtures, public_secrets: [] };
  const read = openReader(target);
  const found = await Promise.all(SOURCES.map(async (source) => readValues(source, target, read)));
  const values = new Set([...REFERENCE, ...(company === undefined ? [] : [company]), ...found.flat()].map(fold));
  const public_secrets = secrets.filter((text) => values.has(fold(text)));
  if (public_secrets.length === 0) return { fixtures, public_secrets };
  const kept = secrets.filter((text) => !public_secrets.includes(text));
  return {
    fixtures: {
      ...others,
      ...(company === undefined ? {} : { verified_company_name: company }),
      ...(kept.length === 0 ? {} : { secrets: kept }),
    },
    public_secrets,
  };
}

/** The public values that the first of the actors who may read the source finds there. */
async function readValues({ path, readers, values }: Source, { actors }: ReaderTarget, read: Reader): Promise<readonly string[]> {
  for (const name of readers.filter((one) => actors.has(one))) {
    const { status, items, resource } = await read(name, path);
    if (status !== 200) continue;
    const texts = [...items, resource].flatMap((one) => textsOf(one, values));
    return path === LISTINGS ? [...texts, ...findShared(items)] : texts;
  }
  return [];
}

function findShared(listings: ReadResult['items']): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const listing of listings) {
    const place = JSON.stringify(listing['location']);
    for (const text of textsOf(listing, GRAIN)) places.set(text, new Set([...(places.get(text) ?? []), place]));
  }
  return [...places].filter(([, where]) => where.size > 1).map(([text]) => text);
}

/** The texts at paths such as `commodity/slug`. */
function textsOf(value: unknown, paths: readonly string[]): readonly string[] {
  return paths.flatMap((at) => textsAt(value, at.split('/')));
}

/** The texts at a path of keys, in each element of the arrays on the way. */
function textsAt(value: unknown, [key, ...below]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsAt(one, key === undefined ? [] : [key, ...below]));
  if (key === undefined) return typeof value === 'string' ? [value] : [];
  return isObject(value) ? textsAt(value[key], below) : [];
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
