import { readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response, Router } from 'express';
import express from 'express';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import { abortedWith } from '../http/aborted-with.ts';
import { originOf } from '../http/link.ts';
import { descriptionOf, parseBody, readBody } from '../http/read-body.ts';
import { NO_WORLD, send, sendText } from '../http/respond.ts';
import { checkQuota } from '../quotas.ts';
import type { World } from '../world/world.ts';
import type { Worlds } from '../world/worlds.ts';
import { admit, admitVisitor, enterFor } from './endpoint/admit.ts';
import type { ControlOptions } from './index.ts';
import { receiveDeliveries } from './dashboard/inbox.ts';
import { checkBody, checkQuery } from './endpoint/validate-input.ts';
import { describeControl } from './openapi.ts';
import type { ControlOperation, Principal } from './endpoint/operation.ts';
import { isLive, isVerbatim } from './endpoint/operation.ts';
import { CONTROL_OPERATIONS } from './operations.ts';
import { sendControlRefusal } from './endpoint/refusals.ts';
import { SharedSnapshots } from './worlds/shared-snapshots.ts';
import type { SnapshotStore } from './worlds/snapshots.ts';
import { Snapshots } from './worlds/snapshots.ts';
import { Streams } from './journal/streams.ts';

/** What every request of the control plane is served with. */
interface Desk extends ControlOptions {
  worlds: Worlds;
  snapshots: SnapshotStore;
  streams: Streams;
}

/** What the marketplace itself can do: the contract, for tools that read it from an address. */
const MARKETPLACE_DOCUMENT = '/openapi-marketplace.json';

/** The table of operations as routes; in front of them the guard, behind them the refusals of what is in no row. */
export function createRouter(worlds: Worlds, options: ControlOptions): RequestHandler {
  const desk: Desk = { ...options, worlds, snapshots: openSnapshots(worlds), streams: new Streams() };
  worlds.onGone((world) => {
    desk.snapshots.forget(world);
  });
  const router: Router = express.Router({ caseSensitive: true, strict: true, mergeParams: true });
  router.post('/inbox', receiveDeliveries(worlds, options));
  for (const operation of CONTROL_OPERATIONS.filter(({ audience }) => audience === 'public')) {
    router[operation.method](operation.path, async (request: Request, response: Response) => {
      if (admitVisitor(worlds, options, request, response)) await serve(desk, operation, { role: 'visitor' }, request, response);
    });
  }
  const principals = new WeakMap<Request, Principal>();
  router.use(makeGuard(worlds, options, principals));
  router.get('/openapi.json', (request, response) => {
    request.resume();
    sendText(response, 200, JSON.stringify(describeControl(CONTROL_OPERATIONS, request.baseUrl)));
  });
  router.get(MARKETPLACE_DOCUMENT, (request, response) => {
    request.resume();
    const root = `${originOf(request, worlds.default.options.public_url)}${request.baseUrl.replace(/\/_gristmill$/, '')}`;
    const document = readFileSync(new URL('spec/openapi.json', PACKAGE_ROOT), 'utf8');
    // A tool that loads the document calls the world that it came from.
    sendText(response, 200, document.replaceAll('http://127.0.0.1:4010', root));
  });
  addRoutes(router, desk, principals);
  router.use((request, response) => {
    request.resume();
    const message = `The control plane has nothing at this path; ${request.baseUrl}/openapi.json lists what it has.`;
    sendControlRefusal(response, refuse('not_found', { message }));
  });
  return router;
}

function makeGuard(worlds: Worlds, options: ControlOptions, principals: WeakMap<Request, Principal>): RequestHandler {
  return async (request, response, next) => {
    const principal = await admit(worlds, options, request, response);
    if (principal === undefined) return;
    principals.set(request, principal);
    next();
  };
}

function openSnapshots({ registry }: Worlds): SnapshotStore {
  return registry === undefined ? new Snapshots() : new SharedSnapshots(registry.snapshots);
}

function addRoutes(router: Router, desk: Desk, principals: WeakMap<Request, Principal>): void {
  const byPath = Map.groupBy(CONTROL_OPERATIONS, (operation) => operation.path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const path of ['/openapi.json', MARKETPLACE_DOCUMENT]) byPath.set(path, []);
  for (const [path, operations] of byPath) {
    for (const operation of operations) {
      router[operation.method](path, async (request: Request, response: Response) => {
        // The guard has let it in.
        const principal = principals.get(request);
        if (principal !== undefined) await serve(desk, operation, principal, request, response);
      });
    }
    const methods = operations.length === 0 ? ['get'] : operations.map(({ method }) => method);
    const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
    router.all(path, (request: Request, response: Response) => {
      request.resume();
      const message = `This path takes ${allowed}, not ${request.method}.`;
      sendControlRefusal(response, refuse('method_not_allowed', { message, headers: { Allow: allowed } }));
    });
  }
}

async function serve(
  desk: Desk,
  operation: ControlOperation,
  principal: Principal,
  request: Request,
  response: Response,
): Promise<void> {
  const signal = abortedWith(response);
  const bytes = await readBody(request);
  // Express has decoded the path: every declared parameter is a string.
  const { world: id, ...path } = request.params as Record<string, string>;
  const world = await enterFor(desk.worlds, principal, id, operation);
  if ('refused' in world) {
    sendControlRefusal(response, world);
    return;
  }
  // What waits, or streams, uses the world until it ends.
  response.once('close', () => desk.worlds.get(world.id));
  const outcome = (await decide(desk, world, operation, { request, path, bytes, signal, principal })) ?? NO_WORLD;
  if (isRefusal(outcome)) sendControlRefusal(response, outcome);
  else if (isLive(outcome)) outcome.goLive(response);
  else {
    const made = isVerbatim(outcome) ? outcome.verbatim : JSON.stringify(outcome);
    const text = await world.seams.control_answer(made, { world });
    send(response, { status: operation.success ?? 200, headers: headersOf(operation), text });
  }
}

function headersOf({ answers }: ControlOperation): Record<string, string> {
  const { media_type = 'application/json; charset=utf-8', file_name } = answers ?? {};
  return {
    'Content-Type': media_type,
    'Cache-Control': 'no-store',
    ...(file_name === undefined ? {} : { 'Content-Disposition': `attachment; filename="${file_name}"` }),
  };
}

interface Asked {
  request: Request;
  path: Readonly<Record<string, string>>;
  bytes: Buffer | Refusal;
  signal: AbortSignal;
  principal: Principal;
}

/** @returns undefined where there is no such world any more */
async function decide(
  { worlds, snapshots, streams, tenants, ...desk }: Desk,
  world: World,
  operation: ControlOperation,
  { request, signal, principal, ...asked }: Asked,
): Promise<object | undefined> {
  const search = request.originalUrl.split('?', 2)[1] ?? '';
  const { path, ...rest } = await world.seams.control_request({ ...asked, search }, { world });
  const parsed = operation.body === undefined ? undefined : parseBody(rest.bytes, descriptionOf(request));
  if (isRefusal(parsed)) return parsed;
  const query = checkQuery(operation, rest.search);
  if (isRefusal(query)) return query;
  const body = checkBody(operation, parsed?.json);
  if (isRefusal(body)) return body;

  const full = operation.makes_rows === true ? await checkQuota(world.store.reader, 'rows', world.options) : undefined;
  if (full !== undefined) return full;

  const origin = originOf(request, world.options.public_url);
  const describe = (world_id?: string): object => desk.describe(origin, world_id);
  const headers = Object.fromEntries(Object.keys(operation.headers ?? {}).map((name) => [name.toLowerCase(), request.get(name)]));
  const context = { world, worlds, snapshots, streams, tenants, principal, state: desk.state };
  const call = { ...context, describe, path, query, headers, body: body.value, signal };
  const act = async (): Promise<object> => operation.act(call);
  return operation.is_outside === true ? actOutside(world, act) : world.lock.share(act);
}

/** @returns undefined if the world was closed meanwhile, because closing does not wait for what holds no lock, such as a long clock change */
async function actOutside(world: World, act: () => Promise<object>): Promise<object | undefined> {
  try {
    return await act();
  } catch (error) {
    if (world.is_closed) return undefined;
    throw error;
  }
}
