/** A proxy for the mock that changes responses. */
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { readBytes } from '#client';
import { serve, type TestServer } from '#client/testing/server';
import type { Mock } from '#mock';

/** A response of the mock. Changes are made in place. */
interface Answer {
  status: number;
  content_type: string;
  /** Undefined if there is no body. */
  json: unknown;
}

interface Tamperer extends TestServer {
  /** Applied to each response. If undefined, responses are not changed. */
  change: ((answer: Answer) => void) | undefined;
}

export async function tamperWith(mock: Mock): Promise<Tamperer> {
  const target = new URL(mock.base_url);
  const server = await serve((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const sent = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      void forward(answer, outgoing, tamperer);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  const tamperer: Tamperer = { ...server, change: undefined };
  return tamperer;
}

async function forward(received: IncomingMessage, outgoing: ServerResponse, { change }: Tamperer): Promise<void> {
  const text = (await readBytes(received)).toString('utf8');
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  const answer = { status: received.statusCode ?? 0, content_type: received.headers['content-type'] ?? '', json };
  change?.(answer);
  const body = answer.json === undefined ? '' : JSON.stringify(answer.json);
  outgoing.writeHead(answer.status, answer.json === undefined ? {} : { 'content-type': answer.content_type }).end(body);
}
