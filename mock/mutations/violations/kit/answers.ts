/** Changes to responses. The store stays unchanged. */
import type { OperationId } from '#spec';
import type { Answer } from '../../../server/http/respond.ts';
import type { AnswerAbout, Awaitable, Seams } from '../../seams.ts';
import { isJsonObject, readJson } from './json.ts';
import type { BodyOfAnswer, ResourceIn, Where } from './where.ts';
import { isAt } from './where.ts';

/** Changes whole responses, including errors: status, headers, and text. */
export function onAnswer(where: Where, change: (answer: Answer, about: AnswerAbout) => Awaitable<Answer>): Partial<Seams> {
  return { answer: (answer, about) => (isAt(where, about.operation_id) ? change(answer, about) : answer) };
}

/** Changes the HTTP status and keeps the body. */
export function onStatus(where: Where, from: number, to: number): Partial<Seams> {
  return onAnswer(where, (answer) => (answer.status === from ? { ...answer, status: to } : answer));
}

/** Changes headers; undefined removes a header. */
export function withHeaders(where: Where, headers: Readonly<Record<string, string | undefined>>): Partial<Seams> {
  return onAnswer(where, (answer) => ({ ...answer, headers: mergeHeaders(answer.headers, headers) }));
}

/** Replaces headers; undefined removes one. */
export function mergeHeaders(
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const merged = Object.entries({ ...headers, ...changes });
  // The filter removed undefined values.
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined) as [string, string][]);
}

/** Changes the body of successful responses. */
export function onBody<Id extends OperationId>(
  where: Where<Id>,
  change: (body: BodyOfAnswer<Id>, about: AnswerAbout) => unknown,
): Partial<Seams> {
  return onAnswer(where, async (answer, about) => {
    if (about.refusal !== undefined || about.operation_id === undefined) return answer;
    const body = readJson(answer.text);
    if (body === undefined) return answer;
    // The operation returned this body, unless another deviation changed it before.
    return { ...answer, text: JSON.stringify(await change(body as BodyOfAnswer<Id>, about)) };
  });
}

/** Changes the resource in `data`, or each of the `items` of a page; undefined removes an item. */
export function onResource<Id extends OperationId>(
  where: Where<Id>,
  change: (resource: ResourceIn<Id>, about: AnswerAbout) => unknown,
): Partial<Seams> {
  return onBody(where, async (body, about) => {
    const found: unknown = body;
    if (!isJsonObject(found)) return found;
    // The operation types the resource, as it types the body.
    const changeOne = (resource: unknown): unknown => change(resource as ResourceIn<Id>, about);
    if ('data' in found) return { ...found, data: await changeOne(found['data']) };
    const { items } = found;
    if (!Array.isArray(items)) return found;
    const changed: unknown[] = await Promise.all(items.map(changeOne));
    return { ...found, items: changed.filter((item) => item !== undefined) };
  });
}

/** Adds or replaces fields of the resource in `data`, or of each of the `items`. */
export function withFields(where: Where, fields: Readonly<Record<string, unknown>>): Partial<Seams> {
  return onResource(where, (resource: unknown) => (isJsonObject(resource) ? { ...resource, ...fields } : resource));
}

/** Replaces fields of the body itself, such as those of a page. */
export function withBodyFields(where: Where, fields: Readonly<Record<string, unknown>>): Partial<Seams> {
  return onBody(where, (body: unknown) => (isJsonObject(body) ? { ...body, ...fields } : body));
}

/** Sends a resource without the `data` envelope. */
export function unwrapped(where: Where): Partial<Seams> {
  return onBody(where, (body: unknown) => (isJsonObject(body) ? body['data'] : body));
}

/** The page that replaces a refusal or hidden items. */
export const EMPTY_PAGE = { items: [], limit: 20, offset: 0, total: 0, next: null, previous: null, href: '/v1' };
