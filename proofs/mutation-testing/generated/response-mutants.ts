/** Changes of one member of the responses of one operation, for each member that the API document shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isObject } from '#client';
import type { Seams } from '#mock/mutations/seams';
import type { OperationId } from '#spec';
import { ROOT } from '../../text-file.ts';

/** How the member changes. `other`: another value of the same type. */
type Change = 'missing' | 'other';

export interface ResponseMutant {
  readonly operation_id: string;
  /** The keys that lead to the member; `*`: each item of an array. */
  readonly path: readonly string[];
  readonly change: Change;
}

/** The part of a JSON schema that is read here. */
interface Schema {
  readonly $ref?: string | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly items?: Schema | undefined;
  /** The clause of an assumption: the document does not show the member. */
  readonly 'x-assumed'?: string | undefined;
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    anyOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
    items: Schema.optional(),
    'x-assumed': z.string().optional(),
  }),
);
const Response = z.object({ content: z.object({ 'application/json': z.object({ schema: Schema }) }) });
const Operation = z.object({ operationId: z.string(), responses: z.record(z.string(), z.unknown()) });
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

/** Pages are the same everywhere, so they are not changed in each list. */
const OF_PAGES = new Set(['data', 'items', 'limit', 'offset', 'total', 'next', 'previous', 'href']);
const DEPTH_MAX = 8;

/** All of them, in the order of the document. */
export function findResponseMutants(): readonly ResponseMutant[] {
  const { paths, components } = Document.parse(JSON.parse(readFileSync(join(ROOT, 'spec/openapi.json'), 'utf8')));
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
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((one) => Operation.safeParse(one).data ?? []),
  );
  return operations.flatMap(({ operationId: operation_id, responses }) => {
    const schemas = Object.entries(responses).flatMap(([status, response]) => {
      const read = status.startsWith('2') ? Response.safeParse(response).data : undefined;
      return read === undefined ? [] : [read.content['application/json'].schema];
    });
    const members = new Map(schemas.flatMap((schema) => membersOf(schema, [])).map((path) => [path.join('.'), path]));
    return [...members.values()]
      .filter((path) => !OF_PAGES.has(path.at(-1) ?? ''))
      .flatMap((path) => (['missing', 'other'] as const).map((change): ResponseMutant => ({ operation_id, path, change })));
  });
}

/** Changes every successful response of the operation. */
export function changeAnswers({ operation_id, path, change }: ResponseMutant): Seams['answer'] {
  return (answer, about) => {
    const operation: OperationId | undefined = about.operation_id;
    if (operation !== operation_id || about.refusal !== undefined) return answer;
    return { ...answer, text: JSON.stringify(changeAt(JSON.parse(answer.text), path, change)) };
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
