import { expect, test } from 'vitest';
import { z } from 'zod';
import { collectSchemas, schemaOf } from './schema-of.ts';

const Named = z.object({ name: z.string() }).meta({ id: 'SchemaOfTestNamed', description: 'Something.' });

test('null is a second type, and a value of an enumeration', () => {
  expect(schemaOf(z.string().nullable().meta({ description: 'Free.' }))).toEqual({
    type: ['string', 'null'],
    description: 'Free.',
  });
  expect(schemaOf(z.enum(['a', 'b']).nullable())).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
  expect(schemaOf(z.object({ name: z.string() }).nullable())).toMatchObject({ type: ['object', 'null'], required: ['name'] });
});

test('a reference or null keeps the reference', () => {
  const ref = { $ref: '#/components/schemas/SchemaOfTestNamed' };

  expect(schemaOf(Named.nullable())).toEqual({ anyOf: [ref, { type: 'null' }] });
});

test('metadata at the place of use is beside the reference, and does not close the schema', () => {
  expect(schemaOf(z.object({ part: Named.meta({ 'x-assumed': 'BID-56' }) }))).toEqual({
    type: 'object',
    properties: { part: { $ref: '#/components/schemas/SchemaOfTestNamed', 'x-assumed': 'BID-56' } },
    required: ['part'],
  });
});

test('formats have no pattern and integers no machine bounds, even if null is allowed', () => {
  const moment = z.iso.datetime();
  const count = z.int();
  const schema = schemaOf(z.object({ moment, maybe: moment.nullable(), count, some: count.min(1).nullable() }));

  expect(schema).toMatchObject({
    properties: {
      moment: { type: 'string', format: 'date-time' },
      maybe: { type: ['string', 'null'], format: 'date-time' },
      count: { type: 'integer' },
      some: { type: ['integer', 'null'], minimum: 1 },
    },
  });
  expect(JSON.stringify(schema)).not.toMatch(/pattern|9007199254740991/);
});

test('plain objects are open, strict ones closed, literals constant', () => {
  expect(schemaOf(z.object({}))).not.toHaveProperty('additionalProperties');
  expect(schemaOf(z.strictObject({}))).toHaveProperty('additionalProperties', false);
  expect(schemaOf(z.literal('bid.accepted'))).toEqual({ type: 'string', const: 'bid.accepted' });
});

test('two schemas cannot share an id', () => {
  const other = z.object({}).meta({ id: 'SchemaOfTestNamed' });

  expect(Object.keys(collectSchemas([z.array(Named), Named]))).toEqual(['SchemaOfTestNamed']);
  expect(() => collectSchemas([Named, other])).toThrow('Two schemas have the id SchemaOfTestNamed');
});
