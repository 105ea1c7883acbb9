/** From zod schemas to the schemas of the document, in the forms that readers and generators take best. */
import type { z } from 'zod';
import { createSchema, type oas32, type ZodOpenApiOverride } from 'zod-openapi';

type JsonSchema = Parameters<ZodOpenApiOverride>[0]['jsonSchema'];

/** Formats that say it all; the pattern that zod adds to them is long and says it again. */
const FORMATS: ReadonlySet<string> = new Set(['date', 'date-time', 'email']);

function dropPatternOfFormat(json: JsonSchema): void {
  if (json.format !== undefined && FORMATS.has(json.format)) delete json.pattern;
}

/** How far JavaScript can count is no part of the contract. */
function dropBoundsOfSafeIntegers(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

/**
 * `anyOf` of a typed schema and null becomes one schema with two types. A `$ref` or null stays as it is. An enumeration must name
 * null, or null would not be in it.
 */
function foldNull(json: JsonSchema): void {
  const [value, nothing] = json.anyOf ?? [];
  if (json.anyOf?.length !== 2 || nothing?.type !== 'null' || typeof value?.type !== 'string') return;

  const { anyOf: _, ...outer } = json;
  delete json.anyOf;
  Object.assign(json, value, outer, { type: [value.type, 'null'] });
  if (value.enum !== undefined) json.enum = [...value.enum, null];
}

/** The null is folded first: what is folded in may not have been put into form yet. */
function putIntoForm(json: JsonSchema): void {
  foldNull(json);
  dropPatternOfFormat(json);
  dropBoundsOfSafeIntegers(json);
}

/**
 * All schemas are taken in their input form, also those of answers: nothing here transforms, and only that form leaves plain objects
 * open to further fields, as the document does. Strict objects, which only requests have, are closed in both.
 */
function convert(schema: z.core.$ZodType): ReturnType<typeof createSchema> {
  return createSchema(schema, { io: 'input', opts: { override: ({ jsonSchema }) => putIntoForm(jsonSchema) } });
}

/** A schema as it stands where it is used: a `$ref` if it has an id, else the whole. */
export function schemaOf(schema: z.core.$ZodType): oas32.SchemaObject | oas32.ReferenceObject {
  return convert(schema).schema;
}

/** The schemas with an id that occur in the given ones, themselves included, sorted by id. Throws when two share an id. */
export function collectSchemas(schemas: readonly z.core.$ZodType[]): Record<string, oas32.SchemaObject> {
  const found = new Map<string, oas32.SchemaObject>();
  for (const [id, schema] of schemas.flatMap((each) => Object.entries(convert(each).components))) {
    if (JSON.stringify(found.get(id) ?? schema) !== JSON.stringify(schema)) throw new Error(`Two schemas have the id ${id}`);
    found.set(id, schema);
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
