import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { openLocalServer } from '../http/local-server.ts';

export interface TestServer extends AsyncDisposable {
  /** Ends in /v1. */
  base_url: string;
  server: Server;
}

/** A deployment whose behavior the test defines. */
export async function serve(reply: (request: IncomingMessage, response: ServerResponse) => void): Promise<TestServer> {
  const { server, origin, close } = await openLocalServer();
  server.on('request', reply);
  return { base_url: `${origin}/v1`, server, [Symbol.asyncDispose]: close };
}

/** A target that resets the connections of the first requests, and responds to later ones with their number. @returns also the number of requests so far */
export async function serveAfterResets(resets: number): Promise<TestServer & { count: () => number }> {
  let count = 0;
  const target = await serve((request, response) => {
    count += 1;
    if (count <= resets) request.socket.resetAndDestroy();
    else sendJson(response, 200, { count });
  });
  return { ...target, count: () => count };
}

/** Responds with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
