import { errorIn, type Reply } from '#client';

/** Whether a response says that the token lacks a scope. */
export function isRefusedForScope({ status, json }: Reply): boolean {
  return status === 403 && errorIn(json)['code'] === 'insufficient_scope';
}
