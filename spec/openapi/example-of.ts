import { z } from 'zod';

/** The examples in the `meta` of a schema. */
export function ownExamples(schema: z.core.$ZodType): readonly unknown[] {
  return z.globalRegistry.get(schema)?.examples ?? [];
}

/**
 * Returns an example of a schema: its own, or one composed of the examples of its parts. A nullable part without an example is null. An
 * enumeration gives its first value, and a union its first option. `given` overrides fields by name.
 *
 * Throws if a part has no example; add one to its `meta`.
 */
export function exampleOf(schema: z.core.$ZodType, given: Readonly<Record<string, unknown>> = {}): unknown {
  const [own] = ownExamples(schema);
  if (own !== undefined) return own;

  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(fields.map(([name, part]) => [name, name in given ? given[name] : exampleOf(part, given)]));
  }
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element, given)];
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodUnion && schema.options[0] !== undefined) return exampleOf(schema.options[0], given);
  throw new Error(
    `There is no example of a ${schema.constructor.name} with ${JSON.stringify(z.globalRegistry.get(schema) ?? {})}`,
  );
}
