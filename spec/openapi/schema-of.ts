/** Converts zod schemas to the OpenAPI schemas that code generators handle best. */
import type { z } from 'zod';
import { createSchema, type oas32, type ZodOpenApiOverride } from 'zod-openapi';

type JsonSchema = Parameters<ZodOpenApiOverride>[0]['jsonSchema'];

/** Formats for which the pattern that zod adds is redundant. */
const FORMATS: ReadonlySet<string> = new Set(['date', 'date-time', 'email']);

function dropPatternOfFormat(json: JsonSchema): void {
  if (json.format !== undefined && FORMATS.has(json.format)) delete json.pattern;
}

/** Removes the integer range of JavaScript, which is not part of the contract. */
function dropBoundsOfSafeIntegers(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

/**
 * Converts `anyOf` of a typed schema and null to one schema with two types, except for a `$ref`. An enumeration must also list null to
 * allow it.
 */
function foldNull(json: JsonSchema): void {
  const [value, nothing] = json.anyOf ?? [];
  if (json.anyOf?.length !== 2 || nothing?.type !== 'null' || typeof value?.type !== 'string') return;

  const { anyOf: _, ...outer } = json;
  delete json.anyOf;
  Object.assign(json, value, outer, { type: [value.type, 'null'] });
  if (value.enum !== undefined) json.enum = [...value.enum, null];
}

/** Folds null first, because the folded schema can need further conversion. */
function normalize(json: JsonSchema): void {
  foldNull(json);
  dropPatternOfFormat(json);
  dropBoundsOfSafeIntegers(json);
}

/**
 * Uses the input form of all schemas, including those of responses. No schema transforms its input, and only the input form lets plain objects have
 * further fields, as the document does. Strict objects, which only requests use, allow none in either form.
 */
function convert(schema: z.core.$ZodType): ReturnType<typeof createSchema> {
  const converted = createSchema(schema, { io: 'input', opts: { override: ({ jsonSchema }) => normalize(jsonSchema) } });
  for (const each of [converted.schema, ...Object.values(converted.components)]) allowNulls(each);
  return converted;
}

type Schema = oas32.SchemaObject | oas32.ReferenceObject;

/** Allows null in the optional fields of requests, which are the closed objects. */
function allowNulls(json: Schema): void {
  if (typeof json === 'boolean' || '$ref' in json) return;
  const { properties = {}, required = [] } = json;
  for (const [name, field] of Object.entries<Schema>(properties)) {
    allowNulls(field);
    if (json.additionalProperties === false && !required.includes(name)) properties[name] = nullable(field);
  }
  if (json.items !== undefined) allowNulls(json.items);
}

function nullable(field: Schema): Schema {
  if (typeof field === 'boolean') return field;
  if ('$ref' in field) return { anyOf: [field, { type: 'null' }] };
  if (field.const !== undefined) return { enum: [field.const, null] };
  return typeof field.type === 'string' ? { ...field, type: [field.type, 'null'] } : field;
}

/** A schema at its place of use: a `$ref` if it has an id, else the whole schema. */
export function schemaOf(schema: z.core.$ZodType): oas32.SchemaObject | oas32.ReferenceObject {
  return convert(schema).schema;
}

/** The schemas with an id in the given schemas, including those themselves, sorted by id. Throws if two share an id. */
export function collectSchemas(schemas: readonly z.core.$ZodType[]): Record<string, oas32.SchemaObject> {
  const found = new Map<string, oas32.SchemaObject>();
  for (const [id, schema] of schemas.flatMap((each) => Object.entries(convert(each).components))) {
    if (JSON.stringify(found.get(id) ?? schema) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the id ${id}; rename one`);
    found.set(id, schema);
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
