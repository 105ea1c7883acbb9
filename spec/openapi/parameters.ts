import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import { LIMITS } from '../limits.ts';
import type { Operation, Parameter } from '../operations/index.ts';
import { limit, offset, units } from '../operations/parameters.ts';
import { schemaOf } from './schema-of.ts';

/** Query parameters that several operations share, by name. The document defines each of them once. */
const SHARED: Readonly<Record<string, Parameter<unknown>>> = { limit, offset, units };

/** Examples of path parameters, by the preceding segment. */
const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  inventory: 'inv_3f9c2a71b04e8d55',
  bids: 'bid_8a1f04c2de97b365',
  trades: 'trd_c40b7e19a2d8f356',
  teams: 'tm_0b6de2f4917ac853',
  'cash-bids': 'cb_27e5d09f13c8ab64',
  'cash-bid-offers': 'cbo_6d1e83b5f09a27c4',
  webhooks: 'whk_5f0c2a9b7d31e846',
  deliveries: 'whd_e18c5a03b96f7d42',
  farms: 'farm_b7a4105e9c3d268f',
  prices: 'canola',
};

/** The example of a path parameter. Throws if the table above does not have the preceding segment. */
function pathExample(path: string, name: string): string {
  const segments = path.split('/');
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  const example = PATH_EXAMPLES[before];
  if (example === undefined)
    throw new Error(`${path}: {${name}} after '${before}' has no example; add one to the table in spec/openapi/parameters.ts`);
  return example;
}

export function examplePath({ path, path_parameters }: Operation): string {
  return Object.keys(path_parameters).reduce((filled, name) => filled.replace(`{${name}}`, pathExample(path, name)), path);
}

function describeQuery(name: string, { schema, description, example }: Parameter<unknown>): oas32.ParameterObject {
  return { name, in: 'query', description, schema: schemaOf(schema), ...(example === undefined ? {} : { example }) };
}

function describePath(path: string, name: string, description: string): oas32.ParameterObject {
  return { name, in: 'path', description, required: true, schema: { type: 'string' }, example: pathExample(path, name) };
}

const idempotencyKey: oas32.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Repeating a key with the same body returns the original bid (IDEM-2). Repeating it with a different body returns 409 (IDEM-3).',
  schema: schemaOf(z.string().min(1).max(LIMITS.idempotency_key_length_max).meta({ 'x-assumed': 'IDEM-6' })),
  example: '7d0c2e9e-5a0b-4a53-9a3f-0c1b3f4f7d10',
};

/** The shared parameters of the document. */
export const sharedParameters: Record<string, oas32.ParameterObject> = {
  ...Object.fromEntries(Object.entries(SHARED).map(([name, parameter]) => [name, describeQuery(name, parameter)])),
  idempotency_key: idempotencyKey,
};

function refer(name: string): oas32.ReferenceObject {
  return { $ref: `#/components/parameters/${name}` };
}

/** Path, query, and header parameters of an operation, in this order. */
export function parametersOf(operation: Operation): (oas32.ParameterObject | oas32.ReferenceObject)[] {
  const { path, path_parameters, query, takes_idempotency_key } = operation;
  const inPath = Object.entries(path_parameters).map(([name, description]) => describePath(path, name, description));
  const inQuery = Object.entries(query).map(([name, parameter]) =>
    SHARED[name] === parameter ? refer(name) : describeQuery(name, parameter),
  );
  return [...inPath, ...inQuery, ...(takes_idempotency_key === true ? [refer('idempotency_key')] : [])];
}
