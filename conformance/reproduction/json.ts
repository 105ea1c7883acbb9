/** Reads members of JSON responses by pointer. */
import { isObject, parseJson } from '#client';

export interface LocatedMember {
  readonly key: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** The response as JSON, with the limits of every response that was read; undefined if it is not JSON or was truncated. */
export function parseResponse({ response_body }: { readonly response_body: string }): unknown {
  return parseJson(response_body);
}

/** All object members and array items, outer ones first. */
export function locateMembers(value: unknown, pointer = ''): readonly LocatedMember[] {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, i) => [String(i), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, one]) => {
    const here = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [{ key, value: one, pointer: here }, ...locateMembers(one, here)];
  });
}

/** @returns undefined if the pointer does not resolve */
export function readPointer(value: unknown, pointer: string): unknown {
  return pointer === '' ? value : locateMembers(value).find((member) => member.pointer === pointer)?.value;
}

export function isIdKey(key: string): boolean {
  return key === 'id' || key.endsWith('_id');
}
