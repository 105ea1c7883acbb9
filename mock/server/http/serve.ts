/** The way of a request through the mock, in one direction and in the order of the error catalogue (AUTH-19). */
import type { FieldError, Operation, OperationId } from '#spec';
import type { Request, Response } from 'express';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse, refuseFields } from '../../market/rules/refusal.ts';
import type { OpenEntry } from '../journal/journal.ts';
import type { About } from '../../mutations/seams.ts';
import type { Db } from '../../market/records/tables.ts';
import type { World } from '../world/world.ts';
import { authenticate } from './authenticate.ts';
import { authorise } from './authorise.ts';
import type { Call, Caller, Handler, Misfit } from './call.ts';
import { inDeclaredOrder, isWithin } from './field-order.ts';
import { keyUseOf, readKey, recall, remember } from './idempotency.ts';
import { readIncoming } from './incoming.ts';
import { linker } from './link.ts';
import { parseQuery } from './parse-query.ts';
import { parseBody, readBody } from './read-body.ts';
import { answerRefusal, answerText, send } from './respond.ts';
import type { Misshapen } from './validate-body.ts';
import { validateBody } from './validate-body.ts';

/** A handler of any operation: the pipeline gives it a query and a body that its own declaration has judged. */
export type AnyHandler = Handler<Operation, unknown>;

interface Success {
  status: number;
  text: string;
}

/** A request on its way. */
interface Case {
  handler: AnyHandler;
  request: Request;
  about: About;
}

/** Serves one request of one operation, and writes it into the journal. */
export async function serve(
  world: World,
  id: OperationId,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
  response: Response,
): Promise<void> {
  const entry = world.journal.begin(id, request);
  const bytes = await readBody(request);
  const incoming = readIncoming(request, bytes);
  const about: About = { world, db: world.store.db, operation_id: id, operation, incoming, caller: undefined };
  const judged = await world.lock.share(() => judge({ handler, request, about }, entry));
  const outcome = judged ?? refuse('not_found', { message: 'There is no such world.' });
  const refusal = isRefusal(outcome) ? outcome : undefined;
  const answer = isRefusal(outcome) ? answerRefusal(outcome) : answerText(outcome.status, outcome.text);
  const sent = send(response, await world.seams.answer(answer, { ...about, refusal }));
  entry.end(isRefusal(bytes) ? '' : bytes.toString('utf8'), sent);
}

async function judge({ handler, request, about }: Case, entry: OpenEntry): Promise<Success | Refusal> {
  const { world, operation } = about;
  await world.runDue();
  const incoming = await world.seams.request(about.incoming, about);
  if (isRefusal(incoming)) return incoming;
  about.incoming = incoming;
  const caller = await world.seams.caller(await authenticate(world, incoming.authorization), about);
  if (isRefusal(caller)) return caller;
  about.caller = caller;
  entry.identify(caller);
  const denied = authorise(operation, caller);
  if (denied !== undefined) return denied;

  // Read here, judged further down, in its place.
  const parsed = operation.body === undefined ? undefined : parseBody(incoming.bytes, incoming);
  const foreseen = isRefusal(parsed) ? undefined : await handler.foresee?.(world, parsed?.json);
  const proceed = (db: Db, now: string): Promise<Success | Refusal> =>
    decide({ handler, request, about: { ...about, db }, parsed, foreseen, caller, now });
  // IDEM-5: what writes goes in one at a time, so that the second of two requests with one key finds what the first has kept.
  return operation.method === 'get' ? proceed(world.store.db, world.clock.now()) : world.write(proceed);
}

interface JudgedCase extends Case {
  parsed: ReturnType<typeof parseBody>;
  foreseen: unknown;
  caller: Caller;
  now: string;
}

async function decide({ handler, request, about, parsed, foreseen, caller, now }: JudgedCase): Promise<Success | Refusal> {
  const { world, operation, incoming, db } = about;
  const { seams } = world;
  const { path } = incoming;
  const entry = { world, db, now, caller, path };
  const key = operation.takes_idempotency_key === true ? readKey(incoming.idempotency_key) : undefined;
  const use =
    key === undefined || isRefusal(key) || isRefusal(parsed)
      ? undefined
      : await seams.key(keyUseOf(operation, caller, path, key, parsed?.json), about);
  const find = (): ReturnType<typeof seams.find> => seams.find(entry, handler.find, about);
  const party = handler.is_for_parties === true ? await find() : undefined;
  if (isRefusal(party)) return party;
  const kept = use === undefined ? undefined : await recall(db, use, now);
  // IDEM-2, IDEM-3, IDEM-9: a repeat gets its first answer, and another body its 409, though the lot that was bid on is gone by now:
  // a key is the caller's own, so that neither tells it anything new.
  if (kept !== undefined) return isRefusal(kept) ? kept : { status: kept.status, text: kept.response };

  const subject = party ?? (await find());
  if (isRefusal(subject)) return subject;
  if (isRefusal(parsed)) return parsed;
  const query = parseQuery(operation.query, incoming.search);
  if (isRefusal(query)) return query;
  if (isRefusal(key)) return key;

  const valid = validateBody(operation, parsed?.json, world.options.is_lenient);
  if (isRefusal(valid)) {
    // The rest of a body of this operation, whose declaration typed the handler.
    const misfit = { ...entry, body: valid.sound, foreseen } as Misfit<Operation>;
    return inOrder(operation, refuseFields(...valid.errors, ...(await findFurther(handler, misfit, subject, valid))));
  }
  const linkTo = linker(request, world.options.public_url);
  // The declaration of the operation, which typed the handler, has just judged query and body.
  const call = { ...entry, query, body: valid.body, linkTo, foreseen } as Call<Operation>;
  const answer = await seams.act(call, subject, async (one, other) => handler.act(one, other), about);
  if (isRefusal(answer)) return inOrder(operation, answer);

  // OP-1
  const success = { status: operation.success.status, text: JSON.stringify(answer) };
  if (use !== undefined) await remember(db, use, success.status, success.text, now);
  return success;
}

/** ERR-5: what the rules of the business say of the rest of a body, but for what is said of its shape already. */
async function findFurther(
  handler: AnyHandler,
  misfit: Misfit<Operation>,
  subject: unknown,
  { errors, sound }: Misshapen,
): Promise<readonly FieldError[]> {
  if (sound === undefined || handler.judge === undefined) return [];
  const further = await handler.judge(misfit, subject);
  return further.filter(({ field }) => !errors.some((error) => isWithin(error.field, field)));
}

/** ERR-5 */
function inOrder(operation: Operation, refusal: Refusal): Refusal {
  const { errors } = refusal;
  if (refusal.refused !== 'validation_failed' || errors === undefined || operation.body === undefined) return refusal;
  return { ...refusal, errors: inDeclaredOrder(operation.body.schema, errors) };
}
