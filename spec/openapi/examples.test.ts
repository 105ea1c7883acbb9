import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { readDocument, type Body, type Described, type Json } from './read-document.ts';

const document = readDocument();
const { components } = document;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(pointAt('document', { components: { schemas: components.schemas } }), 'document');

/** Makes the references of a schema refer to the schemas of the document that is registered under a name. */
function pointAt(name: string, schema: Json): Json {
  // Only references are replaced.
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${name}#/components/schemas/`)) as Json;
}

const validators = new Map<Json, ReturnType<typeof ajv.compile>>();

function findErrors(schema: Json, value: unknown): unknown[] {
  const validate = validators.get(schema) ?? ajv.compile(pointAt('document', schema));
  validators.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []);
}

function valuesOf({ examples = {} }: Body): unknown[] {
  return Object.values(examples).map(({ $ref, value }) =>
    $ref === undefined ? value : components.examples[$ref.split('/').at(-1) ?? '']?.value,
  );
}

/** Adds a key to every object of a value, as a later version of the API can. */
function addKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addKeys);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, addKeys(part)])), added_later: 1 };
}

const operations: Described[] = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const events: Described[] = Object.values(document.webhooks).map(({ post }) => post);
const requests = operations.filter(({ requestBody }) => requestBody !== undefined);

function requestOf({ requestBody }: Described): Body[] {
  return requestBody === undefined ? [] : [requestBody.content['application/json']];
}

function responsesOf({ responses }: Described): Body[] {
  return Object.values(responses).flatMap(({ content }) => (content === undefined ? [] : [content['application/json']]));
}

test.for(operations)(
  'the examples of the responses of $operationId match their schemas, with additional keys too',
  (operation) => {
    const bodies = responsesOf(operation);

    expect(bodies).toHaveLength(Object.keys(operation.responses).length);
    for (const body of bodies) {
      expect(valuesOf(body)).not.toEqual([]);
      expect(valuesOf(body).flatMap((value) => findErrors(body.schema, value))).toEqual([]);
      expect(valuesOf(body).flatMap((value) => findErrors(body.schema, addKeys(value)))).toEqual([]);
    }
  },
);

test.for(events)('EVT-1 the example of $operationId matches its schema, with additional keys too', (event) => {
  const bodies = requestOf(event);

  expect(bodies).toHaveLength(1);
  for (const body of bodies) {
    expect(valuesOf(body)).toHaveLength(1);
    expect(valuesOf(body).flatMap((value) => findErrors(body.schema, value))).toEqual([]);
    expect(valuesOf(body).flatMap((value) => findErrors(body.schema, addKeys(value)))).toEqual([]);
  }
});

test('twelve operations have a body', () => {
  expect(requests).toHaveLength(12);
});

test.for(requests)(
  'CONV-7 the examples of the body of $operationId match the schema, and with an additional key they do not',
  (operation) => {
    for (const body of requestOf(operation)) {
      expect(valuesOf(body)).not.toEqual([]);
      for (const value of valuesOf(body)) {
        expect(findErrors(body.schema, value)).toEqual([]);
        expect(findErrors(body.schema, { ...Object(value), added_later: 1 })).not.toEqual([]);
      }
    }
  },
);

test.for(operations)('ERR-6 the examples of the errors of $operationId have their status', ({ responses }) => {
  for (const [status, { content }] of Object.entries(responses).filter(([each]) => each >= '400')) {
    const values = content === undefined ? [] : valuesOf(content['application/json']);
    for (const value of values) expect(value).toMatchObject({ error: { status: Number(status) } });
  }
});

test('the examples inside the schemas match them', () => {
  for (const schema of Object.values(components.schemas)) {
    const examples: unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : [];
    expect(examples.flatMap((example) => findErrors(schema, example))).toEqual([]);
  }
});

test('the examples of parameters and headers match their schemas', () => {
  const own = [...operations, ...events].flatMap(({ parameters = [] }) => parameters);
  const valued = [...own, ...Object.values(components.parameters), ...Object.values(components.headers)];
  const checked = valued.filter(({ schema }) => schema !== undefined);

  expect(checked.length).toBeGreaterThan(50);
  for (const { schema = {}, example } of checked) expect(findErrors(schema, example)).toEqual([]);
});

test.for(events)(
  'SIG-1 the signature of the $operationId example verifies with the secret of the example subscription',
  (event) => {
    const [example] = requestOf(event).flatMap(valuesOf);
    const header = event.parameters?.find(({ name }) => name === 'SVC-Signature')?.example;
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

    // A tolerance of 0 turns off the check of the age.
    expect(Stripe.webhooks.signature?.verifyHeader(JSON.stringify(example), String(header), secret, 0)).toBe(true);
  },
);
