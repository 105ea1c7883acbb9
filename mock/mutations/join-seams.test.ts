import { expect, test } from 'vitest';
import { joinSeams } from './join-seams.ts';
import type { OperationContext, ResponseContext, AnyCall, AttemptContext, Seams } from './seams.ts';
import { CLEAN_SEAMS } from './seams.ts';

const RESPONSE = { status: 200, headers: {}, text: '' };
// The seams below read none of these.
const context = {} as OperationContext & ResponseContext & AttemptContext;
const incoming = { search: '' } as Parameters<Seams['request']>[0]; // nothing else is read

/** Seams that add their name to what passes through them. */
function named(name: string): Partial<Seams> {
  return {
    request: (given) => ({ ...given, search: `${given.search}${name}` }),
    response: (given) => ({ ...given, text: `${given.text}${name}` }),
    timeout_ms: (timeout_ms) => timeout_ms + name.length,
    act: async (call, subject, act) => ({ [name]: await act(call, subject) }),
    find: async (entry, find) => `${name}(${String(await find(entry))})`,
  };
}

test('the first deviation changes outgoing data first, and incoming data last', async () => {
  const seams = joinSeams([named('a'), named('b'), named('c')]);
  expect(await seams.response(RESPONSE, context)).toEqual({ ...RESPONSE, text: 'abc' });
  expect(await seams.request(incoming, context)).toEqual({ search: 'cba' });
  expect(await seams.timeout_ms(10, context)).toBe(13);
});

test('the first deviation is the innermost', async () => {
  const seams = joinSeams([named('a'), named('b')]);
  const call = {} as AnyCall; // passed on
  expect(await seams.act(call, 'lot', (_call, subject) => Promise.resolve({ subject }), context)).toEqual({
    b: { a: { subject: 'lot' } },
  });
  expect(await seams.find(call, () => 'lot', context)).toBe('b(a(lot))');
});

test('a refusal stops incoming data', async () => {
  const seams = joinSeams([named('a'), { request: () => ({ refused: 'conflict' }) }, named('c')]);
  expect(await seams.request(incoming, context)).toEqual({ refused: 'conflict' });
});

test('joining no deviation gives the clean seams', async () => {
  const seams = joinSeams([]);
  expect(Object.keys(seams).toSorted()).toEqual(Object.keys(CLEAN_SEAMS).toSorted());
  expect(await seams.response(RESPONSE, context)).toBe(RESPONSE);
  expect(await seams.request(incoming, context)).toBe(incoming);
});
