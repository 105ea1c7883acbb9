/** Finds configured secrets that are public values, such as the name of a town: every listing in that town would look like a leak. */
import { commodities, towns } from '#spec/reference/index';
import type { ActorName } from '../settings/schema.ts';
import type { Fixtures } from '../settings/settings.ts';
import { openReader, type Reader, type ReaderTarget } from './reader.ts';

/**
 * A list with public values, and the members that contain them. Listings are not a source, because on a target that shows the name of a farm in them, that
 * name would count as public.
 */
interface Source {
  path: string;
  readers: readonly ActorName[];
  members: readonly string[];
}

const ANYONE: readonly ActorName[] = ['buyer', 'rival', 'elevator', 'reader', 'partner', 'seller'];

const SOURCES: readonly Source[] = [
  { path: '/grades?limit=50', readers: ANYONE, members: ['commodity', 'name', 'code'] },
  { path: '/market/commodities', readers: ANYONE, members: ['slug', 'name'] },
  { path: '/delivery-locations?limit=50', readers: ['elevator'], members: ['name', 'city', 'province', 'formatted'] },
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
 * Leaves out the configured secrets that equal a public value, in upper or lower case. A string that only contains one stays a secret.
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

/** The public values that the first of the actors who can read the source finds there. */
async function readValues(
  { path, readers, members }: Source,
  { actors }: ReaderTarget,
  read: Reader,
): Promise<readonly string[]> {
  for (const name of readers.filter((one) => actors.has(one))) {
    const { status, items } = await read(name, path);
    if (status === 200)
      return items.flatMap((item) => members.map((key) => item[key])).filter((value) => typeof value === 'string');
  }
  return [];
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
