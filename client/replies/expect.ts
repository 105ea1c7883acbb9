/** Assertions about responses. Each throws a Breach with what was expected and what came. */
import { readUrl } from '../read-url.ts';
import type { Reply } from './reply.ts';
import { OPERATIONS, OPERATION_IDS, type OperationId } from '#spec';
import { noteAssertion } from './assertions.ts';
import { describeExpectation, shorten, type Expectation } from './expectation.ts';
import { Blocked, Breach } from './findings.ts';
import type { JsonNode } from './json-node.ts';
import { isObject } from '../json.ts';
import { errorIn, readId } from './read-items.ts';
import { isSuccess, type Exchange } from './exchange.ts';

/** Expects one of these statuses. */
export function expectStatus(reply: Reply, ...statuses: readonly number[]): void {
  expectStatusOf(reply, statuses.includes(reply.status), { kind: 'status', statuses });
}

/** Expects any 2xx status. @throws Blocked if the body is empty where it should not be: another clause covers that */
export function expectSuccess(reply: Reply): void {
  expectStatusOf(reply, reply.is_success, { kind: 'status_class', status_class: 2 });
  if (isHollow(reply)) throw explainFailure(reply);
}

function expectStatusOf(reply: Reply, holds: boolean, expectation: Expectation): void {
  if (!holds) {
    throw new Breach({
      message: `${reply.name} returned ${reply.status}; expected ${describeExpectation(expectation).replace(/^status /, '')}.`,
      exchange: reply.exchange,
      expectation,
      observed: `status ${reply.status}: ${shorten(reply.json ?? reply.exchange.text)}`,
    });
  }
  noteAssertion();
}

/** Requires a 2xx status of a request that the check needs but does not test. @throws Blocked */
export function ensureSuccess(reply: Reply): void {
  if (!reply.is_success || isHollow(reply)) throw explainFailure(reply);
}

/** Like `ensureSuccess`, with another cause. @param problem what blocks the check if the request fails @throws Blocked */
export function ensureDone(reply: Reply, problem: string): void {
  if (!reply.is_success) throw new Blocked(`${problem} (status ${reply.status})`, reply.exchange);
}

/** The id of what a request created that the check needs but does not test. @param problem what blocks the check without it @throws Blocked */
export function ensureId(reply: Reply, problem: string): string {
  const id = readId(reply);
  if (!reply.is_success || id === undefined) throw new Blocked(`${problem} (status ${reply.status})`, reply.exchange);
  return id;
}

/** Whether a body is an empty object where the document shows members: nothing proves that anything was done. */
function isHollow({ is_success, json, exchange: { operation } }: Reply): boolean {
  if (!is_success || !isObject(json) || Object.keys(json).length > 0 || operation === undefined) return false;
  return !MAY_BE_HOLLOW.has(operation);
}

/** Whether a response proves nothing about the request. Cleanup requests do not matter, and the loser of a race can be asked to retry. */
export function isSilent(reply: Reply): boolean {
  const { method, operation } = reply.exchange;
  if (operation === 'deleteWebhook') return false;
  const may_repeat = method !== 'GET' && [502, 503, 504].includes(reply.status);
  return (reply.status >= 500 && !may_repeat) || isHollow(reply);
}

/** Operations whose response body the document does not show, or only suggests. */
export const MAY_BE_HOLLOW: ReadonlySet<OperationId> = new Set([
  ...OPERATION_IDS.filter((id) => 'assumed' in OPERATIONS[id]),
  'deleteWebhook',
  'archiveListing',
  'redeliver',
]);

/** What blocks a check that needed this to succeed: one line without ids, so it is the same for every check. */
export function explainFailure(reply: Reply): Blocked {
  return new Blocked(`${nameOperation(reply)} ${describeUseless(reply)}`, reply.exchange);
}

function describeUseless(reply: Reply): string {
  const { is_success, status, exchange } = reply;
  if (!is_success) return `does not succeed (status ${status})`;
  if (isErrorWithSuccess(exchange)) return `returns an error with status ${status}`;
  return isHollow(reply) ? 'returns an empty object' : 'returns no data';
}

/** Whether a 2xx has the body of an error (ERR-1): the target, or a proxy in front of it, sends errors with a wrong status. */
export function isErrorWithSuccess(exchange: Pick<Exchange, 'status' | 'json'>): boolean {
  const { status, code } = errorIn(exchange.json);
  return isSuccess(exchange) && (typeof code === 'string' || (typeof status === 'number' && status >= 400));
}

/** `POST /bids/{id}/accept`: without ids, so that equal causes have equal messages. */
export function nameOperation({ exchange }: Reply): string {
  const { operation, method, url } = exchange;
  return `${method} ${operation === undefined ? (readUrl(url)?.pathname ?? url) : OPERATIONS[operation].path}`;
}

/** The expected parts of an error. Omitted parts are not checked. */
interface RefusalForm {
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

export function expectAnyRefusal(reply: Reply): void {
  const is_refusal = reply.status >= 400 && reply.status < 500;
  expectStatusOf(reply, is_refusal, { kind: 'status_class', status_class: 4 });
}

function expectField(error: JsonNode, field: string): void {
  error.get('errors').array();
  if (!hasErrorForField({ error: error.value }, field))
    error.breach(`No entry of error.errors names the field ${field}.`, { kind: 'error_entry', field });
  noteAssertion();
}

/** Whether an error names this field, or one below it. Does not check the rest of the error. */
export function hasErrorForField(json: unknown, field: string): boolean {
  const { errors } = errorIn(json);
  return Array.isArray(errors) && errors.some((entry) => isObject(entry) && isBelow(entry['field'], field));
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

/** What a Breach says about a reply. */
interface ReplyBreach {
  message: string;
  reply?: Reply;
  expectation?: Expectation;
  expected?: string;
  /** Shown shortened. */
  observed?: unknown;
  pointer?: string;
  likely_cause?: string;
  is_leak?: true;
}

function breachOf({ reply, observed, ...rest }: ReplyBreach, severity?: 'warn'): Breach {
  return new Breach({
    ...rest,
    severity,
    exchange: reply?.exchange,
    found: observed,
    ...(observed === undefined ? {} : { observed: shorten(observed) }),
  });
}

/** Expects a condition to hold. @param details the content of the Breach */
export function expectThat(holds: boolean, details: ReplyBreach): asserts holds {
  if (!holds) throw breachOf(details);
  noteAssertion();
}

/** A Breach that is only a warning, unless --strict is set (for what the document leaves open). */
export function warning(details: ReplyBreach): Breach {
  return breachOf(details, 'warn');
}

/** Expects a condition whose violation is only a warning. */
export function warnUnless(holds: boolean, details: ReplyBreach): asserts holds {
  if (!holds) throw warning(details);
  noteAssertion();
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
  return body.breach('The body contains no list.', { kind: 'list' });
}

/** The resource of a response: under `data`, or at the top level (CONV-9 is derived). */
export function resourceOf(reply: Reply): JsonNode {
  return reply.body.has('data') ? reply.data : reply.body;
}
