import type { OperationId } from '#spec';
import type { Request, Response } from 'express';
import { isRefusal } from '../../market/rules/refusal.ts';
import { abortSignalOf } from '../http/abort-signal-of.ts';
import { findCaller } from '../http/authenticate.ts';
import type { Caller } from '../http/call.ts';
import type { ReceivedRequest } from '../http/serve.ts';
import { readBody } from '../http/read-body.ts';
import { readTarget } from '../http/target.ts';
import { type OutgoingResponse, makeErrorResponse, send, injectFault } from '../http/respond.ts';
import { pause } from '../../ports/timer.ts';
import type { RequestWorld } from '../ports.ts';
import type { RequestEffect, RequestFault, RequestTraits } from './fault.ts';
import type { ActiveFault } from './faults.ts';

/** A request, and the function that serves it without a fault. */
interface FaultedRequest {
  world: RequestWorld;
  id: OperationId;
  request: Request;
  response: Response;
  serve: (received?: ReceivedRequest) => Promise<void>;
}

/** Serves a request, or applies the first fault that matches it. */
export async function serveWithFaults({ world, id, request, response, serve }: FaultedRequest): Promise<void> {
  if (!world.faults.has('request')) return serve();
  const caller = await findCaller(world, request.headers.authorization);
  const active = await world.faults.takeForRequest(traitsOf(id, request, caller));
  if (active === undefined) return serve();

  // Reads the body first, so that a request still takes effect if its client gives up during the delay.
  const received = { entry: world.journal.begin(id, request), bytes: await readBody(request) };
  if (active.fault.latency_ms > 0) await pause(active.fault.latency_ms, abortSignalOf(response));
  if (active.fault.effect === null || active.fault.when === 'after') {
    injectFault(response, (reply) => applyEffect(active, reply));
    return serve(received);
  }
  respondAtOnce(response, active, caller, received);
}

/** Responds without carrying out the request, and records it in the journal. */
function respondAtOnce(
  response: Response,
  active: ActiveFault<RequestFault>,
  caller: Caller | undefined,
  { entry, bytes }: ReceivedRequest,
): void {
  if (caller !== undefined) entry.identify(caller);
  const reply = send(response, applyEffect(active, { status: 200, headers: {}, text: '' }));
  entry.end(isRefusal(bytes) ? '' : bytes.toString('utf8'), reply);
}

/** How each effect changes the response. */
const EFFECTS: Readonly<Record<RequestEffect, (response: OutgoingResponse, fault: RequestFault) => OutgoingResponse>> = {
  status: (response, { refusal }) => (refusal === null ? response : makeErrorResponse(refusal)),
  drop: (response) => ({ ...response, broken_off: 'at once' }),
  truncate: (response) => ({ ...response, broken_off: 'midway' }),
  malform: (response) => ({ ...response, text: response.text.slice(0, Math.floor(response.text.length / 2)) }),
};

function applyEffect({ id, fault }: ActiveFault<RequestFault>, response: OutgoingResponse): OutgoingResponse {
  return { ...(fault.effect === null ? response : EFFECTS[fault.effect](response, fault)), fault: id };
}

function traitsOf(operation_id: OperationId, request: Request, caller: Caller | undefined): RequestTraits {
  const { method } = request;
  const path = readTarget(request).path.replace(/^(?:\/worlds\/[^/]+)?\/v1/, '');
  if (caller === undefined) return { operation_id, method, path };
  const { client_id, user_id, team_id, livemode } = caller;
  return { operation_id, method, path, client_id, user_id, team_id, livemode: livemode === 1 };
}
