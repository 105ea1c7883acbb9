/** The views of the document, and which parts of a response belong to which view. */
import type { OperationId } from '#spec';
import { ENDPOINTS, isObject, type JsonObject } from '#client';

type ViewName = 'inventory' | 'bid' | 'trade' | 'offer' | 'filters';

export interface FoundResource {
  resource: JsonObject;
  pointer: string;
}

export interface ViewedResource extends FoundResource {
  view: ViewName;
}

const VIEW_NAMES: readonly string[] = ['inventory', 'bid', 'trade', 'offer', 'filters'] satisfies ViewName[];

function viewOf(operation: OperationId | undefined): ViewName | undefined {
  const kind = operation === undefined ? undefined : ENDPOINTS[operation].returns;
  // This list contains only names of views.
  return kind !== undefined && VIEW_NAMES.includes(kind) ? (kind as ViewName) : undefined;
}

/** The resources of a successful response that belong to a view. */
export function viewedResourcesIn(operation: OperationId | undefined, json: unknown): readonly ViewedResource[] {
  const view = viewOf(operation);
  return view === undefined ? [] : resourcesIn(json).map((found) => ({ view, ...found }));
}

/** The resources of a successful response, in every legal wrapping. */
export function resourcesIn(json: unknown): readonly FoundResource[] {
  if (Array.isArray(json)) return listItems(json, '');
  if (!isObject(json)) return [];
  if (Array.isArray(json['items'])) return listItems(json['items'], '/items');
  const { data } = json;
  if (Array.isArray(data)) return listItems(data, '/data');
  if (isObject(data) && Array.isArray(data['items'])) return listItems(data['items'], '/data/items');
  return isObject(data) ? [{ resource: data, pointer: '/data' }] : [{ resource: json, pointer: '' }];
}

function listItems(items: readonly unknown[], pointer: string): readonly FoundResource[] {
  return items.flatMap((resource, i) => (isObject(resource) ? [{ resource, pointer: `${pointer}/${i}` }] : []));
}

/** The keys of an anonymized listing, all of which the document shows. `quantity` has fields that it does not show. */
const INVENTORY_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': 'id commodity variety grade is_organic crop_year quantity_mt quantity asking_price quality location listed_at expires_at'.split(
    ' ',
  ),
  '/commodity': ['slug', 'name'],
  '/asking_price': ['amount', 'currency', 'unit', 'firm'],
  '/quality': ['protein', 'moisture', 'test_weight', 'dockage', 'falling_number'],
  '/location': ['province', 'nearest_city'],
};

/** A key of a resource, with its place in it. */
export interface Member {
  key: string;
  value: unknown;
  /** `/location` for the keys of the location. */
  below: string;
}

/** Every key of a resource, at any depth. */
export function membersOf(value: unknown, below = ''): readonly Member[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, below));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ key, value: inner, below }, ...membersOf(inner, `${below}/${key}`)]);
}

/** Where a resource has objects, such as `` (the resource) and `/location`. */
export function objectPathsIn(resource: unknown): ReadonlySet<string> {
  const nested = membersOf(resource).filter(({ value }) => isObject(value));
  return new Set(['', ...nested.map(({ below, key }) => `${below}/${key}`)]);
}

export function isUnknownInInventory({ key, below }: Member): boolean {
  return INVENTORY_KEYS[below]?.includes(key) === false;
}
