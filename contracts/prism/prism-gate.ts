/**
 * A proxy in front of a target, in which two Prism processes validate the traffic.
 *
 * The first is strict (`--errors`): it replaces a response that violates the document with an error. It does not validate requests: checks send
 * invalid ones on purpose, and it would reply to them itself. The second validates requests and only reports.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findOperation, openLocalServer, readBytes } from '#client';
import { forward, type ForwardedResponse, type ForwardedRequest } from '../provider/forward.ts';
import { canForward, readPrismResponse } from './prism-response.ts';
import { openPrism } from './open-prism.ts';
import { readProblem, readViolations, type PrismExchange, type PrismRoute } from './summary.ts';

export interface PrismGate extends AsyncDisposable {
  /** The base URL of the proxy, in place of the target's. */
  base_url: string;
  exchanges: readonly PrismExchange[];
  /** Whether a Prism process has ended, which makes the result meaningless. */
  hasEnded: () => boolean;
}

/**
 * @param target_url the base URL of the target, without a trailing slash
 * @throws ContractsSetupError if Prism is not installed or does not start
 */
export async function openPrismGate(target_url: string): Promise<PrismGate> {
  // Closes what is open if a later step fails.
  await using opened = new AsyncDisposableStack();
  const lenient = opened.use(await openPrism({ upstream: target_url, is_strict: false }));
  const strict = opened.use(await openPrism({ upstream: lenient.origin, is_strict: true }));
  const { server, origin, close } = await openLocalServer();
  opened.defer(close);
  const exchanges: PrismExchange[] = [];
  const base_url = `${origin}/v1`;
  const routes = { prism: strict.origin, lenient: lenient.origin, direct: target_url };
  server.on('request', (request, response) => {
    serve(request, response, { routes, base_url, exchanges }).catch(() => response.destroy());
  });
  const kept = opened.move();
  return {
    base_url,
    exchanges,
    hasEnded: () => strict.hasEnded() || lenient.hasEnded(),
    [Symbol.asyncDispose]: async () => kept.disposeAsync(),
  };
}

interface GateState {
  routes: Readonly<Record<PrismRoute, string>>;
  base_url: string;
  exchanges: PrismExchange[];
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  { routes, base_url, exchanges }: GateState,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const body = await readBytes(incoming);
  const request: ForwardedRequest = { method, url: url.replace(/^\/v1(?=[/?]|$)/, ''), headers, body, token: undefined };
  const { route, response: reply } = await send(request, routes);

  const path = request.url.split('?')[0] ?? '';
  const own = readPrismResponse(reply);
  const header = reply.headers['sl-violations'];
  const reported = readViolations(header === undefined ? undefined : String(header));
  const violations = own?.kind === 'violations' ? readProblem(own.json) : reported;
  const isOf = (side: string) => (violation: { location: readonly unknown[] }) => violation.location[0] === side;
  exchanges.push({
    operation: findOperation(method, path),
    method,
    path,
    status: reply.status,
    route,
    of_request: violations.filter(isOf('request')),
    of_response: own?.kind === 'violations' ? violations : violations.filter(isOf('response')),
  });
  // Rewrites links to the target, so that requests that follow them also go through the proxy.
  const text = reply.body.includes(routes.direct)
    ? Buffer.from(reply.body.toString('utf8').replaceAll(routes.direct, base_url))
    : reply.body;
  const { 'sl-violations': _, ...shown } = reply.headers;
  response.writeHead(reply.status, shown).end(method === 'HEAD' ? undefined : text);
}

/** Sends a request through both processes. A process that replies itself, instead of forwarding the request, is bypassed. */
async function send(
  request: ForwardedRequest,
  routes: GateState['routes'],
): Promise<{ route: PrismRoute; response: ForwardedResponse }> {
  const tried = canForward(request) ? (['prism', 'lenient'] as const) : [];
  for (const route of tried) {
    const response = await forward(routes[route], request);
    if (readPrismResponse(response)?.kind !== 'refusal') return { route, response };
  }
  return { route: 'direct', response: await forward(routes.direct, request) };
}
