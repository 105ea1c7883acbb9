import { z } from 'zod';

/** All examples that a schema has of its own, in its `meta`. */
export function ownExamples(schema: z.core.$ZodType): readonly unknown[] {
  return z.globalRegistry.get(schema)?.examples ?? [];
}

/**
 * An example that fits a schema: its own, or one put together from those of its parts. A part that may be null and has no example
 * is null, an enumeration shows its first value, a union its first form. `given` holds what only the caller knows, by field name.
 *
 * Throws where a part has no example: the schema is to be given one.
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
