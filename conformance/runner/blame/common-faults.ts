/** What every check assumes of a response: that the operation works at all, the outer structure of the body, and the form of errors. */
import { OPERATIONS } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import type { ActorName, BreachDetails, Exchange, Expectation, Reply } from '#client';
import { Blocked, DATA_NOT_OBJECT, ENDPOINTS, errorIn, isDelivery, isObject, isSuccess, readUrl } from '#client';
import type { CoveragePass } from '../../coverage-pass/coverage-pass.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { STATUS_OF_CODE } from '../../oracles/errors.ts';
import { CODE_STATED_BY, ENTRIES_STATED_BY, SUCCESS_STATED_BY } from './stated-by.ts';

/** A breach with the response that showed it, of an operation of the document. */
interface Shown extends BreachDetails {
  exchange: Exchange;
  operation: NonNullable<Exchange['operation']>;
}

/** Finds out whether a breach only shows such a fault. @returns what then blocks the check; undefined if the breach stands */
export async function findBlockingCause(t: CheckContext, breach: BreachDetails): Promise<Blocked | undefined> {
  const { exchange, ...details } = breach;
  const { clause } = t.check;
  const value = explainValue(clause, breach);
  if (value !== undefined || exchange?.operation === undefined) return value;
  const shown = { ...details, exchange, operation: exchange.operation };
  if (isSuccess(exchange)) return explainFrame(clause, shown);
  return (await explainRefusal(t, shown)) ?? (await explainLimit(t, shown)) ?? explainDeadOperation(t, shown);
}

/** Values that occur in many places and are each stated by one clause. */
function explainValue(clause: ClauseId, { exchange, pointer = '', expectation, found }: BreachDetails): Blocked | undefined {
  if (exchange !== undefined && isDelivery(exchange) && pointer === '/data' && isObjectExpected(expectation)) {
    return clause === 'EVT-1' ? undefined : new Blocked(DATA_NOT_OBJECT, exchange);
  }
  const values = [found, expectation?.kind === 'value' ? expectation.value : undefined];
  const is_text = pointer.endsWith('/amount') && values.some(isNumberInText);
  return is_text && !TYPED_BY.includes(clause) ? new Blocked('the amount of a price is not a number', exchange) : undefined;
}

/** The clauses that state that an amount is a number: of money, and of priced records. */
const TYPED_BY: readonly ClauseId[] = ['FMT-1', 'INV-2', 'BID-13', 'BID-47'];

function isNumberInText(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
}

function isObjectExpected(expectation: Expectation | undefined): boolean {
  return expectation?.kind === 'type' && expectation.type === 'object';
}

function isMember(expectation: Expectation | undefined, key: string): boolean {
  return expectation?.kind === 'member' && expectation.key === key;
}

/** The clauses that state that a list is a paging object. */
const FRAMED_BY: readonly ClauseId[] = ['PAGE-1', 'PAGE-10', 'INV-1', 'DLOC-1', 'CONV-1', 'CONV-9'];
/** The clauses that state that a resource is wrapped in `data` and a body is JSON, besides those of the operation. */
const WRAPPED_BY: readonly ClauseId[] = ['CONV-1', 'CONV-9'];
const WRITTEN_BY: readonly ClauseId[] = ['CONV-1', 'CONV-5', 'CONV-9'];

/** A wrong outer structure of a body is reported by the clauses about it, not by the check that happened to see it. */
function explainFrame(clause: ClauseId, shown: Shown): Blocked | undefined {
  const { exchange, operation, pointer, expectation, found } = shown;
  const due = expectation?.kind === 'status' && expectation.statuses.length === 1 ? expectation.statuses[0] : undefined;
  // The table rows that name the success status state it.
  const stated_by: readonly ClauseId[] = [...ENDPOINTS[operation].stated_by, ...(SUCCESS_STATED_BY[due ?? 0] ?? [])];
  if (due !== undefined && isSuccess({ status: due }) && !stated_by.includes(clause)) {
    return new Blocked(`${nameOf(operation)} succeeds with ${exchange.status} instead of ${due}`, exchange);
  }
  if (pointer === '/data' && isObjectExpected(expectation) && Array.isArray(found) && !WRAPPED_BY.includes(clause)) {
    return new Blocked(`${nameOf(operation)} returns a list instead of a resource`, exchange);
  }
  const lacking = pointer === '' ? findLackingPart(shown) : undefined;
  if (lacking === undefined || lacking.stated_by.includes(clause)) return undefined;
  return new Blocked(`${nameOf(operation)} returns no ${lacking.what}`, exchange);
}

interface Part {
  what: string;
  stated_by: readonly ClauseId[];
}

function findLackingPart({ exchange, operation, expectation }: Shown): Part | undefined {
  const own = ENDPOINTS[operation].stated_by;
  const is_list = exchange.method === 'GET' && !OPERATIONS[operation].path.endsWith('}');
  if (isMember(expectation, 'total')) return { what: 'total', stated_by: [...FRAMED_BY, 'PAGE-9', ...own] };
  if (isMember(expectation, 'items')) return { what: 'paging object', stated_by: FRAMED_BY };
  if (isMember(expectation, 'data')) return { what: 'resource in "data"', stated_by: [...WRAPPED_BY, ...own] };
  if (!isObjectExpected(expectation)) return undefined;
  return is_list ? { what: 'paging object', stated_by: FRAMED_BY } : { what: 'JSON object', stated_by: [...WRITTEN_BY, ...own] };
}

function nameOf(operation: Shown['operation']): string {
  const { method, path } = OPERATIONS[operation];
  return `${method.toUpperCase()} ${path}`;
}

/** The clauses that state that an operation exists and how it succeeds, besides its own row. */
const EXISTENCE_STATED_BY: readonly ClauseId[] = ['OP-1', 'CONV-8'];

/** An operation that never succeeds proves nothing about the clause. */
async function explainDeadOperation(t: CheckContext, { exchange, operation }: Shown): Promise<Blocked | undefined> {
  const { clause } = t.check;
  if (EXISTENCE_STATED_BY.includes(clause) || ENDPOINTS[operation].stated_by.includes(clause)) return undefined;
  if (t.exchanges.some((one) => one.operation === operation && isSuccess(one))) return undefined;
  const pass = await coveragePassOf(t);
  const visits = [...(pass?.successes.get(operation) ?? []), ...(pass?.blocked.get(operation) ?? [])];
  // A missing scope or a rate limit proves nothing about the operation.
  const answered = visits.filter(({ status }) => status !== 401 && status !== 403 && status !== 429);
  if (answered.length === 0 || visits.some(({ is_success }) => is_success)) return undefined;
  return new Blocked(`${nameOf(operation)} never succeeds (status ${answered[0]?.status ?? 0})`, exchange);
}

/** PAGE-2 covers a list that rejects a valid `limit` and works without one. */
async function explainLimit(t: CheckContext, { exchange, operation }: Shown): Promise<Blocked | undefined> {
  const url = readUrl(exchange.url);
  const limit = url?.searchParams.get('limit');
  const actor = t.findActed(exchange.actor);
  if (exchange.method !== 'GET' || t.check.clause === 'PAGE-2') return undefined;
  if (url === undefined || typeof limit !== 'string' || actor === undefined) return undefined;
  url.searchParams.delete('limit');
  if (!(await actor.get(url.href)).is_success) return undefined;
  return new Blocked(`${nameOf(operation)} rejects a limit of ${limit}`, exchange);
}

/** The coverage pass of this run. If requests are limited, none is made just for this. */
async function coveragePassOf(t: CheckContext): Promise<CoveragePass | undefined> {
  return Number.isFinite(t.run.settings.requests_per_second) && !t.run.hasStarted('coverage pass') ? undefined : t.coveragePass();
}

type Probe = readonly [
  operation: Shown['operation'],
  ask: (t: CheckContext) => Promise<Reply>,
  ...needs: readonly (ActorName | 'writes')[],
];

/** Rejections that every deployment has, by status. They are requested if another operation's rejection has the wrong form. */
const PROBES: Readonly<Record<number, readonly Probe[]>> = {
  400: [['listBids', async (t) => t.seller.get('/bids'), 'seller']],
  401: [
    ['listInventory', async (t) => t.anonymous.get('/inventory')],
    ['listTrades', async (t) => t.anonymous.get('/trades')],
  ],
  403: [
    ['listTrades', async (t) => t.reader.get('/trades'), 'reader'],
    ['listTeams', async (t) => t.reader.get('/teams'), 'reader'],
  ],
  404: [
    ['getInventory', async (t) => t.buyer.get('/inventory/inv_000000000000000000000000'), 'buyer'],
    ['getTeam', async (t) => t.buyer.get('/teams/tm_000000000000000000000000'), 'buyer'],
  ],
  422: [
    ['createListing', async (t) => t.seller.post('/me/inventory', {}), 'seller', 'writes'],
    ['createWebhook', async (t) => t.buyer.post('/webhooks', {}), 'buyer', 'writes'],
  ],
};

async function askElsewhere(t: CheckContext, { exchange, operation }: Shown): Promise<Reply | undefined> {
  const may_write = t.run.settings.read_only_reason === undefined;
  const isMet = (need: ActorName | 'writes'): boolean => (need === 'writes' ? may_write : t.has(need));
  const probe = PROBES[exchange.status]?.find(([asked, , ...needs]) => asked !== operation && needs.every(isMet));
  return probe?.[1](t);
}

/** All clauses of this area state the form of errors, as do those that name a code or field errors. */
async function explainRefusal(t: CheckContext, shown: Shown): Promise<Blocked | undefined> {
  const { exchange } = shown;
  const fault = faultOf(shown);
  if (fault === undefined || isFormOfErrors(t.check.clause, fault)) return undefined;
  if (fault.isIn === undefined) return new Blocked(fault.cause, exchange);
  const probe = await askElsewhere(t, shown);
  if (probe === undefined || probe.status !== exchange.status || !fault.isIn(probe.json)) return undefined;
  return new Blocked(`${fault.cause}, for every rejection with status ${exchange.status}`, exchange);
}

/** What is wrong with the form of a rejection, and how to recognize it in another one. */
interface Fault {
  cause: string;
  /** The clauses that state it, besides those of errors in general. */
  stated_by: readonly ClauseId[];
  /** Undefined if a rejection with this problem is never acceptable, even if it is the only one. */
  isIn: ((json: unknown) => boolean) | undefined;
}

function isFormOfErrors(clause: ClauseId, { stated_by }: Fault): boolean {
  // ERR-3 compares two rejections, whatever their form.
  return (clause.startsWith('ERR-') && clause !== 'ERR-3') || clause === 'CONV-5' || stated_by.includes(clause);
}

function faultOf({ pointer, expectation }: Shown): Fault | undefined {
  if (pointer === '' && (isMember(expectation, 'error') || isObjectExpected(expectation))) {
    return { cause: 'a rejection has no "error"', stated_by: [], isIn: undefined };
  }
  if (pointer === '/error/code' || (pointer === '/error' && isMember(expectation, 'code'))) {
    const isIn = (json: unknown): boolean => {
      const code = errorIn(json)['code'];
      return typeof code !== 'string' || !Object.hasOwn(STATUS_OF_CODE, code);
    };
    const stated_by = codesIn(expectation).flatMap((code) => CODE_STATED_BY[code] ?? []);
    return { cause: 'a rejection has an undocumented code', stated_by, isIn };
  }
  const is_about_entries = expectation?.kind === 'error_entry' || isMember(expectation, 'errors');
  if (!(is_about_entries && pointer === '/error') && pointer !== '/error/errors') return undefined;
  const isIn = (json: unknown): boolean => {
    const entries = errorIn(json)['errors'];
    return !Array.isArray(entries) || !entries.some((entry) => isObject(entry) && typeof entry['field'] === 'string');
  };
  return { cause: 'a rejection has no "errors" that name a field', stated_by: ENTRIES_STATED_BY, isIn };
}

/** The codes that the rejection is allowed to have. */
function codesIn(expectation: Expectation | undefined): readonly string[] {
  if (expectation?.kind === 'one_of') return expectation.values.filter((value) => typeof value === 'string');
  return expectation?.kind === 'value' && typeof expectation.value === 'string' ? [expectation.value] : [];
}
