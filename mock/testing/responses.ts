/** Reads responses. `call` has validated them against the OpenAPI document, so this file casts them. */
import type { Bid, ErrorObject, Listing } from '#spec';
import type { TestResponse } from './open-mock.ts';

/** The `error` of an Error object. */
export function errorIn(response: TestResponse): ErrorObject['error'] {
  const { error } = response.body as ErrorObject; // validated in `call`
  return error;
}

/** Status and error code, such as `403 insufficient_scope`, or only the status if the request succeeded. */
export function verdictOf(response: TestResponse): string {
  return response.status < 400 ? String(response.status) : `${response.status} ${errorIn(response).code}`;
}

/** The verdict and the invalid fields: `201`, `404 not_found`, `422 validation_failed: price, delivery.to`. */
export function outcomeOf(response: TestResponse): string {
  const fields = response.status < 400 ? [] : fieldsIn(response);
  return fields.length === 0 ? verdictOf(response) : `${verdictOf(response)}: ${fields.join(', ')}`;
}

/** The fields that an error names, in its order. */
export function fieldsIn(response: TestResponse): string[] {
  return (errorIn(response).errors ?? []).map(({ field }) => field);
}

/** @throws if the request failed */
function dataIn({ status, body, text }: TestResponse): unknown {
  if (status >= 300) throw new Error(`the request failed: ${text}`);
  return (body as { data: unknown }).data; // validated in `call`
}

/** The id of a resource of any kind. */
export function idIn(response: TestResponse): string {
  return (dataIn(response) as { id: string }).id; // validated in `call`
}

export function bidIn(response: TestResponse): Bid {
  return dataIn(response) as Bid; // validated in `call`
}

export function listingIn(response: TestResponse): Listing {
  return dataIn(response) as Listing; // validated in `call`
}
