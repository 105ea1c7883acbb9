/** Puts a mock behind a proxy that hides its control plane, so that the gate treats it like any deployment. */
import { passOn } from '#client/testing/pass-on';
import { serve, type TestServer } from '#client/testing/server';
import type { Mock } from '#mock';

export async function hideControlPlane(mock: Mock): Promise<TestServer> {
  return serve((incoming, outgoing) => {
    if (incoming.url?.startsWith('/_gristmill') === true) outgoing.writeHead(404).end();
    else passOn(mock.base_url, incoming, outgoing);
  });
}
