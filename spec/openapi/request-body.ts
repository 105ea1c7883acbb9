import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import type { Operation } from '../operations/index.ts';
import { ownExamples } from './example-of.ts';
import { schemaOf } from './schema-of.ts';

/** Names of examples for bodies with several examples, by schema id. */
const EXAMPLE_NAMES: Readonly<Record<string, readonly string[]>> = { PlaceBid: ['graded', 'multi_grade'] };

/** The request body of an operation, with every example of its schema. Throws if examples and names don't match. */
export function requestBodyOf({ schema, required }: NonNullable<Operation['body']>): oas32.RequestBodyObject {
  const { id = '', description = '' } = z.globalRegistry.get(schema) ?? {};
  const names = EXAMPLE_NAMES[id] ?? ['request'];
  const examples = ownExamples(schema);
  if (names.length !== examples.length)
    throw new Error(
      `${id} has ${examples.length} examples and ${names.length} names; give every example a name in spec/openapi/request-body.ts`,
    );

  const named = examples.map((value, index): [string, oas32.ExampleObject] => [names[index] ?? '', { value }]);
  const content: oas32.MediaTypeObject = {
    schema: schemaOf(schema),
    examples: Object.fromEntries<oas32.ExampleObject>(named),
  };
  return { description, required, content: { 'application/json': content } };
}
