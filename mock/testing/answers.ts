/** Reads responses. `call` has validated them against the OpenAPI document, so this file casts them. */
import type { Bid, ErrorObject, Listing } from '#spec';
import type { Answer } from './open-mock.ts';

/** The `error` of an Error object. */
export function errorIn(answer: Answer): ErrorObject['error'] {
  const { error } = answer.body as ErrorObject; // validated in `call`
  return error;
}

/** Status and error code, such as `403 insufficient_scope`, or only the status if the request succeeded. */
export function verdictOf(answer: Answer): string {
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${errorIn(answer).code}`;
}

/** The verdict and the invalid fields: `201`, `404 not_found`, `422 validation_failed: price, delivery.to`. */
export function outcomeOf(answer: Answer): string {
  const fields = answer.status < 400 ? [] : fieldsIn(answer);
  return fields.length === 0 ? verdictOf(answer) : `${verdictOf(answer)}: ${fields.join(', ')}`;
}

/** The fields that an error names, in its order. */
export function fieldsIn(answer: Answer): string[] {
  return (errorIn(answer).errors ?? []).map(({ field }) => field);
}

/** @throws if the request failed */
function dataIn({ status, body, text }: Answer): unknown {
  if (status >= 300) throw new Error(`the request failed: ${text}`);
  return (body as { data: unknown }).data; // validated in `call`
}

/** The id of a resource of any kind. */
export function idIn(answer: Answer): string {
  return (dataIn(answer) as { id: string }).id; // validated in `call`
}

export function bidIn(answer: Answer): Bid {
  return dataIn(answer) as Bid; // validated in `call`
}

export function listingIn(answer: Answer): Listing {
  return dataIn(answer) as Listing; // validated in `call`
}
