import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { Reply } from './reply.ts';
import { Breach } from './findings.ts';
import type { JsonNode } from './json-node.ts';

/** The breach that a check of a response with this body throws. */
function findingOf(text: string, evaluate: (body: JsonNode) => unknown): Partial<Breach['details']> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  // A node reads only these two members of its exchange.
  const reply = new Reply({ json, text } as Exchange);
  try {
    evaluate(reply.body);
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
    (body: JsonNode) => body.get('error'),
    { message: 'The body has no member "error".', pointer: '', expected: 'a member "error"', observed: 'only "name", "city"' },
  ],
  [
    '{"data":{}}',
    (body: JsonNode) => body.get('data').get('id'),
    { message: '/data has no member "id".', pointer: '/data', expected: 'a member "id"', observed: 'an empty object' },
  ],
  [
    '{"data":{"id":7}}',
    (body: JsonNode) => body.get('data').get('id').text(),
    { message: '/data/id is 7; expected a string.', pointer: '/data/id', expected: 'a string', observed: '7' },
  ],
  [
    '<html>',
    (body: JsonNode) => body.get('data'),
    {
      message: 'The body should be an object.',
      pointer: '',
      expected: 'an object',
      observed: 'a body that is not JSON: "<html>"',
    },
  ],
  [
    '',
    (body: JsonNode) => body.array(),
    { message: 'The body should be an array.', pointer: '', expected: 'an array', observed: 'an empty body' },
  ],
  [
    'null',
    (body: JsonNode) => body.object(),
    { message: 'The body should be an object.', pointer: '', expected: 'an object', observed: 'null' },
  ],
])('the breach of a check of the body %s', (text, evaluate, finding) => {
  expect(findingOf(text, evaluate)).toEqual(finding);
});
