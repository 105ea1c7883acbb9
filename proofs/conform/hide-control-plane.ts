/** Puts a mock behind a proxy that hides its control plane, so that the gate treats it like any deployment. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:http';
import { serve, type TestServer } from '#client/testing/server';
import type { Mock } from '#mock';

export async function hideControlPlane(mock: Mock): Promise<TestServer> {
  return serve((incoming, outgoing) => {
    if (incoming.url?.startsWith('/_gristmill') === true) outgoing.writeHead(404).end();
    else passOn(mock.base_url, incoming, outgoing);
  });
}

/**
 * Forwards a request to another server, and its response back. Closes the connection if that server closes its own in the middle of a response.
 * @param target an address of that server
 * @param has_gateway whether a request that gets no response returns 502, as from a balancer. Default: its connection is closed, too
 */
export function passOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse, has_gateway = false): void {
  const { hostname: host, port } = new URL(target);
  const { url: path, method, headers } = incoming;
  const forward = request({ host, port, path, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  forward.on('error', () => (outgoing.headersSent || !has_gateway ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => forward.destroy());
  incoming.pipe(forward);
}
