import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { isRefusal, refuse } from '../market/rules/refusal.ts';
import { createOauth } from './oauth/index.ts';
import { DatabaseFileError } from '../market/store/engine/database-error.ts';
import { WorldGoneError } from '../market/store/postgres/server-error.ts';
import type { Worlds } from './world/worlds.ts';
import { worldOfToken } from './http/world-token.ts';
import { explainForeignHost, isHostMalformed, isServedHost, readOrigin } from './http/host.ts';
import { TARGET_AUTHORITY } from './http/target.ts';
import { securityHeadersOf } from './http/security-headers.ts';
import type { ProcessState } from './process-state.ts';
import { NOT_READY } from './process-state.ts';
import type { Observe } from './tenants/observe.ts';
import type { TenantLimiter } from './tenants/tenant-limiter.ts';
import { createMarketplace, refusePath } from './marketplace.ts';
import type { OutgoingResponse } from './http/respond.ts';
import { NO_WORLD, makeErrorResponse, makeRefusalResponse, send, sendRefusal, sendText } from './http/respond.ts';

interface AppOptions {
  /** Called with internal errors. The response is 500 without details (ERR-4). */
  onError: (error: unknown) => void;
  /** Middleware that runs before everything else, such as CORS or a rate limit. */
  before: readonly express.RequestHandler[];
  /** The control plane, at `/_gristmill` and `/worlds/{id}/_gristmill`. */
  control: express.RequestHandler;
  /** The hosts to serve in addition to those of this machine. Undefined to serve any host, which requires that developer tokens are off. */
  served_hosts: ReadonlySet<string> | undefined;
  /** The dashboard, at `/` and `/worlds/{id}/`. */
  dashboard: express.RequestHandler;
  /** Limits the requests of tenants on a shared mock. Runs before the app. */
  limiter: TenantLimiter | undefined;
  /** Logs and traces requests. Runs before the limiter. */
  observe: Observe | undefined;
  state: ProcessState;
  headers_max: number;
}

/** The whole HTTP surface of the mock. */
export function createApp(
  worlds: Worlds,
  { onError, before, control, served_hosts, dashboard, limiter, observe, state, headers_max }: AppOptions,
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  const marketplace = createMarketplace(async ({ params: { world }, headers }) => {
    // A token that names no existing world is treated as an unknown token of the default world, so that the 401 reveals nothing.
    const claimed = world === undefined ? worldOfToken(headers.authorization) : undefined;
    const found = claimed === undefined ? undefined : await worlds.find(claimed);
    return found === undefined || isRefusal(found) ? worlds.find(world) : found;
  });

  for (const handler of before) app.use(handler);
  app.use('/v1', marketplace);
  app.use('/worlds/:world/v1', marketplace);
  app.use('/_gristmill', control);
  app.use('/worlds/:world/_gristmill', control);
  app.use(['/oauth', '/.well-known', '/worlds/:world/oauth', '/worlds/:world/.well-known'], createOauth(worlds, onError));
  // The path of a world's dashboard must end with a slash, as in `dashboard_url`.
  app.get(/^\/(?:worlds\/(?<world>[^/]+)\/)?(?:dashboard\/(?<file>[\w.-]+))?$/, dashboard);
  app.use((request, response) => {
    request.resume();
    sendRefusal(response, refusePath(request.path));
  });
  app.use(createErrorHandler(onError));
  const security_headers = securityHeadersOf(worlds.default.options.public_url);
  const enter = (request: IncomingMessage, response: ServerResponse): void => {
    const refused = checkHead(request, headers_max) ?? checkAddress(request, served_hosts);
    if (refused !== undefined) send(response, refused);
    else if (limiter === undefined) app(request, response);
    else
      void limiter(request, response, () => {
        app(request, response);
      });
  };
  return (request, response) => {
    for (const [name, value] of security_headers) response.setHeader(name, value);
    if (state.is_draining) response.setHeader('Connection', 'close');
    if (isProbe(request)) void respondToProbe(worlds, state, request, response);
    else if (observe === undefined) enter(request, response);
    else
      observe(request, response, () => {
        enter(request, response);
      });
  };
}

function createErrorHandler(onError: AppOptions['onError']): express.ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    // The client disconnected while it sent the body, which is not an error of the mock.
    if (request.readableAborted) return;
    request.resume();
    // CONV-6: Express throws this if it cannot decode the path.
    if (error instanceof URIError) {
      sendRefusal(response, refuse('malformed_request', { message: 'The path is not valid percent-encoded text.' }));
      return;
    }
    if (error instanceof WorldGoneError) {
      sendRefusal(response, NO_WORLD);
      return;
    }
    onError(error);
    if (error instanceof DatabaseFileError) send(response, UNAVAILABLE);
    else sendRefusal(response, refuse('internal_error'));
  };
}

/** For load balancers and orchestrators. They need no token, accept any Host header, and do not count for the limits of tenants. */
const PROBES = ['/health', '/ready'];

function isProbe({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && PROBES.includes(url);
}

async function respondToProbe(
  worlds: Worlds,
  state: ProcessState,
  { url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reason = url === '/ready' ? await state.whyNotReady(worlds) : undefined;
  if (reason === undefined) sendText(response, 200, JSON.stringify(url === '/ready' ? { ready: true } : { alive: true }));
  else send(response, makeErrorResponse({ status: 503, code: 'not_ready', message: NOT_READY[reason], retry_after: 1 }));
}

/** `rawHeaders` has the name and the value of each header. */
const RAW_PER_HEADER = 2;

function checkHead({ rawHeaders }: IncomingMessage, headers_max: number): OutgoingResponse | undefined {
  if (rawHeaders.length <= headers_max * RAW_PER_HEADER) return undefined;
  return makeRefusalResponse(refuse('malformed_request', { message: `The request has more than ${headers_max} headers.` }));
}

/** The failure is temporary, so the response asks the client to retry. */
const UNAVAILABLE = makeErrorResponse({
  status: 503,
  code: 'unavailable',
  message: 'The service is not available at the moment. Repeat the request, with the same Idempotency-Key if it had one.',
  retry_after: 1,
});

/** Checks the address of a request before anything else, because links, issuers, and cookies are made from it. */
function checkAddress(request: IncomingMessage, served_hosts: ReadonlySet<string> | undefined): OutgoingResponse | undefined {
  // CONV-6: Express would respond with its own error page.
  if (isTargetMalformed(request.url ?? '')) return MALFORMED_TARGET;
  if (isHostMalformed(request)) return MALFORMED_HOST;
  if (served_hosts === undefined) return undefined;
  const origin = readOrigin(request, request.url);
  if (isServedHost(origin, request.socket, served_hosts)) return undefined;
  return makeErrorResponse({ status: 403, code: 'forbidden', message: explainForeignHost(origin) });
}

const MALFORMED_TARGET = makeRefusalResponse(
  refuse('malformed_request', { message: 'The request target is an address that cannot be read.' }),
);
const MALFORMED_HOST = makeRefusalResponse(
  refuse('malformed_request', {
    message: 'Host is missing, given twice, or not a host; send one, such as Host: localhost:4010.',
  }),
);

/** RFC 9112, section 3.2.2: the target can be a whole URL, but only a valid one of HTTP. */
function isTargetMalformed(target: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(target) && !(TARGET_AUTHORITY.test(target) && URL.canParse(target));
}
