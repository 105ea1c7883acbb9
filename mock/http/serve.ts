/** The way of a request through the mock, in one direction and in the order of the error catalogue (AUTH-19). */
import type { Operation } from '#spec';
import type { Request, Response } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import { isRefusal, refuse } from '../domain/refusal.ts';
import type { Db } from '../store/tables.ts';
import type { World } from '../world.ts';
import { authenticate } from './authenticate.ts';
import { authorise } from './authorise.ts';
import type { Call, Caller, Handler } from './call.ts';
import { keyUseOf, readKey, recall, remember } from './idempotency.ts';
import { linker } from './link.ts';
import { parseQuery } from './parse-query.ts';
import { parseBody, readBody } from './read-body.ts';
import type { Answer } from './respond.ts';
import { sendRefusal, sendText } from './respond.ts';
import { readTarget } from './target.ts';
import { validateBody } from './validate-body.ts';

/** A handler of any operation: the pipeline gives it a query and a body that its own declaration has judged. */
export type AnyHandler = Handler<Operation, unknown>;

interface Success {
  status: number;
  text: string;
}

/** Serves one request of one operation, and writes it into the journal. */
export async function serve(
  world: World,
  id: string,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
  response: Response,
): Promise<void> {
  const entry = world.journal.begin(id, request);
  const bytes = await readBody(request);
  const judged = await world.gate.share(() =>
    judge(world, operation, handler, request, bytes, (caller) => entry.identify(caller)),
  );
  const answer = judged ?? refuse('not_found', { message: 'There is no such world.' });
  const sent: Answer = isRefusal(answer) ? sendRefusal(response, answer) : sendText(response, answer.status, answer.text);
  entry.end(isRefusal(bytes) ? '' : bytes.toString('utf8'), sent);
}

async function judge(
  world: World,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
  bytes: Buffer | Refusal,
  identify: (caller: Caller) => void,
): Promise<Success | Refusal> {
  await world.settle();
  const caller = await authenticate(world, request.headers.authorization);
  if (isRefusal(caller)) return caller;
  identify(caller);
  const denied = authorise(operation, caller);
  if (denied !== undefined) return denied;

  // Read here, judged further down, in its place.
  const parsed = operation.body === undefined ? undefined : parseBody(bytes, request);
  const foreseen = isRefusal(parsed) ? undefined : await handler.foresee?.(world, parsed?.json);
  const proceed = (db: Db, now: string): Promise<Success | Refusal> =>
    decide({ world, operation, handler, request, parsed, foreseen, caller, db, now });
  // IDEM-5: what writes goes in one at a time, so that the second of two requests with one key finds what the first has kept.
  return operation.method === 'get' ? proceed(world.store.db, world.clock.now()) : world.write(proceed);
}

interface Case {
  world: World;
  operation: Operation;
  handler: AnyHandler;
  request: Request;
  parsed: ReturnType<typeof parseBody>;
  foreseen: unknown;
  caller: Caller;
  db: Db;
  now: string;
}

async function decide({
  world,
  operation,
  handler,
  request,
  parsed,
  foreseen,
  caller,
  db,
  now,
}: Case): Promise<Success | Refusal> {
  // Express has decoded the path: every declared parameter is a string.
  const path = request.params as Record<string, string>;
  const entry = { world, db, now, caller, path };
  const key = operation.takes_idempotency_key === true ? readKey(request.get('Idempotency-Key')) : undefined;
  const use =
    key === undefined || isRefusal(key) || isRefusal(parsed) ? undefined : keyUseOf(operation, caller, path, key, parsed?.json);
  const kept = use === undefined ? undefined : await recall(db, use, now);
  // IDEM-2, IDEM-9: a repeat gets its first answer, though the lot that was bid on is gone by now: it tells the caller nothing new.
  if (kept !== undefined && !isRefusal(kept)) return { status: kept.status, text: kept.response };

  const subject = await handler.find(entry);
  if (isRefusal(subject)) return subject;
  if (isRefusal(parsed)) return parsed;
  const query = parseQuery(operation.query, readTarget(request).search);
  if (isRefusal(query)) return query;
  if (isRefusal(key)) return key;
  if (isRefusal(kept)) return kept;

  const valid = validateBody(operation, parsed?.json, world.options.is_lenient);
  if (isRefusal(valid)) return valid;
  const linkTo = linker(request, world.options.public_url);
  // The declaration of the operation, which typed the handler, has just judged query and body.
  const call = { ...entry, query, body: valid.body, linkTo, foreseen } as Call<Operation>;
  const answer = await handler.act(call, subject);
  if (isRefusal(answer)) return answer;

  // OP-1
  const success = { status: operation.success.status, text: JSON.stringify(answer) };
  if (use !== undefined) await remember(db, use, success.status, success.text, now);
  return success;
}
