import { expect, test } from 'vitest';
import { DEPTH_MAX, KEY_MAX, TEXT_MAX, TOO_MANY, VALUES_MAX, readJson } from './read-json.ts';

function depthOf(value: unknown): number {
  let depth = 0;
  for (let at = value; Array.isArray(at); [at] = at) depth += 1;
  return depth;
}

test('a body within the limits is read unchanged', () => {
  const value = { a: [1, 'x', null, { b: true }], c: 'é👩' };
  expect(readJson(JSON.stringify(value))).toEqual({ json: value, unseen: undefined });
  expect(readJson('{')).toEqual({ json: undefined, unseen: undefined });
});

test('deeper values are omitted, and that is reported; their neighbors stay', () => {
  const { json, unseen } = readJson(`{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},"beside":1}`);
  expect(json).toMatchObject({ beside: 1 });
  expect(depthOf((json as { deep: unknown }).deep)).toBeLessThanOrEqual(DEPTH_MAX);
  expect(unseen).toContain('levels deep');
  expect(() => JSON.stringify(json)).not.toThrow();
});

test('long texts and keys are cut, and that is reported', () => {
  const { json, unseen } = readJson(JSON.stringify({ a: 'x'.repeat(TEXT_MAX + 1), ['k'.repeat(KEY_MAX + 1)]: 1 }));
  expect(json).toEqual({ a: 'x'.repeat(TEXT_MAX), ['k'.repeat(KEY_MAX)]: 1 });
  expect(unseen).toContain('of a text');
  expect(unseen).toContain('of a key');
});

test('unpaired surrogates are replaced so that the text can be part of a URL', () => {
  const { json } = readJson(String.raw`{"id":"\ud800","\udfff":1}`);
  expect(() => encodeURIComponent((json as { id: string }).id)).not.toThrow();
  expect(Object.keys(json as object).every((key) => key.isWellFormed())).toBe(true);
});

test('a response with too many values is not read', () => {
  expect(readJson(`[${'0,'.repeat(VALUES_MAX)}0]`)).toEqual({ json: undefined, unseen: TOO_MANY });
});

test('__proto__ is an ordinary key', () => {
  const { json } = readJson(String.raw`{"__proto__":"\ud800"}`);
  expect(Object.keys(json as object)).toEqual(['__proto__']);
});
