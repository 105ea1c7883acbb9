import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import type { Operation } from '../operations/index.ts';
import { ownExamples } from './example-of.ts';
import { schemaOf } from './schema-of.ts';

/** Names for the examples of bodies that have several, by the id of the schema. */
const EXAMPLE_NAMES: Readonly<Record<string, readonly string[]>> = { PlaceBid: ['graded', 'multi_grade'] };

/** The body of an operation with every example of its schema. Throws where an example has no name or a name no example. */
export function requestBodyOf({ schema, required }: NonNullable<Operation['body']>): oas32.RequestBodyObject {
  const { id = '', description = '' } = z.globalRegistry.get(schema) ?? {};
  const names = EXAMPLE_NAMES[id] ?? ['request'];
  const examples = ownExamples(schema);
  if (names.length !== examples.length)
    throw new Error(`${id} has ${examples.length} examples and ${names.length} names for them`);

  const named = examples.map((value, index): [string, oas32.ExampleObject] => [names[index] ?? '', { value }]);
  const content: oas32.MediaTypeObject = {
    schema: schemaOf(schema),
    examples: Object.fromEntries<oas32.ExampleObject>(named),
  };
  return { description, required, content: { 'application/json': content } };
}
