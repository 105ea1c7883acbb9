/**
 * A proxy in front of a target, in which two Prism processes validate the traffic.
 *
 * The first is strict (`--errors`): it replaces a response that violates the document by an error. It does not validate requests, because it would
 * answer the invalid ones itself, which checks send on purpose. The second validates requests and only reports.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findOperation, openLocalServer, readBytes } from '#client';
import { findDocument } from '../document.ts';
import { forward, type Answered, type Forwarded } from '../provider/forward.ts';
import { isTooOdd, readOwnAnswer } from './own-answer.ts';
import { openPrism } from './open-prism.ts';
import { readProblem, readViolations, type Sighting, type Way } from './sightings.ts';

export interface PrismGate extends AsyncDisposable {
  /** The base URL of the proxy, in place of the target's. */
  base_url: string;
  sightings: readonly Sighting[];
  /** Whether a Prism process has ended, which makes the result meaningless. */
  hasEnded: () => boolean;
}

export interface PrismGateOptions {
  /** The OpenAPI document, as a path or URL. Defaults to `spec/openapi.json`. */
  document?: string;
  /** The base URL of the target, without a trailing slash. */
  base_url: string;
}

/** @throws ContractsSetupError if Prism is not installed or does not start */
export async function openPrismGate({ document = findDocument(), base_url }: PrismGateOptions): Promise<PrismGate> {
  const lenient = await openPrism({ document, upstream: base_url, has_errors: false, validates_requests: true });
  try {
    const strict = await openPrism({ document, upstream: lenient.origin, has_errors: true, validates_requests: false });
    const sightings: Sighting[] = [];
    const { server, origin, close: closeServer } = await openLocalServer();
    const own_base_url = `${origin}/v1`;
    const ways = { prism: strict.origin, lenient: lenient.origin, direct: base_url };
    server.on('request', (request, response) => {
      pass(request, response, { ways, own_base_url, sightings }).catch(() => response.destroy());
    });
    const close = async (): Promise<void> => {
      await closeServer();
      await strict[Symbol.asyncDispose]();
      await lenient[Symbol.asyncDispose]();
    };
    const hasEnded = (): boolean => strict.hasEnded() || lenient.hasEnded();
    return { base_url: own_base_url, sightings, hasEnded, [Symbol.asyncDispose]: close };
  } catch (error) {
    await lenient[Symbol.asyncDispose]();
    throw error;
  }
}

interface Passage {
  ways: Readonly<Record<Way, string>>;
  own_base_url: string;
  sightings: Sighting[];
}

async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  { ways, own_base_url, sightings }: Passage,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const body = await readBytes(incoming);
  const request: Forwarded = { method, url: url.replace(/^\/v1(?=[/?]|$)/, ''), headers, body, token: undefined };
  const { way, answer } = await send(request, ways);

  const path = request.url.split('?')[0] ?? '';
  const own = readOwnAnswer(answer);
  const said = own?.kind === 'violations' ? readProblem(own.json) : readViolations(textOf(answer.headers['sl-violations']));
  const isOf = (side: string) => (violation: { location: readonly unknown[] }) => violation.location[0] === side;
  sightings.push({
    operation: findOperation(method, path),
    method,
    path,
    status: answer.status,
    way,
    of_request: said.filter(isOf('request')),
    of_response: own?.kind === 'violations' ? said : said.filter(isOf('response')),
  });
  // Rewrites links to the target, so that requests that follow them also go through the proxy.
  const text = answer.body.includes(ways.direct)
    ? Buffer.from(answer.body.toString('utf8').replaceAll(ways.direct, own_base_url))
    : answer.body;
  const { 'sl-violations': _, ...shown } = answer.headers;
  response.writeHead(answer.status, shown).end(method === 'HEAD' ? undefined : text);
}

/** Sends a request through both processes, and bypasses those that answer it themselves. A request that Prism answers itself was not forwarded. */
async function send(request: Forwarded, ways: Readonly<Record<Way, string>>): Promise<{ way: Way; answer: Answered }> {
  if (isTooOdd(request)) return { way: 'direct', answer: await forward(ways.direct, request) };
  for (const way of ['prism', 'lenient'] as const) {
    const answer = await forward(ways[way], request);
    if (readOwnAnswer(answer)?.kind !== 'refusal') return { way, answer };
  }
  return { way: 'direct', answer: await forward(ways.direct, request) };
}

function textOf(header: number | string | readonly string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header);
}
