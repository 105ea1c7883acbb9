/** Keys that name a party, or a place more precise than the city. */

/** Words in keys that identify a person or a company to any reader. */
const PARTY = new Set(['seller', 'sellers', 'farm', 'farms', 'farmer', 'farmers', 'grower', 'growers', 'producer', 'producers']);
/** Words that identify a person. If the actor is a party to the deal, that person can be the actor. */
const PERSON = new Set(['user', 'users', 'username', 'email', 'emails', 'phone', 'mobile', 'telephone', 'owner', 'contact']);
const PLACE = new Set(
  (
    'lat latitude lng lon longitude latlng latlon lnglat coordinate coordinates coords geo geohash geometry geojson gps ' +
    'address street postal postcode zip zipcode lsd land township parcel'
  ).split(' '),
);
/** Words that turn such a key into one about the deal, such as `seller_invoice_status`. */
const DEAL = new Set([
  'invoice',
  'invoices',
  'status',
  'paid',
  'accepted',
  'rejected',
  'count',
  'bids',
  'fob',
  'terms',
  'action',
]);

/** Members whose text a seller wrote for the public, or that name a region. */
const PUBLIC_WORDS = ['variety', 'additional_terms', 'nearest_city', 'nearest_province', 'province', 'city', 'formatted'];
export const TYPED_FOR_THE_PUBLIC = new Set(PUBLIC_WORDS);
/** Members below which everything is public. */
export const PUBLIC = new Set([...PUBLIC_WORDS, 'commodity', 'commodities', 'grade', 'grades', 'cities', 'provinces', 'unit']);

export type Naming = 'party' | 'person' | 'place';

/** The limit of the cache. A few deployments generate new keys in each response. */
const KEPT_MAX = 5_000;
/** Most deployments repeat a small set of keys, and reading a key takes 25 times as long as finding it here. */
const kept = new Map<string, Naming | undefined>();

/** What a key names, by its words; undefined if it names neither a party, a person, nor a place. */
export function namingOf(key: string): Naming | undefined {
  if (kept.has(key)) return kept.get(key);
  const naming = readNaming(key);
  if (kept.size < KEPT_MAX) kept.set(key, naming);
  return naming;
}

function readNaming(key: string): Naming | undefined {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  // A delivery term, not a farm.
  if (key === 'fob_farm' || words.some((word) => DEAL.has(word))) return undefined;
  // It leads to the seller's own page.
  if (key === 'manage_url') return 'party';
  if (words.some((word) => PLACE.has(word))) return 'place';
  if (words.some((word) => PARTY.has(word))) return 'party';
  return words.some((word) => PERSON.has(word)) ? 'person' : undefined;
}

/** The words of labels that stand in for a name, such as "(hidden)" or "Undisclosed until settlement". */
const MASK_WORDS = new Set(
  (
    'a an the anonymous anonymised anonymized masked hidden private confidential withheld unknown redacted verified undisclosed not disclosed shown ' +
    'available yet pending until after settlement settled seller sellers farm farmer grower producer party offeror na n tbd'
  ).split(' '),
);
const NOTHING = /^[*•x.\s-]*$/i;

/** Whether a value reveals anything: not null, not a boolean, and not a label that is the same for everyone. */
export function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return !isMask(value);
  if (typeof value === 'number') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => hasContent(inner));
}

function isMask(text: string): boolean {
  const words = text.toLowerCase().match(/[^\s_()[\]<>{}"'.,:;/-]+/g) ?? [];
  return NOTHING.test(text) || words.every((word) => MASK_WORDS.has(word));
}
