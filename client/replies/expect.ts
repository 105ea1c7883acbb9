/** Expectations on responses. Each throws a Breach with the expected and the observed value. */
import { readUrl } from './read-url.ts';
import type { Reply } from './reply.ts';
import { OPERATIONS } from '#spec';
import { Blocked, Breach } from './findings.ts';
import type { JsonNode } from './json-node.ts';
import { isObject, shorten } from './json-node.ts';

/** Expects one of these statuses. */
export function expectStatus(reply: Reply, ...statuses: readonly number[]): void {
  if (statuses.includes(reply.status)) return;
  throw new Breach({
    message: `${reply.name} answered ${reply.status}.`,
    exchange: reply.exchange,
    expected: `status ${statuses.join(' or ')}`,
    observed: `status ${reply.status}: ${shorten(reply.json ?? reply.exchange.text)}`,
  });
}

/** Expects a 2xx status. */
export function expectSuccess(reply: Reply): void {
  if (reply.is_success) return;
  throw new Breach({
    message: `${reply.name} answered ${reply.status}.`,
    exchange: reply.exchange,
    expected: 'a 2xx status',
    observed: `status ${reply.status}: ${shorten(reply.json ?? reply.exchange.text)}`,
  });
}

/** Requires a 2xx status of a request that the check needs but does not test. @throws Blocked */
export function ensureSuccess(reply: Reply): void {
  if (!reply.is_success) throw new Blocked(`${nameOperation(reply)} does not succeed (status ${reply.status})`, reply.exchange);
}

/** `POST /bids/{id}/accept`: without ids, so that equal causes have equal names. */
export function nameOperation({ exchange }: Reply): string {
  const { operation, method, url } = exchange;
  return `${method} ${operation === undefined ? (readUrl(url)?.pathname ?? url) : OPERATIONS[operation].path}`;
}

/** The expected parts of an error. Omitted parts are not checked. */
export interface RefusalForm {
  /** One of these codes. */
  code?: string | readonly string[];
  /** `errors` has an entry for this field or one below it (`delivery.from` for `delivery`). */
  field?: string;
}

/** Expects an error with one of these statuses and this form. */
export function expectRefusal(reply: Reply, status: number | readonly number[], form: RefusalForm = {}): void {
  expectStatus(reply, ...(typeof status === 'number' ? [status] : status));
  const error = reply.body.get('error');
  if (form.code !== undefined) error.get('code').oneOf(typeof form.code === 'string' ? [form.code] : form.code);
  if (form.field !== undefined) expectField(error, form.field);
}

/** Expects any 4xx status. */
export function expectAnyRefusal(reply: Reply): void {
  if (reply.status >= 400 && reply.status < 500) return;
  throw new Breach({
    message: `${reply.name} answered ${reply.status} where it had to refuse.`,
    exchange: reply.exchange,
    expected: 'a 4xx status',
    observed: `status ${reply.status}: ${shorten(reply.json ?? reply.exchange.text)}`,
  });
}

function expectField(error: JsonNode, field: string): void {
  const entries = error.get('errors').array();
  const is_named = entries.some(({ value }) => isObject(value) && isBelow(value['field'], field));
  if (!is_named) error.breach(`No entry of error.errors names the field ${field}.`, `an entry whose "field" is "${field}"`);
}

/** `bids[1].price`, `/bids/1/price`, and `bids.1.price` are below `bids`. */
function isBelow(named: unknown, field: string): boolean {
  if (typeof named !== 'string') return false;
  const path = named
    .replace(/^[/$.]+/, '')
    .replaceAll(/[[\]/]+/g, '.')
    .replace(/^body\./, '');
  return path === field || path.startsWith(`${field}.`);
}

/** Expects a condition to hold. @param details the content of the Breach */
export function expectThat(
  holds: boolean,
  details: { message: string; reply?: Reply; expected?: string; observed?: unknown; pointer?: string; likely_cause?: string },
): asserts holds {
  if (holds) return;
  const { reply, observed, ...rest } = details;
  throw new Breach({
    ...rest,
    exchange: reply?.exchange,
    ...(observed === undefined ? {} : { observed: shorten(observed) }),
  });
}

/** A Breach that is only a warning, unless --strict is set ("warns" in `readings.md`). */
export function warning(details: {
  message: string;
  reply?: Reply;
  expected?: string;
  observed?: unknown;
  likely_cause?: string;
}): Breach {
  const { reply, observed, ...rest } = details;
  return new Breach({
    ...rest,
    severity: 'warn',
    exchange: reply?.exchange,
    ...(observed === undefined ? {} : { observed: shorten(observed) }),
  });
}

/** Expects a condition whose violation is only a warning. */
export function warnUnless(holds: boolean, details: Parameters<typeof warning>[0]): asserts holds {
  if (!holds) throw warning(details);
}

/** The items of a list in any legal wrapping (PAGE-1). @throws Breach if there is no list */
export function itemsOf(reply: Reply): readonly JsonNode[] {
  const { body } = reply;
  if (Array.isArray(body.value)) return body.array();
  if (body.has('items')) return body.get('items').array();
  if (body.has('data')) {
    const data = body.get('data');
    return data.has('items') ? data.get('items').array() : data.array();
  }
  return body.breach('The body holds no list.', 'an object with "items", one with the list under "data", or an array');
}

/** The resource of a response: under `data`, or at the top level (CONV-9 is derived). */
export function resourceOf(reply: Reply): JsonNode {
  return reply.body.has('data') ? reply.data : reply.body;
}
