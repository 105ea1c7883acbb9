import { request, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * Forwards a request to another server, and its response back. Closes the connection if that server closes its own in the middle of a response.
 * @param target an address of that server
 * @param has_gateway whether a request that gets no response returns 502, as from a balancer. Default: its connection is closed, too
 */
export function passOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse, has_gateway = false): void {
  const { hostname: host, port } = new URL(target);
  const { url: path, method, headers } = incoming;
  const forward = request({ host, port, path, method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  forward.on('error', () => (outgoing.headersSent || !has_gateway ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => forward.destroy());
  incoming.pipe(forward);
}
