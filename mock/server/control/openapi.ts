import { z } from 'zod';
import { readVersion } from './endpoint/health.ts';
import type { ControlOperation } from './endpoint/operation.ts';

/** The response to every refused request (ERR-1). */
const REFUSAL = {
  description: 'An Error object.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
const TEXT = { type: 'string' };
/** The response of every operation that changes the marketplace. */
const Movement = z
  .looseObject({
    previous_state: z.unknown(),
    new_state: z.unknown(),
    events_emitted: z.array(z.object({ id: z.string(), type: z.string() })),
    deliveries_queued: z.int(),
  })
  .meta({ description: 'The state before and after the change, and the events that it caused.' });
const ErrorBody = z.object({
  error: z.object({
    status: z.int(),
    code: z.string(),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  }),
});

/** The OpenAPI document of the control plane. @param server where it is mounted, as a path */
export function describeControl(operations: readonly ControlOperation[], server: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gristmill control plane',
      version: readVersion(),
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Controls a world of the mock. It is not part of the Grain Marketplace Enterprise API.',
    },
    servers: [{ url: server }],
    // Without an admin token, the control plane needs no authorization and accepts requests from this machine only.
    security: [{}, { admin_token: [] }],
    tags: [...new Set(operations.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { admin_token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(ErrorBody), Movement: schemaOf(Movement) },
    },
  };
}

function describeOperation({
  method,
  path,
  area,
  summary,
  description,
  body,
  query,
  headers = {},
  answers,
  is_movement,
  success,
}: ControlOperation): object {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = named.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const filters: Readonly<Record<string, z.ZodType>> = query?.shape ?? {};
  const inQuery = Object.entries(filters).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(schema),
  }));
  const inHeader = Object.entries(headers).map(([name, about]) => ({
    name,
    in: 'header',
    required: false,
    description: about,
    schema: { type: 'string' },
  }));
  const schema = is_movement === true ? { $ref: '#/components/schemas/Movement' } : { type: 'object' };
  const content = answers === undefined ? { 'application/json': { schema } } : { [answers.media_type]: { schema: TEXT } };
  return {
    operationId: operationId(method, path),
    tags: [area],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [...inPath, ...inQuery, ...inHeader],
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.required, content: { 'application/json': { schema: schemaOf(body.schema) } } } }),
    responses: { [String(success ?? 200)]: { description: 'Done.', content }, '4XX': REFUSAL },
  };
}

/** `post /trades/{id}/invoices/{invoice}/pay` becomes `post_trades_invoices_pay`. */
function operationId(method: string, path: string): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  const is_one = path.endsWith('}');
  return [method, ...words, ...(is_one ? ['one'] : [])].join('_').replaceAll('-', '_');
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}
