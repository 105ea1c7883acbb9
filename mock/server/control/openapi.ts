import { z } from 'zod';
import { readVersion } from './endpoint/health.ts';
import type { ControlOperation } from './endpoint/operation.ts';
import { OPERATIONS_BY_AREA } from './operations.ts';

/** The response to every refused request (ERR-1). */
const REFUSAL = {
  description: 'An Error object.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
const TEXT = { type: 'string' };
/** The response of every operation that changes the marketplace. */
const MarketChange = z
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

/**
 * The OpenAPI document of the control plane.
 * @param server the path of the control plane, such as `/_gristmill`
 */
export function describeControl(server: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [area, operations] of Object.entries(OPERATIONS_BY_AREA)) {
    for (const operation of operations) {
      paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(area, operation) };
    }
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
    tags: Object.keys(OPERATIONS_BY_AREA).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { admin_token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(ErrorBody), MarketChange: schemaOf(MarketChange) },
    },
  };
}

function describeOperation(area: string, operation: ControlOperation): object {
  const { method, path, summary, description, body, query, headers = {}, response, changes_market, success = 200 } = operation;
  const filters: Readonly<Record<string, z.ZodType>> = query?.shape ?? {};
  const parameters = [
    ...path.matchAll(/\{(\w+)\}/g).map(([, name]) => ({ name, in: 'path', required: true, schema: TEXT })),
    ...Object.entries(filters).map(([name, filter]) => ({ name, in: 'query', required: false, schema: schemaOf(filter) })),
    ...Object.entries(headers).map(([name, about]) => ({
      name,
      in: 'header',
      required: false,
      description: about,
      schema: TEXT,
    })),
  ];
  const schema = changes_market === true ? { $ref: '#/components/schemas/Movement' } : { type: 'object' };
  const content = response === undefined ? { 'application/json': { schema } } : { [response.media_type]: { schema: TEXT } };
  // JSON leaves out what is undefined.
  return {
    operationId: operationId(method, path),
    tags: [area],
    summary,
    description,
    parameters,
    requestBody: body && { required: body.required, content: { 'application/json': { schema: schemaOf(body.schema) } } },
    responses: { [String(success)]: { description: 'Done.', content }, '4XX': REFUSAL },
  };
}

/** `post /trades/{id}/invoices/{invoice}/pay` becomes `post_trades_invoices_pay`, and `get /requests/{seq}` `get_requests_one`. */
function operationId(method: string, path: string): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  if (path.endsWith('}')) words.push('one');
  return [method, ...words].join('_').replaceAll('-', '_');
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}
