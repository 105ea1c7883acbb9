import { Breach, Reply, isObject, parseJson, readPath, shorten, type Exchange, type JsonNode, type JsonObject } from '#client';
import { opinionOf, oracle, type Oracle, type OracleOpinion } from './oracle.ts';
import { mayBeOfGateway } from './check-each.ts';

/** The codes in the error table of the document, each with its status. */
export const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  insufficient_scope: 403,
  payment_method_required: 403,
  not_found: 404,
  no_team: 400,
  validation_failed: 422,
  bid_items_required: 422,
};

function checkErrorObject(error: JsonNode): OracleOpinion {
  error.get('status').integer();
  error.get('code').text();
  error.get('message').string();
  error.find('errors')?.orNull((errors) => {
    for (const entry of errors.array()) {
      entry.get('field').string();
      entry.get('message').string();
    }
  });
  return 'fine';
}

function readError({ operation, status, json }: Exchange): JsonObject | undefined {
  const error = readPath(json, 'error');
  return operation !== undefined && status >= 400 && isObject(error) ? error : undefined;
}

/** Whether the document leaves the status open for this code and operation. */
function isOpen(code: string, { operation, status }: Exchange): boolean {
  if (operation === 'simulateEvent' || operation === 'createSandboxUser') return true;
  // An invalid filter or an unreadable body can be 400, with any code.
  if (code === 'validation_failed') return status === 400;
  // A token without a team can get 403 where the document only says that a team is required.
  if (code === 'no_team') return status === 403 && operation !== 'listBids' && operation !== 'getBid';
  // An unknown lot, or another seller's farm, can be rejected with a different status.
  return code === 'not_found' && (operation === 'placeBid' || operation === 'createListing');
}

/** Operations whose 422 can only be a validation error. Elsewhere it can be the state of a bid or delivery, which has no stated code. */
const VALIDATING: ReadonlySet<string> = new Set(['createListing', 'createFarm', 'updateFarm', 'createWebhook', 'createCashBid']);

/** An error code of the table must come with its status, on every operation. */
function checkStatusOfCode(exchange: Exchange): OracleOpinion {
  const code = readError(exchange)?.['code'];
  const expected = typeof code === 'string' && Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code] : undefined;
  if (expected === undefined || typeof code !== 'string' || isOpen(code, exchange)) return undefined;
  if (expected === exchange.status) return 'fine';
  return new Breach({
    message: `The code ${shorten(code)} has status ${exchange.status}.`,
    exchange,
    expectation: { kind: 'status', statuses: [expected] },
    observed: `status ${exchange.status}`,
    pointer: `status of ${exchange.operation ?? ''}`,
  });
}

/** A status with only one cause in the table must have its code. The sandbox can reject a live token with any of these (SBX-1). */
function checkCodeOfStatus(exchange: Exchange): OracleOpinion {
  const { status, operation } = exchange;
  const error = readError(exchange);
  if (error === undefined) return undefined;
  const is_of_sandbox = operation === 'simulateEvent' || operation === 'createSandboxUser';
  const has_no_token = exchange.request_headers['authorization'] === undefined;
  const expected = status === 401 ? 'unauthenticated' : status === 404 ? 'not_found' : undefined;
  const seen = new Reply(exchange).body.get('error');
  if (expected !== undefined && (has_no_token || !is_of_sandbox)) seen.get('code').is(expected);
  if (operation === undefined || !VALIDATING.has(operation) || error['code'] !== 'validation_failed') return 'fine';
  // A body that is not JSON has no fields.
  const { request_body = '' } = exchange;
  if (request_body !== '' && parseJson(request_body) === undefined) return 'fine';
  if (seen.get('errors').array().length > 0) return 'fine';
  return seen.get('errors').breach('A validation error names no field.', 'at least one { field, message }');
}

export const ERROR_ORACLES: readonly Oracle[] = [
  oracle('OP-2/every-code', 'Every error code of the table has its status, on every endpoint', {
    check: checkStatusOfCode,
  }),
  oracle('ERR-1/every-error', 'Every error is an Error object', {
    check: (exchange) => {
      if (exchange.status < 400 || exchange.operation === undefined) return undefined;
      const opinion = opinionOf(() => checkErrorObject(new Reply(exchange).body.get('error')));
      // A gateway does not know the document, so a breach in a response that can be its own is a warning.
      return opinion instanceof Breach && mayBeOfGateway(exchange)
        ? new Breach({ ...opinion.details, severity: 'warn' })
        : opinion;
    },
  }),
  oracle(
    'ERR-2/every-error',
    'Every 401 has the code unauthenticated, every 404 not_found, and a validation error lists its fields',
    {
      check: checkCodeOfStatus,
    },
  ),
  oracle('ERR-6/every-error', 'error.status is the HTTP status', {
    check: (exchange) => {
      if (readError(exchange) === undefined) return undefined;
      new Reply(exchange).body.get('error').get('status').is(exchange.status);
      return 'fine';
    },
  }),
];
