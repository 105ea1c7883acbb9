/** What a story takes from answers: members by their pointers. */
import { isObject } from '#client';

export interface Member {
  readonly key: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** The answer as JSON; undefined where it is none, or was cut. */
export function parseAnswer({ response_body }: { readonly response_body: string }): unknown {
  try {
    // Whatever comes of it is judged by its kind.
    return JSON.parse(response_body) as unknown;
  } catch {
    return undefined;
  }
}

/** Every member of every object, and every item of every array, the outer ones first. */
export function membersOf(value: unknown, pointer = ''): readonly Member[] {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, i) => [String(i), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, one]) => {
    const here = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [{ key, value: one, pointer: here }, ...membersOf(one, here)];
  });
}

/** @returns undefined where there is nothing */
export function readPointer(value: unknown, pointer: string): unknown {
  return pointer === '' ? value : membersOf(value).find((member) => member.pointer === pointer)?.value;
}

export function isIdKey(key: string): boolean {
  return key === 'id' || key.endsWith('_id');
}
