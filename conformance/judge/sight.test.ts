import { expect, test } from 'vitest';
import type { Exchange } from '../target/exchange.ts';
import { Reply } from '../target/reply.ts';
import { Breach } from './findings.ts';
import type { Sight } from './sight.ts';

/** What is said of an answer with this body. */
function findingOf(text: string, judge: (body: Sight) => unknown): Partial<Breach['details']> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  // Of an exchange a sight shows no more than the text.
  const reply = new Reply({ json, text } as Exchange);
  try {
    judge(reply.body);
  } catch (error) {
    if (!(error instanceof Breach)) throw error;
    const { message, pointer, expected, observed } = error.details;
    return { message, pointer, expected, observed };
  }
  throw new Error('nothing was found');
}

test.each([
  [
    '{"name":"Two Rivers","city":"Gull Lake"}',
    (body: Sight) => body.get('error'),
    { message: 'The body has no member "error".', pointer: '', expected: 'a member "error"', observed: 'only "name", "city"' },
  ],
  [
    '{"data":{}}',
    (body: Sight) => body.get('data').get('id'),
    { message: '/data has no member "id".', pointer: '/data', expected: 'a member "id"', observed: 'an empty object' },
  ],
  [
    '{"data":{"id":7}}',
    (body: Sight) => body.get('data').get('id').text(),
    { message: '/data/id should be a string.', pointer: '/data/id', expected: 'a string', observed: '7' },
  ],
  [
    '<html>',
    (body: Sight) => body.get('data'),
    {
      message: 'The body should be an object.',
      pointer: '',
      expected: 'an object',
      observed: 'a body that is not JSON: "<html>"',
    },
  ],
  [
    '',
    (body: Sight) => body.array(),
    { message: 'The body should be an array.', pointer: '', expected: 'an array', observed: 'an empty body' },
  ],
  [
    'null',
    (body: Sight) => body.object(),
    { message: 'The body should be an object.', pointer: '', expected: 'an object', observed: 'null' },
  ],
])('what is said of %s', (text, judge, said) => {
  expect(findingOf(text, judge)).toEqual(said);
});
