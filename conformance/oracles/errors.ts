import type { Exchange, JsonNode } from '#client';
import { Breach, Reply, isObject, shorten } from '#client';
import { opinionOf } from './oracle-runner.ts';
import type { Oracle, OracleOpinion } from './oracle.ts';
import { oracle } from './oracle.ts';

/** The codes of the error table, and the one status of each. Where another status is legal for such a cause there is no opinion. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  insufficient_scope: 403,
  payment_method_required: 403,
  not_found: 404,
  no_team: 400,
  validation_failed: 422,
  bid_items_required: 422,
};

function judgeErrorObject(error: JsonNode): void {
  error.get('status').integer();
  error.get('code').text();
  error.get('message').string();
  error.find('errors')?.orNull((errors) => {
    for (const entry of errors.array()) {
      entry.get('field').string();
      entry.get('message').string();
    }
  });
}

/** A gateway answers 5xx and 429 on its own. */
function softened(opinion: OracleOpinion, status: number): OracleOpinion {
  const may_be_of_gateway = status >= 500 || status === 429;
  return opinion instanceof Breach && may_be_of_gateway ? new Breach({ ...opinion.details, severity: 'warn' }) : opinion;
}

function readError({ operation, status, json }: Exchange): Readonly<Record<string, unknown>> | undefined {
  if (operation === undefined || status < 400 || !isObject(json) || !isObject(json['error'])) return undefined;
  return json['error'];
}

/** What is open of the status where an error has a code of the table: the readings of statuses, row by row. */
function isOpen(code: string, { operation, status }: Exchange): boolean {
  if (operation === 'simulateEvent' || operation === 'createSandboxUser') return true;
  // A bad filter, or a body that cannot be read, may be 400, and its code is not stated.
  if (code === 'validation_failed') return status === 400;
  // A token without a team may be 403 where the document says no more than that it needs one.
  if (code === 'no_team') return status === 403 && operation !== 'listBids' && operation !== 'getBid';
  // A lot that is not there, or a farm of another's, may be refused otherwise.
  return code === 'not_found' && (operation === 'placeBid' || operation === 'createListing');
}

/** Where a 422 can be nothing but a failed validation. Elsewhere it may be the state of a bid or a delivery, whose code is not given. */
const VALIDATING: ReadonlySet<string> = new Set(['createListing', 'createFarm', 'updateFarm', 'createWebhook', 'createCashBid']);

/** What the table calls an error by its code has the status of the table, wherever it is answered. */
function judgeStatusOfCode(exchange: Exchange): OracleOpinion {
  const code = readError(exchange)?.['code'];
  const owed = typeof code === 'string' && Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code] : undefined;
  if (owed === undefined || typeof code !== 'string' || isOpen(code, exchange)) return undefined;
  if (owed === exchange.status) return 'fine';
  return new Breach({
    message: `${shorten(code)} was answered with status ${exchange.status}.`,
    exchange,
    expectation: { kind: 'status', statuses: [owed] },
    observed: `status ${exchange.status}`,
    pointer: `status of ${exchange.operation ?? ''}`,
  });
}

/** Statuses with one cause in the table have its code. A live token at the sandbox may be refused in any of these ways (SBX-1). */
function judgeCodeOfStatus(exchange: Exchange): OracleOpinion {
  const { status, operation } = exchange;
  const error = readError(exchange);
  if (error === undefined) return undefined;
  const is_of_sandbox = operation === 'simulateEvent' || operation === 'createSandboxUser';
  const has_no_token = exchange.request_headers['authorization'] === undefined;
  const owed = status === 401 ? 'unauthenticated' : status === 404 ? 'not_found' : undefined;
  return opinionOf(() => {
    const seen = new Reply(exchange).body.get('error');
    if (owed !== undefined && (has_no_token || !is_of_sandbox)) seen.get('code').is(owed);
    if (operation === undefined || !VALIDATING.has(operation) || error['code'] !== 'validation_failed') return;
    if (seen.get('errors').array().length === 0) {
      seen.get('errors').breach('A failed validation names no field.', 'at least one { field, message }');
    }
  });
}

export const ERRORS_ORACLES: readonly Oracle[] = [
  oracle('OP-2/every-code', 'An error that the table names by its code has the status of the table, on every endpoint', {
    judge: judgeStatusOfCode,
  }),
  oracle('ERR-1/every-error', 'Every error is an Error object', {
    judge: (exchange) => {
      if (exchange.status < 400 || exchange.operation === undefined) return undefined;
      const opinion = opinionOf(() => judgeErrorObject(new Reply(exchange).body.get('error')));
      return softened(opinion, exchange.status);
    },
  }),
  oracle('ERR-2/every-error', 'Every 401 is unauthenticated, every 404 not_found, and a failed validation lists its fields', {
    judge: judgeCodeOfStatus,
  }),
  oracle('ERR-6/every-error', 'error.status is the HTTP status', {
    judge: (exchange) => {
      if (readError(exchange) === undefined) return undefined;
      return opinionOf(() => new Reply(exchange).body.get('error').get('status').is(exchange.status));
    },
  }),
];
