/**
 * The real mock, in this process and without a socket. Every request goes the whole way of `mock/server/http/serve.ts` on the SQLite store:
 * authentication, scopes, idempotency, the domain, the store, the views, and the seams that violations hang on. Payments and the clock go
 * through the code behind the control plane.
 *
 * Measured: a decision of `mock/market/rules` takes some 4 µs and a view 1 µs, a whole request 60 to 300 µs. An interpreter of our own over the pure
 * functions would so go through many times as many states. But it would itself decide what is written when, and miss every fault of handlers,
 * transactions, store and expiry, which is where a marketplace goes wrong; it would have no seams, so that nothing could be broken on
 * purpose; and five commands are gone through in a minute either way. What is put back between commands are rows (`records.ts`), in
 * 0.1 ms: an image of the database takes several times as long, with the statements that have to be prepared anew.
 */
import { makeAccess } from '#fixtures/world/auth';
import { advanceTo } from '#mock/server/world/advance';
import { TRADES as TRADE_CONTROLS } from '#mock/server/control/market/trades';
import type { ControlCall } from '#mock/server/control/endpoint/operation';
import { isRefusal } from '#mock/market/rules/refusal';
import { HANDLERS } from '#mock/server/handlers/index';
import type { AnyHandler } from '#mock/server/http/serve';
import { answerRefusal } from '#mock/server/http/respond';
import { serve } from '#mock/server/http/serve';
import { loadBatch } from '#mock/market/store/load-fixtures';
import { World } from '#mock/server/world/world';
import type { Operation, OperationId } from '#spec';
import { OPERATIONS } from '#spec';
import type { Request, Response } from 'express';
import type { Actor } from './cast.ts';
import { BEGIN, USERS, makeFounding, subscriptionOf, tokenOf } from './cast.ts';

const ORIGIN = 'http://market.example';
const NO_BODY = Buffer.alloc(0);

/** A request as a table would have it. */
export interface Ask {
  who: Actor;
  operation_id: OperationId;
  id?: string;
  /** Without the question mark. */
  search?: string;
  body?: object | undefined;
  key?: string;
}

export interface Answer {
  status: number;
  text: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Opens the small world, its clock at rest. Nothing is delivered: what is queued shows who would be told.
 * @throws UnknownDeviationError where there is no such violation
 */
export async function openStage(violation?: string): Promise<World> {
  const world = await World.open('small', {
    seed: 'small scope',
    lots: 0,
    clock: BEGIN,
    db: ':memory:',
    is_lenient: false,
    is_shared: false,
    public_url: ORIGIN,
    has_test_secrets: true,
    violations: violation === undefined ? [] : [violation],
  });
  await world.store.write(async (tx) => {
    await loadBatch(tx, makeAccess({ now_ms: Date.parse(BEGIN) }));
    await loadBatch(tx, makeFounding());
    const rows = USERS.flatMap((actor) => subscriptionOf(actor) ?? []).map((subscription) => ({
      ...subscription,
      livemode: 1 as const,
      url: 'http://127.0.0.1:9/',
      events: JSON.stringify(EVENTS_HEARD),
      secret: 'whsec_small',
      is_active: 1 as const,
      created_at: BEGIN,
      deleted_at: null,
    }));
    await tx.insertInto('subscriptions').values(rows).execute();
  });
  await world.rearm();
  return world;
}

/** All that could come of bids and trades, and what is never sent (EVT-13). */
const EVENTS_HEARD = [
  'bid.accepted',
  'bid.rejected',
  'bid.countered',
  'bid.received',
  'trade.created',
  'trade.settled',
  'bid.retracted',
] as const;

/** Sends one request through the pipeline. */
export async function ask(world: World, { who, operation_id, id, search = '', body, key }: Ask): Promise<Answer> {
  const operation: Operation = OPERATIONS[operation_id];
  // HANDLERS gives each operation the handler typed for it; here they all look alike, as they do to the router.
  const handler = HANDLERS[operation_id] as unknown as AnyHandler;
  const bytes = body === undefined ? NO_BODY : Buffer.from(JSON.stringify(body));
  const headers: Record<string, string> = {
    authorization: `Bearer ${tokenOf(who)}`,
    host: 'market.example',
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const path = operation.path.replace('{id}', id ?? '');
  const request = {
    method: operation.method.toUpperCase(),
    originalUrl: `/v1${path}${search === '' ? '' : `?${search}`}`,
    params: id === undefined ? {} : { id },
    headers,
    get: (name: string) => headers[name.toLowerCase()],
    *[Symbol.iterator]() {
      yield bytes;
    },
  };
  const sent: Record<string, string> = {};
  const answer = { status: 0, text: '', headers: sent };
  const ended = Promise.withResolvers<undefined>();
  const response = {
    statusCode: 0,
    setHeader: (name: string, value: string) => {
      sent[name] = value;
    },
    end(text: string) {
      answer.text = text;
      answer.status = this.statusCode;
      ended.resolve(undefined);
    },
  };
  try {
    // These are the members that the pipeline uses; another would be missed at once, in every test.
    await serve(world, operation_id, operation, handler, request as unknown as Request, response as unknown as Response);
    await ended.promise;
  } catch (error) {
    // As the server around the pipeline does, but that it is said here what has gone wrong.
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, text: JSON.stringify({ error: { status: 500, code: 'internal_error', message } }), headers: {} };
  }
  return answer;
}

/** Pays an invoice as the operator does, whom no actor sees. */
export async function pay(world: World, trade_id: string, invoice: 'buyer' | 'seller'): Promise<Answer> {
  const [control] = TRADE_CONTROLS;
  // It looks at nothing else of a call.
  const call = { world, path: { id: trade_id, invoice } } as unknown as ControlCall;
  const paid = await control?.act(call);
  if (isRefusal(paid)) return answerRefusal(paid);
  return { status: 200, text: '{}', headers: {} };
}

/** Moves the clock on, through everything that falls due. */
export async function wait(world: World, hours: number): Promise<Answer> {
  await advanceTo(world, world.clock.now_ms() + hours * 3_600_000);
  return { status: 200, text: '{}', headers: {} };
}
