import type { Operation } from '#spec';
import { OPERATIONS, OPERATION_IDS } from '#spec';
import type { Request, Response, Router } from 'express';
import express from 'express';
import { closestName } from '#spec/closest-name';
import type { Refusal } from '../market/rules/refusal.ts';
import { isRefusal, refuse } from '../market/rules/refusal.ts';
import { UNKNOWN } from './journal/journal.ts';
import { serveWithFaults } from './faults/requests.ts';
import { HANDLERS } from './handlers/index.ts';
import type { World } from './world/world.ts';
import { authenticate } from './http/authenticate.ts';
import { readIncoming } from './http/incoming.ts';
import { makeRefusalResponse, send, sendRefusal } from './http/respond.ts';
import type { AnyHandler } from './http/call.ts';
import type { ReceivedRequest, Route } from './http/serve.ts';
import { serve } from './http/serve.ts';

/** Finds the world of a request, or returns a refusal. */
type FindWorld = (request: Request) => Promise<World | Refusal>;

/** Creates the routes of all operations, for every world. To add one, declare it in spec/ and write a handler. */
export function createMarketplace(findWorld: FindWorld): Router {
  // CONV-8: paths are as the document writes them, with their case and without a trailing slash.
  const router = express.Router({ caseSensitive: true, strict: true, mergeParams: true });
  const methodsByPath = new Map<string, string[]>();
  for (const id of OPERATION_IDS) {
    const operation: Operation = OPERATIONS[id];
    // Cast: HANDLERS checks each handler against its operation. The router treats all handlers alike.
    const route: Route = { id, operation, handler: HANDLERS[id] as unknown as AnyHandler };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), operation.method]);
    router[operation.method](path, async (request: Request, response: Response) => {
      const world = await findWorld(request);
      if (isRefusal(world)) sendRefusal(response, world);
      else {
        const proceed = (received?: ReceivedRequest): Promise<void> => serve(world, route, request, response, received);
        await serveWithFaults({ world, id, request, response, serve: proceed });
      }
    });
  }
  for (const [path, methods] of methodsByPath) router.all(path, refuseMethod(methods, findWorld));
  router.use((request, response) => refuseOutside(findWorld, request, response, refusePath(request.path)));
  return router;
}

const PATHS: readonly string[] = OPERATION_IDS.map((id) => OPERATIONS[id].path);

/** CONV-6: refuses an unknown path below `/v1` and suggests the one that was probably meant. */
export function refusePath(path: string): Refusal {
  // Replaces ids with `{id}`, so that the path can match a template.
  const template = path
    .toLowerCase()
    .replace(/^\/v\d+(?=\/)/, '')
    .replaceAll(/\/[a-z]+_[0-9a-z]+(?=\/|$)/g, '/{id}');
  const closest = closestName(template.replace(/\/$/, ''), PATHS);
  const hint =
    closest === undefined ? '. GET /_gristmill/openapi-marketplace.json lists all paths.' : `; did you mean /v1${closest}?`;
  return refuse('not_found', { message: `No such path${hint}` });
}

/** Refuses a request to a path or method without an operation, and records it in the journal. It needs no valid token. */
async function refuseOutside(findWorld: FindWorld, request: Request, response: Response, refusal: Refusal): Promise<void> {
  request.resume();
  const world = await findWorld(request);
  if (isRefusal(world)) {
    sendRefusal(response, refusal);
    return;
  }
  const entry = world.journal.begin(UNKNOWN, request);
  const incoming = readIncoming(request, Buffer.alloc(0));
  const caller = await authenticate(world, incoming.authorization);
  if (!isRefusal(caller)) entry.identify(caller);
  const no_operation = { operation_id: undefined, operation: undefined, caller: undefined };
  const context = { world, db: world.store.reader, incoming, refusal, ...no_operation };
  entry.end('', send(response, await world.seams.response(makeRefusalResponse(refusal), context)));
}

/** CONV-6: refuses methods that a known path does not support. */
function refuseMethod(methods: readonly string[], findWorld: FindWorld): (request: Request, response: Response) => Promise<void> {
  const names = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  const allowed = names.join(', ');
  const listed = new Intl.ListFormat('en').format(names);
  return (request, response) => {
    const message = `This path does not support ${request.method}, only ${listed}.`;
    return refuseOutside(findWorld, request, response, refuse('method_not_allowed', { message, headers: { Allow: allowed } }));
  };
}
