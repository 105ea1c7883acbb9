/** A mock behind a proxy that hides its control plane, so that the gate treats it like any deployment. */
import { request } from 'node:http';
import { serve, type TestServer } from '#client/testing/server';
import type { Mock } from '#mock';

export async function hide(mock: Mock): Promise<TestServer> {
  const target = new URL(mock.base_url);
  return serve((incoming, outgoing) => {
    if (incoming.url?.startsWith('/_gristmill') === true) {
      outgoing.writeHead(404).end();
      return;
    }
    const { url: path, method, headers } = incoming;
    const forward = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
}
