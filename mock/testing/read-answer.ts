/** What tests take out of an answer. Its shape has been judged by the document in `call`, so that the casts stand in this one file. */
import type { Bid, ErrorObject, Inventory, Listing, Page, Trade } from '#spec';
import type { Answer } from './open-mock.ts';

/** The inside of an Error object. */
export function errorIn(answer: Answer): ErrorObject['error'] {
  const { error } = answer.body as ErrorObject; // judged by the document in `call`
  return error;
}

/** `403 insufficient_scope`, or the status alone of what is no refusal. */
export function verdictOf(answer: Answer): string {
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${errorIn(answer).code}`;
}

/** The fields that a refusal names, in its order. */
export function fieldsIn(answer: Answer): string[] {
  return (errorIn(answer).errors ?? []).map(({ field }) => field);
}

export function pageIn<Item>(answer: Answer): Page<Item> {
  return answer.body as Page<Item>; // judged by the document in `call`
}

/** What stands in `data`: a bid as its team sees it. */
export function bidIn(answer: Answer): Bid {
  const { data } = answer.body as { data: Bid }; // judged by the document in `call`
  return data;
}

export function inventoryIn(answer: Answer): Inventory {
  const { data } = answer.body as { data: Inventory }; // judged by the document in `call`
  return data;
}

export function listingIn(answer: Answer): Listing {
  const { data } = answer.body as { data: Listing }; // judged by the document in `call`
  return data;
}

export function tradeIn(answer: Answer): Trade {
  const { data } = answer.body as { data: Trade }; // judged by the document in `call`
  return data;
}
