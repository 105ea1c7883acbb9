/** What every check takes for granted of an answer: that the operation works at all, the frame of the body, and how refusals are written. */
import { OPERATIONS } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import { findClause } from '#spec/clauses/index';
import type { ActorName, BreachDetails, Exchange, Reply } from '#client';
import { Blocked, DATA_NOT_OBJECT, isDelivery, isObject, readUrl } from '#client';
import type { CoveragePass } from '../coverage-pass/coverage-pass.ts';
import type { CheckContext } from '../check/check-context.ts';
import { STATED_BY } from './stated-by.ts';

/** A breach with the answer that showed it, of an operation of the document. */
interface Shown extends BreachDetails {
  exchange: Exchange;
  operation: NonNullable<Exchange['operation']>;
}

/** @returns what blocks a check whose breach says no more than that; undefined where the breach stands */
export async function findBrokenGround(t: CheckContext, breach: BreachDetails): Promise<Blocked | undefined> {
  const { exchange, ...details } = breach;
  const { clause } = t.check;
  const value = explainValue(clause, breach);
  if (value !== undefined || exchange?.operation === undefined) return value;
  const shown = { ...details, exchange, operation: exchange.operation };
  if (isSuccess(exchange)) return explainFrame(clause, shown);
  return (await explainRefusal(t, shown)) ?? (await explainLimit(t, shown)) ?? explainUselessness(t, shown);
}

function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** Values that stand in many places, each stated by one clause. */
function explainValue(
  clause: ClauseId,
  { exchange, pointer = '', expected = '', observed = '' }: BreachDetails,
): Blocked | undefined {
  if (exchange !== undefined && isDelivery(exchange) && pointer === '/data' && expected === 'an object') {
    return clause === 'EVT-1' ? undefined : new Blocked(DATA_NOT_OBJECT, exchange);
  }
  const is_text = pointer.endsWith('/amount') && (NUMBER_IN_TEXT.test(observed) || NUMBER_IN_TEXT.test(expected));
  return is_text && !TYPED_BY.includes(clause) ? new Blocked('the amount of a price is no number', exchange) : undefined;
}

/** That an amount is a number is stated by these: of money, and of what has a price. */
const TYPED_BY: readonly ClauseId[] = ['FMT-1', 'INV-2', 'BID-13', 'BID-47'];
const NUMBER_IN_TEXT = /^"-?\d+(?:\.\d+)?"$/;

/** A list in a paging object is stated by these. */
const FRAMED_BY: readonly ClauseId[] = ['PAGE-1', 'PAGE-10', 'INV-1', 'DLOC-1', 'CONV-1', 'CONV-9'];
/** That a resource is wrapped in `data`, and that a body is JSON, by these and by the row of the operation. */
const WRAPPED_BY: readonly ClauseId[] = ['CONV-1', 'CONV-9'];
const WRITTEN_BY: readonly ClauseId[] = ['CONV-1', 'CONV-5', 'CONV-9'];

/** A body without the frame that all have is what its own clauses say, whatever was looked for in it. */
function explainFrame(clause: ClauseId, shown: Shown): Blocked | undefined {
  const { exchange, operation, pointer, expected = '', observed = '' } = shown;
  const [, due] = /^status (2\d\d)$/.exec(expected) ?? [];
  // With which success is stated by OP-1, and by the rows that have the number.
  const stated_by: readonly ClauseId[] = ['OP-1', ...STATED_BY[operation]];
  if (due !== undefined && !stated_by.includes(clause) && !findClause(clause).statement.includes(due)) {
    return new Blocked(`${nameOf(operation)} succeeds with ${exchange.status}, and not with ${due}`, exchange);
  }
  if (pointer === '/data' && expected === 'an object' && observed.startsWith('[') && !WRAPPED_BY.includes(clause)) {
    return new Blocked(`${nameOf(operation)} answers a list in place of a resource`, exchange);
  }
  if (pointer !== '') return undefined;
  const is_list = exchange.method === 'GET' && !OPERATIONS[operation].path.endsWith('}');
  const [what, framed_by] =
    expected === 'a member "total"'
      ? ['total', [...FRAMED_BY, 'PAGE-9', ...STATED_BY[operation]]]
      : expected === 'a member "items"' || (expected === 'an object' && is_list)
        ? ['paging object', FRAMED_BY]
        : expected === 'a member "data"'
          ? ['resource in "data"', [...WRAPPED_BY, ...STATED_BY[operation]]]
          : expected === 'an object'
            ? ['JSON object', [...WRITTEN_BY, ...STATED_BY[operation]]]
            : [undefined, []];
  if (what === undefined || framed_by.includes(clause)) return undefined;
  return new Blocked(`${nameOf(operation)} answers no ${what}`, exchange);
}

function nameOf(operation: Shown['operation']): string {
  const { method, path } = OPERATIONS[operation];
  return `${method.toUpperCase()} ${path}`;
}

/** Whether there is such an operation, and what it answers when it works, is stated by these and by its row. */
const THERE_BY: readonly ClauseId[] = ['OP-1', 'CONV-8'];

/** An operation that succeeds for nobody says nothing of what was asked of it. */
async function explainUselessness(t: CheckContext, { exchange, operation }: Shown): Promise<Blocked | undefined> {
  const { clause } = t.check;
  if (THERE_BY.includes(clause) || STATED_BY[operation].includes(clause)) return undefined;
  if (t.exchanges.some((one) => one.operation === operation && isSuccess(one))) return undefined;
  const tour = await tourOf(t);
  const visits = [...(tour?.successes.get(operation) ?? []), ...(tour?.blocked.get(operation) ?? [])];
  // A token that lacks a scope, or a limit that was reached, says nothing of the operation.
  const told = visits.filter(({ status }) => status !== 401 && status !== 403 && status !== 429);
  if (told.length === 0 || visits.some(({ is_success }) => is_success)) return undefined;
  return new Blocked(`${nameOf(operation)} succeeds for nobody (status ${told[0]?.status ?? 0})`, exchange);
}

/** A list that is asked for in pages of a legal size, and gives itself only where no size is asked for, is what PAGE-2 says. */
async function explainLimit(t: CheckContext, { exchange, operation }: Shown): Promise<Blocked | undefined> {
  const url = readUrl(exchange.url);
  const limit = url?.searchParams.get('limit');
  const actor = t.findActed(exchange.actor);
  if (
    exchange.method !== 'GET' ||
    url === undefined ||
    limit === undefined ||
    limit === null ||
    actor === undefined ||
    t.check.clause === 'PAGE-2'
  )
    return undefined;
  url.searchParams.delete('limit');
  if (!(await actor.get(url.href)).is_success) return undefined;
  return new Blocked(`${nameOf(operation)} refuses a limit of ${limit}`, exchange);
}

/** What was visited in this run. Where requests are counted, nothing is visited for this alone. */
async function tourOf(t: CheckContext): Promise<CoveragePass | undefined> {
  return Number.isFinite(t.run.settings.requests_per_second) && !t.run.isAsked('tour') ? undefined : t.coveragePass();
}

type Probe = readonly [
  operation: Shown['operation'],
  ask: (t: CheckContext) => Promise<Reply>,
  ...needs: readonly (ActorName | 'writes')[],
];

/** Refusals that every deployment has, by their status: asked for where one of another operation is not written as it should be. */
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

/** The form of errors is stated by all clauses of this area, and by those that name the code or the entries. */
async function explainRefusal(t: CheckContext, shown: Shown): Promise<Blocked | undefined> {
  const { exchange } = shown;
  const fault = faultOf(shown);
  if (fault === undefined || isFormOfErrors(t.check.clause, fault)) return undefined;
  if (fault.isIn === undefined) return new Blocked(fault.cause, exchange);
  const probe = await askElsewhere(t, shown);
  if (probe === undefined || probe.status !== exchange.status || !fault.isIn(probe.json)) return undefined;
  return new Blocked(`${fault.cause}: not here alone, but wherever a refusal has the status ${exchange.status}`, exchange);
}

/** What is wrong with the form of a refusal, and how to see it in another. */
interface Fault {
  cause: string;
  /** What a clause says that states it. */
  words: readonly string[];
  /** Undefined: nothing can be said of a refusal with that fault, be it the only one. */
  isIn: ((json: unknown) => boolean) | undefined;
}

function isFormOfErrors(clause: ClauseId, { words }: Fault): boolean {
  const { statement } = findClause(clause);
  // ERR-3 says that two refusals are alike, whatever they look like.
  return (
    (clause.startsWith('ERR-') && clause !== 'ERR-3') || clause === 'CONV-5' || words.some((word) => statement.includes(word))
  );
}

function faultOf({ pointer, expected = '' }: Shown): Fault | undefined {
  if (pointer === '' && (expected === 'a member "error"' || expected === 'an object')) {
    return { cause: 'a refusal has no "error"', words: [], isIn: undefined };
  }
  if (pointer === '/error/code' || (pointer === '/error' && expected === 'a member "code"')) {
    const codes = [...expected.matchAll(/"([a-z_]+)"/g)].map(([, code = '']) => code).filter((code) => code !== 'code');
    const isIn = (json: unknown): boolean => {
      const code = errorIn(json)?.['code'];
      return typeof code !== 'string' || !CODES.includes(code);
    };
    return { cause: 'a refusal has a code that is none of the document', words: codes, isIn };
  }
  const is_about_entries = /^(?:an entry whose|a member "errors")/.test(expected) && pointer === '/error';
  if (!is_about_entries && pointer !== '/error/errors') return undefined;
  const isIn = (json: unknown): boolean => {
    const entries = errorIn(json)?.['errors'];
    return !Array.isArray(entries) || !entries.some((entry) => isObject(entry) && typeof entry['field'] === 'string');
  };
  return { cause: 'a refusal has no "errors" that name a field', words: ['`errors`', ' entry'], isIn };
}

/** Those that the error table of the document has. */
const CODES: readonly string[] = [
  'unauthenticated',
  'insufficient_scope',
  'payment_method_required',
  'not_found',
  'no_team',
  'validation_failed',
  'bid_items_required',
];

function errorIn(json: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(json) && isObject(json['error']) ? json['error'] : undefined;
}
