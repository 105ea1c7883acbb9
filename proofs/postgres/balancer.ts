/** A round-robin balancer, as small as possible: each request goes to the next process. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as send } from 'node:http';
import { serve } from '#client/testing/server';

export interface Balancer extends AsyncDisposable {
  /** Such as http://127.0.0.1:4010. */
  origin: string;
  /** The ports that requests go to. Change it at any time. */
  ports: readonly number[];
}

const BAD_GATEWAY = 502;

export async function startBalancer(first_ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    turn += 1;
    const port = balancer.ports[turn % balancer.ports.length];
    const { method, url, headers } = incoming;
    const outgoing = send({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? BAD_GATEWAY, answer.rawHeaders);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(BAD_GATEWAY).end();
    });
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  const server = await serve(forward);
  const balancer: Balancer = {
    origin: new URL(server.base_url).origin,
    ports: first_ports,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      agent.destroy();
    },
  };
  return balancer;
}
