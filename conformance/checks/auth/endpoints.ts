import { ENDPOINT_ROWS, samplePath, type Endpoint, encodePath } from '#client';

/** An endpoint of the document as a request, with ids that do not exist in its path. */
export interface EndpointRequest {
  method: Endpoint['method'];
  path: string;
  /** The token needs all of these, or any one of them if `any_scope` is set. */
  scopes: readonly string[];
  any_scope: boolean;
  /** A body that is valid as far as the document shows it. */
  body: Endpoint['body'];
  visit_on: Endpoint['visit_on'];
}

/** Every endpoint, including those that state no scope. */
export const ALL_ENDPOINTS: readonly EndpointRequest[] = ENDPOINT_ROWS.map(([, row]) => {
  const { method, scopes, any_scope = false, body, visit_on } = row;
  return { method, path: samplePath(row), scopes, any_scope, body, visit_on };
});

/** The endpoints that state a scope (AUTH-2). */
export const SCOPED_ENDPOINTS: readonly EndpointRequest[] = ALL_ENDPOINTS.filter(({ scopes }) => scopes.length > 0);

/** Whether the path of an endpoint has an id. */
export function hasIdInPath({ path }: EndpointRequest): boolean {
  return path.includes('_0000');
}

/** The scoped GET endpoints without an id in their path. */
export const COLLECTIONS: readonly EndpointRequest[] = SCOPED_ENDPOINTS.filter(
  (endpoint) => endpoint.method === 'GET' && !hasIdInPath(endpoint),
);

/** The event type that a subscription of these checks asks for. */
export const EVENTS = ['bid.accepted'] as const;

/** AUTH-13: the table of scopes. */
export const SCOPE_NAMES = [
  'inventory.read',
  'market.read',
  'bids.read',
  'bids.write',
  'trades.read',
  'teams.read',
  'cashbids.read',
  'cashbids.write',
  'webhooks.read',
  'webhooks.write',
  'openid',
  'profile',
  'email',
  'listings.read',
  'listings.write',
  'farms.read',
  'farms.write',
  'locations.read',
] as const;

/** AUTH-5: the scopes that a client-credentials token can have. */
export const READ_ONLY_SCOPES: readonly string[] = ['inventory.read', 'market.read'];

/** AUTH-6: the scopes that only approved partners get. */
export const PARTNER_SCOPES: readonly string[] = ['listings.read', 'listings.write', 'farms.read', 'farms.write'];

/** The scopes that every app can request for its users. */
export const SELF_SERVICE_SCOPES: readonly string[] = SCOPE_NAMES.filter((scope) => !PARTNER_SCOPES.includes(scope));

/** The endpoint with `{id}` in place of ids: `GET /me/farms/{id}`. */
export function nameOf({ method, path }: EndpointRequest): string {
  return `${method} ${path.replaceAll(/\/[a-z]+_0+/g, '/{id}')}`;
}

/** The path of an endpoint with the id of an existing record. */
export function pathTo({ path }: EndpointRequest, id: string): string {
  return path.replace(/(?<=\/)[a-z]+_0+/, () => encodePath`${id}`);
}

/** The name of an endpoint as part of a check's id: `get-me-farms-id`. */
export function slugOf(endpoint: EndpointRequest): string {
  return nameOf(endpoint)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
