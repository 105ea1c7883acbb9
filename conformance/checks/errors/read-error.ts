import { isObject, type Reply } from '#client';

/** The members of the error object in a response; none if there is no such object. Does not check the response. */
export function errorOf({ json }: Reply): Readonly<Record<string, unknown>> {
  return isObject(json) && isObject(json['error']) ? json['error'] : {};
}

/** Whether a response says that the token lacks a scope. */
export function isRefusedForScope(reply: Reply): boolean {
  return reply.status === 403 && errorOf(reply)['code'] === 'insufficient_scope';
}
