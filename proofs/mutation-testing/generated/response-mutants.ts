/** Changes of one member of the responses of one operation, for each member that the API document shows. */
import { isObject } from '#client';
import type { Seams } from '#mock/mutations/seams';
import { readDocument } from '#spec/openapi/read-document';

/** How the member changes. `other`: another value of the same type. */
const CHANGES = ['missing', 'other'] as const;
type Change = (typeof CHANGES)[number];

export interface ResponseMutant {
  readonly operation_id: string;
  /** The keys that lead to the member; `*`: each item of an array. */
  readonly path: readonly string[];
  readonly change: Change;
}

/** The part of a JSON schema that is read here. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  /** The clause of an assumption: the document does not show the member. */
  readonly 'x-assumed'?: string;
}

/** Pages are the same everywhere, so they are not changed in each list. */
const OF_PAGES = new Set(['data', 'items', 'limit', 'offset', 'total', 'next', 'previous', 'href']);
const DEPTH_MAX = 8;

/** All of them, in the order of the document. */
export function findResponseMutants(): readonly ResponseMutant[] {
  const { paths, components } = readDocument();
  const resolve = (schema: Schema): Schema => {
    const named = schema.$ref === undefined ? undefined : components.schemas[schema.$ref.slice('#/components/schemas/'.length)];
    return named === undefined ? schema : resolve(named);
  };
  const membersOf = (schema: Schema, path: readonly string[]): readonly (readonly string[])[] => {
    const { properties = {}, anyOf = [], items, ...rest } = resolve(schema);
    if (rest['x-assumed'] !== undefined || path.length > DEPTH_MAX) return [];
    return [
      ...anyOf.flatMap((one) => membersOf(one, path)),
      ...(items === undefined ? [] : membersOf(items, [...path, '*'])),
      ...Object.entries(properties).flatMap(([key, member]) => {
        if (member['x-assumed'] !== undefined) return [];
        return [[...path, key], ...membersOf(member, [...path, key])];
      }),
    ];
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ operationId: operation_id, responses }) => {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    // Schemas of the document have these parts.
    const schemas = successes.flatMap(([, { content }]) =>
      content === undefined ? [] : [content['application/json'].schema as Schema],
    );
    const members = new Map(schemas.flatMap((schema) => membersOf(schema, [])).map((path) => [path.join('.'), path]));
    return [...members.values()]
      .filter((path) => !OF_PAGES.has(path.at(-1) ?? ''))
      .flatMap((path) => CHANGES.map((change): ResponseMutant => ({ operation_id, path, change })));
  });
}

/** Changes every successful response of the operation. */
export function changeResponses({ operation_id, path, change }: ResponseMutant): Seams['response'] {
  return (response, context) => {
    if (context.operation_id !== operation_id || context.refusal !== undefined) return response;
    return { ...response, text: JSON.stringify(changeAt(JSON.parse(response.text), path, change)) };
  };
}

function changeAt(holder: unknown, [key = '', ...rest]: readonly string[], change: Change): unknown {
  if (Array.isArray(holder)) return key === '*' ? holder.map((item: unknown) => changeAt(item, rest, change)) : holder;
  if (!isObject(holder) || !(key in holder)) return holder;
  if (rest.length > 0) return { ...holder, [key]: changeAt(holder[key], rest, change) };
  const { [key]: value, ...others } = holder;
  return change === 'missing' ? others : { ...holder, [key]: otherThan(value) };
}

const DAY_MS = 86_400_000;

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return Number.isInteger(value) ? value + 1 : value * 1.5;
  if (Array.isArray(value)) return value.slice(0, -1);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).slice(0, -1));
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return new Date(Date.parse(value) + DAY_MS).toISOString().slice(0, value.length);
  const last = value.at(-1);
  return /_[\da-f]+$/.test(value) ? `${value.slice(0, -1)}${last === '0' ? '1' : '0'}` : `${value} 2`;
}
