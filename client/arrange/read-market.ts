import { readItems } from '../replies/read-items.ts';
import { isObject } from '../json.ts';
import { itemsOf } from '../replies/expect.ts';
import { Breach } from '../replies/findings.ts';
import type { Actor } from '../session/actor.ts';
import type { RunContext } from '../session/run-context.ts';
import type { ActorName } from '../settings/schema.ts';
import type { Reply } from '../replies/reply.ts';

/** A commodity and a grade, in the target's notation. */
export interface GrainType {
  commodity: string;
  grade: string | undefined;
}

/** The required location of a farm. */
export interface FarmLocation {
  nearest_city: string;
  nearest_province: string;
}

/** The values of a public listing, which a new listing can have too. */
interface ListedValues extends GrainType {
  location: FarmLocation | undefined;
}

const CROPS_TRIED_MAX = 6;

/** An actor that can read the inventory. */
export function chooseReader(t: RunContext): Actor {
  return t.has('buyer') ? t.buyer : t.reader;
}

const READERS = ['buyer', 'rival', 'elevator', 'partner', 'reader'] as const satisfies readonly ActorName[];

/** Chooses who reads public listings and grades for a seller: the seller itself or, if its token lacks the scope, another actor of its mode. */
export async function chooseMarketReader(t: RunContext, seller: Actor): Promise<Actor> {
  const name = await t.run.once(`who reads the market for ${seller.name}`, async () => {
    const suffix = seller.name.endsWith('_sandbox') ? '_sandbox' : '';
    const others = READERS.map((one) => `${one}${suffix}` as const).filter((one) => t.has(one));
    for (const reader of [seller, ...others.map((one) => t.actor(one))]) {
      if ((await reader.get('/grades')).is_success && (await reader.get('/inventory', { limit: 1 })).is_success)
        return others.find((one) => one === reader.name);
    }
    return undefined;
  });
  return name === undefined ? seller : t.actor(name);
}

/** Commodities and grades that a new listing might accept, the most likely first. Codes and names can differ. */
export async function listGrainTypes(actor: Actor): Promise<readonly GrainType[]> {
  const seen = readListedValues(await actor.get('/inventory', { limit: 50 }));
  const known = seen.filter(({ grade }) => grade !== undefined);
  const named = readGrades(await actor.get('/grades'));
  const commodities = [...new Set(seen.map(({ commodity }) => commodity))];
  const stated: readonly GrainType[] = [
    ...known.filter(({ grade }) => named.some(({ name }) => name === grade)),
    ...named.flatMap(({ name, commodity }) => (commodity === undefined ? [] : [{ commodity, grade: name }])),
    ...known,
  ];
  const guessed = named.flatMap(({ name }) => commodities.slice(0, 2).map((commodity) => ({ commodity, grade: name })));
  const distinct = [
    ...new Map(
      [...stated, ...guessed].map(({ commodity, grade }) => [`${commodity}|${grade}`, { commodity, grade }] as const),
    ).values(),
  ];
  // Bids by grade need a commodity with two grades. A guess counts only if the target does not say which grades belong to a commodity.
  const has_commodities = named.some(({ commodity }) => commodity !== undefined);
  const gradesOf = ({ commodity }: GrainType): number =>
    new Set((has_commodities ? stated : distinct).filter((other) => other.commodity === commodity).map(({ grade }) => grade))
      .size;
  const hasTwo = (crop: GrainType): boolean => gradesOf(crop) > 1;
  return [...distinct.filter(hasTwo), ...distinct.filter((crop) => !hasTwo(crop))].slice(0, CROPS_TRIED_MAX);
}

/**
 * A location for a farm as public listings write it, since the document does not define province names. Skips locations with a digit, which are more
 * precise than a city (PRIV-2) and might be rejected for a farm.
 */
export async function findFarmLocation(actor: Actor): Promise<FarmLocation> {
  const seen = readListedValues(await actor.get('/inventory', { limit: 50 }));
  const plain = seen.find(({ location }) => location !== undefined && !/\d/.test(location.nearest_city));
  return plain?.location ?? { nearest_city: 'Regina', nearest_province: 'SK' };
}

/** Reads public listings. Skips unusable items. */
function readListedValues(reply: Reply): readonly ListedValues[] {
  return readItems(reply).flatMap((item) => {
    const commodity = isObject(item['commodity']) ? item['commodity']['slug'] : undefined;
    if (typeof commodity !== 'string') return [];
    const { grade } = item;
    const { nearest_city, province: nearest_province } = isObject(item['location']) ? item['location'] : {};
    const location =
      typeof nearest_city === 'string' && typeof nearest_province === 'string' ? { nearest_city, nearest_province } : undefined;
    return [{ commodity, grade: typeof grade === 'string' ? grade : undefined, location }];
  });
}

/** Reads GET /grades, whose items can be strings or objects with a name. Empty if the response is not a list. */
export function readGrades(reply: Reply): readonly { name: string; commodity: string | undefined }[] {
  let items: readonly unknown[];
  try {
    items = itemsOf(reply).map(({ value }) => value);
  } catch (error) {
    if (error instanceof Breach) return [];
    throw error;
  }
  return items.flatMap((item) => {
    if (typeof item === 'string') return [{ name: item, commodity: undefined }];
    if (!isObject(item)) return [];
    const name = item['name'] ?? item['grade'] ?? item['code'];
    const of = item['commodity'] ?? item['commodity_slug'];
    const commodity = isObject(of) ? of['slug'] : of;
    return typeof name === 'string' ? [{ name, commodity: typeof commodity === 'string' ? commodity : undefined }] : [];
  });
}
