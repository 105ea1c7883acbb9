/** What an operator sees of every request: an id, a line in the log, and a span. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { roundMs, stopwatchMs } from '../../ports/clock.ts';
import { unpredictableSecrets } from '../../ports/random.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { AccessEntry } from '../options.ts';
import type { Worlds } from '../world/worlds.ts';
import { worldIdOf } from './tenant-limiter.ts';

interface ObserverOptions {
  worlds: Worlds;
  tracing: Tracing;
  onAccess: (entry: AccessEntry) => void;
}

export type Observe = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void;

const REQUEST_ID = /^[\w.-]{1,64}$/;
const ID_CHARS = 22;
const PATH_MAX = 200;

/** The id of a request: from the proxy in front of the mock if it sends one, otherwise new. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given)
    ? given
    : `req_${unpredictableSecrets()('request').slice(0, ID_CHARS)}`;
}

export function createObserver({ worlds, tracing, onAccess }: ObserverOptions): Observe {
  return (request, response, proceed) => {
    const started_ms = stopwatchMs();
    const { method = '', url = '' } = request;
    const request_id = requestIdOf(request);
    // The journal keeps it with the other headers.
    request.headers['x-request-id'] = request_id;
    response.setHeader('X-Request-Id', request_id);
    const world_id = worldIdOf(request) ?? null;
    const world = world_id === null ? undefined : worlds.get(world_id);
    const tenant_id = world?.options.tenant_id ?? null;
    const path = (url.split(/[?#]/, 1)[0] ?? '').slice(0, PATH_MAX);
    const attributes = {
      'http.request.method': method,
      'url.path': path,
      'gristmill.request_id': request_id,
      ...(world === undefined ? {} : { 'gristmill.world_id': world.id }),
      ...(tenant_id === null ? {} : { 'gristmill.tenant_id': tenant_id }),
    };
    void tracing.span(`${method} request`, { kind: 'server', attributes, parent: request.headers }, async (span) => {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      response.once('close', () => {
        const status = response.writableFinished ? response.statusCode : 0;
        span.setAttribute('http.response.status_code', status);
        onAccess({
          request_id,
          method,
          path,
          status,
          duration_ms: roundMs(stopwatchMs() - started_ms),
          world_id: world?.id ?? null,
          tenant_id,
        });
        resolve();
      });
      proceed();
      await ended;
    });
  };
}
