import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readDocument, type Body, type Described, type Json } from './read-document.ts';

const document = readDocument();
const { components } = document;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** A schema that refers into the document can be judged alone when the components stand beside it. */
function compile(schema: Json): ValidateFunction {
  return ajv.compile({ ...schema, components: { schemas: components.schemas } });
}

function findErrors(schema: Json, value: unknown): unknown {
  const validate = compile(schema);
  return validate(value) ? [] : validate.errors;
}

function valuesOf({ examples = {} }: Body): unknown[] {
  return Object.values(examples).map(({ $ref, value }) =>
    $ref === undefined ? value : components.examples[$ref.split('/').at(-1) ?? '']?.value,
  );
}

/** The value with one more key in every object of it, as a later version of the service may send it. */
function addKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addKeys);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, addKeys(part)])), added_later: 1 };
}

const operations: Described[] = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const events: Described[] = Object.values(document.webhooks).map(({ post }) => post);

function bodyOf({ operationId, requestBody }: Described): [string, Body][] {
  return requestBody === undefined ? [] : [[operationId, requestBody.content['application/json']]];
}

const requests = operations.flatMap(bodyOf);
const deliveries = events.flatMap(bodyOf);
const answers = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { content }]): [string, Body][] => {
    return content === undefined ? [] : [[`${operationId} ${status}`, content['application/json']]];
  }),
);

test('there is a body for all that has one', () => {
  expect(requests).toHaveLength(12);
  expect(deliveries).toHaveLength(14);
  expect(answers.length).toBe(operations.flatMap(({ responses }) => Object.keys(responses)).length);
});

test.for([...answers, ...deliveries])('the examples of %s fit their schema, with further keys, too', ([, body]) => {
  const values = valuesOf(body);

  expect(values).not.toEqual([]);
  for (const value of values) {
    expect(findErrors(body.schema, value)).toEqual([]);
    expect(findErrors(body.schema, addKeys(value))).toEqual([]);
  }
});

test.for(requests)('the examples of %s fit their schema, and further keys do not (CONV-7)', ([, body]) => {
  const values = valuesOf(body);

  expect(values).not.toEqual([]);
  for (const value of values) {
    expect(findErrors(body.schema, value)).toEqual([]);
    expect(findErrors(body.schema, { ...Object(value), added_later: 1 })).not.toEqual([]);
  }
});

test.for(answers.filter(([name]) => / [45]/.test(name)))('ERR-6 the examples of %s carry its status', ([name, body]) => {
  for (const value of valuesOf(body)) expect(value).toMatchObject({ error: { status: Number(name.split(' ')[1]) } });
});

test.for(Object.entries(components.schemas))('the examples inside of %s fit it', ([, schema]) => {
  for (const example of Array.isArray(schema['examples']) ? schema['examples'] : [])
    expect(findErrors(schema, example)).toEqual([]);
});

test('the examples of parameters and headers fit their schemas', () => {
  const own = [...operations, ...events].flatMap(({ parameters = [] }) => parameters);
  const valued = [...own, ...Object.values(components.parameters), ...Object.values(components.headers)];
  const checked = valued.filter(({ schema }) => schema !== undefined);

  expect(checked.length).toBeGreaterThan(50);
  for (const { schema = {}, example } of checked) expect(findErrors(schema, example)).toEqual([]);
});

test.for(events)(
  'SIG-1 the signature of the $operationId example verifies with the secret of the example subscription',
  (post) => {
    const [body] = valuesOf(post.requestBody?.content['application/json'] ?? { schema: {} });
    const header = post.parameters?.find(({ name }) => name === 'SVC-Signature')?.example;
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

    // No tolerance: the example is as old as it is.
    expect(Stripe.webhooks.signature.verifyHeader(JSON.stringify(body), String(header), secret, 0)).toBe(true);
  },
);
