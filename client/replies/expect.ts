/** What checks say of an answer. Each of these throws a Breach that tells what was expected and what came. */
import { readUrl } from './read-url.ts';
import type { Reply } from './reply.ts';
import { OPERATIONS } from '#spec';
import { Blocked, Breach } from './findings.ts';
import type { JsonNode } from './json-node.ts';
import { isObject, shorten } from './json-node.ts';

/** The answer has one of these statuses. */
export function expectStatus(reply: Reply, ...statuses: readonly number[]): void {
  if (statuses.includes(reply.status)) return;
  throw new Breach({
    message: `${reply.name} answered ${reply.status}.`,
    exchange: reply.exchange,
    expected: `status ${statuses.join(' or ')}`,
    observed: `status ${reply.status}: ${shorten(reply.json ?? reply.exchange.text)}`,
  });
}

/** The answer is a success of whatever kind. */
export function expectSuccess(reply: Reply): void {
  if (reply.is_success) return;
  throw new Breach({
    message: `${reply.name} answered ${reply.status}.`,
    exchange: reply.exchange,
    expected: 'a 2xx status',
    observed: `status ${reply.status}: ${shorten(reply.json ?? reply.exchange.text)}`,
  });
}

/** What the check builds on was answered with a success, of whatever kind: whether it must be is another clause's matter. @throws Blocked where it was not */
export function ensureSuccess(reply: Reply): void {
  if (!reply.is_success) throw new Blocked(`${nameOperation(reply)} does not succeed (status ${reply.status})`, reply.exchange);
}

/** `POST /bids/{id}/accept`: the same for every id, since it names a cause. */
export function nameOperation({ exchange }: Reply): string {
  const { operation, method, url } = exchange;
  return `${method} ${operation === undefined ? (readUrl(url)?.pathname ?? url) : OPERATIONS[operation].path}`;
}

/** What a refusal has to be. Each part that is left out is not judged. */
export interface RefusalForm {
  /** Any one of these codes. */
  code?: string | readonly string[];
  /** An entry of `errors` whose field is this one, or lies below it (`delivery.from` for `delivery`). */
  field?: string;
}

/** The request was refused with one of these statuses, and for the reason that it was made to be refused for. */
export function expectRefusal(reply: Reply, status: number | readonly number[], form: RefusalForm = {}): void {
  expectStatus(reply, ...(typeof status === 'number' ? [status] : status));
  const error = reply.body.get('error');
  if (form.code !== undefined) error.get('code').oneOf(typeof form.code === 'string' ? [form.code] : form.code);
  if (form.field !== undefined) expectField(error, form.field);
}

/** The request was refused with any 4xx. */
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

/** `bids[1].price`, `/bids/1/price` and `bids.1.price` lie below `bids`. */
function isBelow(named: unknown, field: string): boolean {
  if (typeof named !== 'string') return false;
  const path = named
    .replace(/^[/$.]+/, '')
    .replaceAll(/[[\]/]+/g, '.')
    .replace(/^body\./, '');
  return path === field || path.startsWith(`${field}.`);
}

/** A condition on the target. @param details what is said when it does not hold */
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

/** What `readings.md` marks "warns": worth a word, and no failure unless --strict. */
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

/** A condition whose breach only warns: what the document says leans towards it, and the readings leave it open. */
export function warnUnless(holds: boolean, details: Parameters<typeof warning>[0]): asserts holds {
  if (!holds) throw warning(details);
}

/** The items of a list in any of the shapes that are legal where the row does not say "paging object" (PAGE-1). */
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

/** The one resource of an answer: under `data`, or bare where CONV-9 only derives the wrapper. */
export function resourceOf(reply: Reply): JsonNode {
  return reply.body.has('data') ? reply.data : reply.body;
}
