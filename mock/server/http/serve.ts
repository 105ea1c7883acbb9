/** Serves requests: each step may refuse, in the order of the error catalog (AUTH-19). */
import type { FieldError, Operation, OperationId } from '#spec';
import type { Request, Response } from 'express';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuseFields } from '../../market/rules/refusal.ts';
import type { OpenEntry } from '../journal/journal.ts';
import type { OperationContext } from '../../mutations/seams.ts';
import type { Tx } from '../../market/records/tables.ts';
import type { RequestWorld } from '../ports.ts';
import { checkQuota } from '../quotas.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import type { AnyHandler, Call, Entry, InvalidBodyCall } from './call.ts';
import { keyUseOf, readKey, recall, remember } from './idempotency.ts';
import { readIncoming } from './incoming.ts';
import { linker } from './link.ts';
import { parseQuery } from './parse-query.ts';
import { parseBody, readBody } from './read-body.ts';
import type { OutgoingResponse } from './respond.ts';
import { NO_WORLD, makeRefusalResponse, makeTextResponse, send } from './respond.ts';
import type { InvalidBody } from './validate-body.ts';
import { validateBody } from './validate-body.ts';

/** A request with an open journal entry and its body. */
export interface ReceivedRequest {
  entry: OpenEntry;
  bytes: Buffer | Refusal;
}

/** An operation and the handler that was typed for it. */
export interface Route {
  id: OperationId;
  operation: Operation;
  handler: AnyHandler;
}

/** A request in progress. */
interface ServedRequest {
  world: RequestWorld;
  handler: AnyHandler;
  request: Request;
  context: OperationContext;
}

/**
 * Serves one request of one operation and records it in the journal.
 * @param received the entry and the body, if a fault has already read the request
 */
export async function serve(
  world: RequestWorld,
  { id, operation, handler }: Route,
  request: Request,
  response: Response,
  received?: ReceivedRequest,
): Promise<void> {
  const { entry, bytes } = received ?? { entry: world.journal.begin(id, request), bytes: await readBody(request) };
  const incoming = readIncoming(request, bytes);
  const context: OperationContext = { world, db: world.store.reader, operation_id: id, operation, incoming, caller: undefined };
  const found = await world.lock.share(() => handle({ world, handler, request, context }, entry));
  const outcome = found ?? NO_WORLD;
  const refusal = isRefusal(outcome) ? outcome : undefined;
  const made = isRefusal(outcome) ? makeRefusalResponse(outcome) : outcome;
  const sent = send(response, await world.seams.response(made, { ...context, refusal }));
  entry.end(isRefusal(bytes) ? '' : bytes.toString('utf8'), sent);
}

async function handle(
  { world, handler, request, context }: ServedRequest,
  journal_entry: OpenEntry,
): Promise<OutgoingResponse | Refusal> {
  const { operation } = context;
  await world.runDue();
  const incoming = await world.seams.request(context.incoming, context);
  if (isRefusal(incoming)) return incoming;
  context.incoming = incoming;
  const caller = await world.seams.caller(await authenticate(world, incoming.authorization), context);
  if (isRefusal(caller)) return caller;
  context.caller = caller;
  journal_entry.identify(caller);
  const denied = authorize(operation, caller);
  if (denied !== undefined) return denied;

  // Parsed before the transaction, because `prepare` needs it. A parse error is reported later, in the order of the error catalog.
  const parsed = operation.body === undefined ? undefined : parseBody(incoming.bytes, incoming);
  const prepared = isRefusal(parsed) ? undefined : await handler.prepare?.(world, parsed?.json);
  const proceed = (db: Tx, now: string): Promise<OutgoingResponse | Refusal> => {
    const entry = { world, db, now, caller, path: incoming.path };
    return decide({ world, handler, request, context: { ...context, db }, entry, parsed, prepared });
  };
  // Cast: the handler of a GET takes a reader, so it cannot write through this handle.
  if (operation.method === 'get') return world.store.read((reader) => proceed(reader as Tx, world.clock.now()));
  // IDEM-5: writes are queued, so the second of two requests with one key finds the stored response of the first.
  return world.write(proceed);
}

interface AuthorizedRequest extends ServedRequest {
  entry: Entry;
  parsed: ReturnType<typeof parseBody>;
  prepared: unknown;
}

/** Runs in a transaction, unless the operation only reads. */
async function decide({
  world,
  handler,
  request,
  context,
  entry,
  parsed,
  prepared,
}: AuthorizedRequest): Promise<OutgoingResponse | Refusal> {
  const { operation, incoming } = context;
  const { db, now, caller, path } = entry;
  const { seams } = world;
  const key = operation.takes_idempotency_key === true ? readKey(incoming.idempotency_key) : undefined;
  const use =
    key === undefined || isRefusal(key) || isRefusal(parsed)
      ? undefined
      : await seams.key(keyUseOf(operation, caller, path, key, parsed?.json), context);
  const find = (): ReturnType<typeof seams.find> => seams.find(entry, handler.find ?? ((): undefined => undefined), context);
  const party = handler.is_for_parties === true ? await find() : undefined;
  if (isRefusal(party)) return party;
  const stored = use === undefined ? undefined : await recall(db, use, now);
  // IDEM-2, IDEM-3, IDEM-9: a repeat gets the stored response, and another body gets 409, even if the subject no longer exists. Only the
  // caller that used the key gets these responses, so they reveal nothing.
  const { vault } = world.options;
  if (stored !== undefined)
    return isRefusal(stored) ? stored : { ...makeTextResponse(stored.status, vault.open(stored.response)), is_replay: true };

  const subject = party ?? (await find());
  if (isRefusal(subject)) return subject;
  if (isRefusal(parsed)) return parsed;
  const query = parseQuery(operation.query, incoming.search);
  if (isRefusal(query)) return query;
  if (isRefusal(key)) return key;

  const valid = validateBody(operation, parsed?.json, world.options.is_lenient);
  if (isRefusal(valid)) {
    // The operation that typed the handler also typed its body.
    const invalid = { ...entry, body: valid.valid_part, prepared } as InvalidBodyCall<Operation>;
    return refuseFields(...valid.errors, ...(await findFurther(handler, invalid, subject, valid)));
  }
  const over_quota = operation.method === 'post' ? await checkQuota(db, 'rows', world.options) : undefined;
  if (over_quota !== undefined) return over_quota;
  const linkTo = linker(request, world.options.public_url);
  // The operation that typed the handler has just validated query and body.
  const call = { ...entry, query, body: valid.body, linkTo, prepared } as Call<Operation>;
  const response = await seams.act(call, subject, async (one, other) => handler.act(one, other), context);
  if (isRefusal(response)) return response;

  // OP-1
  const success = makeTextResponse(operation.success.status, JSON.stringify(response));
  if (use !== undefined) await remember(db, use, success.status, vault.seal(success.text), now);
  return success;
}

/** ERR-5: the further errors of an invalid body, without those in fields that have an error already. */
async function findFurther(
  handler: AnyHandler,
  call: InvalidBodyCall<Operation>,
  subject: unknown,
  { errors, valid_part }: InvalidBody,
): Promise<readonly FieldError[]> {
  if (valid_part === undefined || handler.findErrors === undefined) return [];
  const further = await handler.findErrors(call, subject);
  return further.filter(({ field }) => !errors.some((error) => isWithin(error.field, field)));
}

/** Whether one field is the other, or a part of it: `bids` and `bids[1].grade`. */
function isWithin(one: string, other: string): boolean {
  const [outer, inner] = one.length <= other.length ? [one, other] : [other, one];
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}
