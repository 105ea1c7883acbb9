import { readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { type Refusal, isRefusal, refuse } from '../../market/rules/refusal.ts';
import { abortSignalOf } from '../http/abort-signal-of.ts';
import { originOf } from '../http/link.ts';
import { descriptionOf, parseBody, readBody } from '../http/read-body.ts';
import { NO_WORLD, send, sendText } from '../http/respond.ts';
import { checkQuota } from '../quotas.ts';
import type { World } from '../world/world.ts';
import type { Worlds } from '../world/worlds.ts';
import { findWorldFor, identify, identifyVisitor } from './endpoint/admit.ts';
import type { ControlOptions } from './index.ts';
import { receiveDeliveries } from './dashboard/inbox.ts';
import { checkBody, checkQuery } from './endpoint/validate-input.ts';
import { describeControl } from './openapi.ts';
import { type ControlCall, type ControlOperation, type Principal, isStreaming, isVerbatim } from './endpoint/operation.ts';
import { CONTROL_OPERATIONS } from './operations.ts';
import { sendControlRefusal } from './endpoint/refusals.ts';
import { SharedSnapshots } from './worlds/shared-snapshots.ts';
import { type SnapshotStore, Snapshots } from './worlds/snapshots.ts';
import { Streams } from './journal/streams.ts';

/** The objects that all requests of the control plane share. */
interface Services extends ControlOptions {
  worlds: Worlds;
  snapshots: SnapshotStore;
  streams: Streams;
}

/** Creates the routes of all operations, behind a guard. Unknown paths and methods get an Error object. */
export function createRouter(worlds: Worlds, options: ControlOptions): RequestHandler {
  const snapshots = worlds.registry === undefined ? new Snapshots() : new SharedSnapshots(worlds.registry.snapshots);
  worlds.onGone((world) => {
    snapshots.forget(world);
  });
  const services: Services = { ...options, worlds, snapshots, streams: new Streams() };
  const router: Router = express.Router({ caseSensitive: true, strict: true, mergeParams: true });
  router.post('/inbox', receiveDeliveries(worlds, options));
  for (const operation of CONTROL_OPERATIONS.filter(({ audience }) => audience === 'public')) {
    router[operation.method](operation.path, async (request: Request, response: Response) => {
      const visitor = identifyVisitor(worlds, options, request);
      if ('refused' in visitor) sendControlRefusal(response, visitor);
      else await serve(services, operation, visitor, request, response);
    });
  }
  const principals = new WeakMap<Request, Principal>();
  router.use(makeGuard(worlds, options, principals));
  addDocuments(router, worlds);
  addOperations(router, services, principals);
  router.use((request, response) => {
    const message = `The control plane has no such path; ${request.baseUrl}/openapi.json lists all paths.`;
    sendControlRefusal(response, refuse('not_found', { message }));
  });
  return router;
}

function makeGuard(worlds: Worlds, options: ControlOptions, principals: WeakMap<Request, Principal>): RequestHandler {
  return async (request, response, next) => {
    const principal = await identify(worlds, options, request);
    if ('refused' in principal) {
      sendControlRefusal(response, principal);
      return;
    }
    principals.set(request, principal);
    next();
  };
}

/** The OpenAPI documents of the control plane and of the marketplace, for tools that load a document by its URL. */
function addDocuments(router: Router, worlds: Worlds): void {
  const documents: Readonly<Record<string, (request: Request) => string>> = {
    '/openapi.json': ({ baseUrl }) => JSON.stringify(describeControl(baseUrl)),
    '/openapi-marketplace.json': (request) => {
      const root = `${originOf(request, worlds.default.options.public_url)}${request.baseUrl.replace(/\/_gristmill$/, '')}`;
      const document = readFileSync(new URL('spec/openapi.json', PACKAGE_ROOT), 'utf8');
      // A tool that loads the document calls the world that served it.
      return document.replaceAll('http://127.0.0.1:4010', root);
    },
  };
  for (const [path, write] of Object.entries(documents)) {
    router.get(path, (request, response) => {
      request.resume();
      sendText(response, 200, write(request));
    });
    refuseOtherMethods(router, path, ['get']);
  }
}

function addOperations(router: Router, services: Services, principals: WeakMap<Request, Principal>): void {
  const byPath = Map.groupBy(CONTROL_OPERATIONS, (operation) => operation.path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const [path, operations] of byPath) {
    for (const operation of operations) {
      router[operation.method](path, async (request: Request, response: Response) => {
        // Always set by the guard.
        const principal = principals.get(request);
        if (principal !== undefined) await serve(services, operation, principal, request, response);
      });
    }
    refuseOtherMethods(
      router,
      path,
      operations.map(({ method }) => method),
    );
  }
}

function refuseOtherMethods(router: Router, path: string, methods: readonly string[]): void {
  const names = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  const allowed = names.join(', ');
  const listed = new Intl.ListFormat('en').format(names);
  router.all(path, (request: Request, response: Response) => {
    const message = `This path does not support ${request.method}, only ${listed}.`;
    sendControlRefusal(response, refuse('method_not_allowed', { message, headers: { Allow: allowed } }));
  });
}

async function serve(
  services: Services,
  operation: ControlOperation,
  principal: Principal,
  request: Request,
  response: Response,
): Promise<void> {
  const signal = abortSignalOf(response);
  const bytes = await readBody(request);
  // Express has decoded the path: every declared parameter is a string.
  const { world: id, ...path } = request.params as Record<string, string>;
  const world = await findWorldFor(operation, services.worlds, principal, id);
  if ('refused' in world) {
    sendControlRefusal(response, world);
    return;
  }
  // Resets the world's idle time at the end, because an operation that waits or streams can take long.
  response.once('close', () => services.worlds.get(world.id));
  const outcome = (await runOperation(services, world, operation, { request, path, bytes, signal, principal })) ?? NO_WORLD;
  if (isRefusal(outcome)) sendControlRefusal(response, outcome);
  else if (isStreaming(outcome)) outcome.startStream(response);
  else {
    const made = isVerbatim(outcome) ? outcome.verbatim : JSON.stringify(outcome);
    const text = await world.seams.control_response(made, { world });
    send(response, { status: operation.success ?? 200, headers: headersOf(operation), text });
  }
}

function headersOf({ response }: ControlOperation): Record<string, string> {
  const { media_type = 'application/json; charset=utf-8', file_name } = response ?? {};
  return {
    'Content-Type': media_type,
    'Cache-Control': 'no-store',
    ...(file_name === undefined ? {} : { 'Content-Disposition': `attachment; filename="${file_name}"` }),
  };
}

/** @returns undefined if the world was closed in the meantime */
async function runOperation(
  services: Services,
  world: World,
  operation: ControlOperation,
  given: Pick<ControlCall, 'path' | 'signal' | 'principal'> & { request: Request; bytes: Buffer | Refusal },
): Promise<object | undefined> {
  const { request, signal, principal } = given;
  const sent = { path: given.path, bytes: given.bytes, search: request.originalUrl.split('?', 2)[1] ?? '' };
  const { path, bytes, search } = await world.seams.control_request(sent, { world });
  const parsed = operation.body === undefined ? undefined : parseBody(bytes, descriptionOf(request));
  if (isRefusal(parsed)) return parsed;
  const query = checkQuery(operation, search);
  if (isRefusal(query)) return query;
  const body = checkBody(operation, parsed?.json);
  if (isRefusal(body)) return body;

  const over_quota = operation.makes_rows === true ? await checkQuota(world.store.reader, 'rows', world.options) : undefined;
  if (over_quota !== undefined) return over_quota;

  const origin = originOf(request, world.options.public_url);
  const addressesOf: ControlCall['addressesOf'] = (id) => services.addressesOf(origin, id);
  const headers = Object.fromEntries(Object.keys(operation.headers ?? {}).map((name) => [name.toLowerCase(), request.get(name)]));
  const { worlds, snapshots, streams, tenants, state } = services;
  const context = { world, worlds, snapshots, streams, tenants, state, addressesOf };
  const act = async (): Promise<object> =>
    operation.act({ ...context, principal, path, query, headers, body: body.value, signal });
  return operation.is_unlocked === true ? actUnlocked(world, act) : world.lock.share(act);
}

/**
 * @returns undefined if the world was closed during the operation. Closing waits only for holders of the lock, and an unlocked operation, such
 * as a long clock change, does not hold it
 */
async function actUnlocked(world: World, act: () => Promise<object>): Promise<object | undefined> {
  try {
    return await act();
  } catch (error) {
    if (world.is_closed) return undefined;
    throw error;
  }
}
