/** The views of the document, and which parts of a response belong to which view. */
import type { OperationId } from '#spec';
import { ENDPOINTS, isObject } from '#client';

type ViewName = 'inventory' | 'bid' | 'trade' | 'offer' | 'filters';

export interface ViewedResource {
  view: ViewName;
  resource: Readonly<Record<string, unknown>>;
  pointer: string;
}

const VIEW_NAMES: readonly string[] = ['inventory', 'bid', 'trade', 'offer', 'filters'] satisfies ViewName[];

function viewOf(operation: OperationId | undefined): ViewName | undefined {
  const kind = operation === undefined ? undefined : ENDPOINTS[operation].returns;
  // This list contains only names of views.
  return kind !== undefined && VIEW_NAMES.includes(kind) ? (kind as ViewName) : undefined;
}

/** The resources of a successful response, in every legal wrapping. */
export function viewedResourcesIn(operation: OperationId | undefined, json: unknown): readonly ViewedResource[] {
  const view = viewOf(operation);
  if (view === undefined) return [];
  if (Array.isArray(json)) return listItems(view, json, '');
  if (!isObject(json)) return [];
  if (Array.isArray(json['items'])) return listItems(view, json['items'], '/items');
  const { data } = json;
  if (Array.isArray(data)) return listItems(view, data, '/data');
  if (isObject(data) && Array.isArray(data['items'])) return listItems(view, data['items'], '/data/items');
  return isObject(data) ? [{ view, resource: data, pointer: '/data' }] : [{ view, resource: json, pointer: '' }];
}

function listItems(view: ViewName, items: readonly unknown[], pointer: string): readonly ViewedResource[] {
  return items.flatMap((resource, i) => (isObject(resource) ? [{ view, resource, pointer: `${pointer}/${i}` }] : []));
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
export function objectsIn(resource: unknown): ReadonlySet<string> {
  const nested = membersOf(resource).filter(({ value }) => isObject(value));
  return new Set(['', ...nested.map(({ below, key }) => `${below}/${key}`)]);
}

export function isUnknownInInventory({ key, below }: Member): boolean {
  return INVENTORY_KEYS[below]?.includes(key) === false;
}
