/** A proxy for the mock that changes responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBytes } from '#client';
import type { Mock } from '#mock';

/** A response of the mock. Changes are made in place. */
export interface Answer {
  status: number;
  content_type: string;
  /** Undefined if there is no body. */
  json: unknown;
}

export type Change = (answer: Answer) => void;

export interface Tamperer extends AsyncDisposable {
  base_url: string;
  /** Applied to each response. If undefined, responses are not changed. */
  change: Change | undefined;
}

export async function tamperWith(mock: Mock): Promise<Tamperer> {
  const target = new URL(mock.base_url);
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const sent = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      void answerWith(answer, outgoing, (read) => tamperer.change?.(read));
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const tamperer: Tamperer = {
    base_url: `http://127.0.0.1:${port}/v1`,
    change: undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
  return tamperer;
}

async function answerWith(answer: IncomingMessage, outgoing: ServerResponse, change: Change): Promise<void> {
  const read = await readAnswer(answer);
  change(read);
  const body = read.json === undefined ? '' : JSON.stringify(read.json);
  outgoing.writeHead(read.status, read.json === undefined ? {} : { 'content-type': read.content_type }).end(body);
}

async function readAnswer(answer: IncomingMessage): Promise<Answer> {
  const text = (await readBytes(answer)).toString('utf8');
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.statusCode ?? 0, content_type: answer.headers['content-type'] ?? '', json };
}
