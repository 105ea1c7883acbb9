import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import { LIMITS } from '../limits.ts';
import { OPERATIONS, type Operation } from '../operations/index.ts';
import { errorResponsesOf } from './error-responses.ts';
import { exampleOf, ownExamples } from './example-of.ts';
import { examplePath, parametersOf } from './parameters.ts';
import { schemaOf } from './schema-of.ts';
import { describeAccess, securityOf } from './security.ts';

/** {base_url} of a mock with default options. */
export const BASE_URL = 'http://127.0.0.1:4010/v1';

/** PAGE-17: the link of a page to itself is absolute. Only pages have one. */
function hrefOf(operation: Operation): string {
  return `${BASE_URL}${examplePath(operation)}?limit=${LIMITS.page_limit_default}&offset=${LIMITS.page_offset_default}`;
}

function successOf(operation: Operation): oas32.ResponseObject {
  const { description, schema } = operation.success;
  const value = exampleOf(schema, { href: hrefOf(operation) });
  return {
    description,
    ...(operation.assumed === undefined ? {} : { 'x-assumed': operation.assumed }),
    content: { 'application/json': { schema: schemaOf(schema), examples: { success: { value } } } },
  };
}

/** Names of examples for bodies with several examples, by schema id. */
const EXAMPLE_NAMES: Readonly<Record<string, readonly string[]>> = { PlaceBid: ['graded', 'multi_grade'] };

/** The request body of an operation, with every example of its schema. Throws if examples and names don't match. */
function requestBodyOf({ schema, required }: NonNullable<Operation['body']>): oas32.RequestBodyObject {
  const { id = '', description = '' } = z.globalRegistry.get(schema) ?? {};
  const names = EXAMPLE_NAMES[id] ?? ['request'];
  const values = ownExamples(schema);
  if (names.length !== values.length)
    throw new Error(
      `${id} has ${values.length} examples and ${names.length} names; give every example a name in spec/openapi/paths.ts`,
    );

  const examples = Object.fromEntries<oas32.ExampleObject>(names.map((name, index) => [name, { value: values[index] }]));
  return { description, required, content: { 'application/json': { schema: schemaOf(schema), examples } } };
}

function describeOperation(operationId: string, operation: Operation): oas32.OperationObject {
  const parameters = parametersOf(operation);
  return {
    operationId,
    tags: [operation.area],
    summary: operation.summary,
    description: [operation.description, describeAccess(operation)].filter((part) => part !== undefined).join(' '),
    'x-clauses': [...operation.clauses],
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined ? {} : { requestBody: requestBodyOf(operation.body) }),
    responses: { [operation.success.status]: successOf(operation), ...errorResponsesOf(operation) },
  };
}

/** Every operation by path, in the order of the document. */
export function buildPaths(): oas32.PathsObject {
  const paths: oas32.PathsObject = {};
  for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operationId, operation) };
  }
  return paths;
}
