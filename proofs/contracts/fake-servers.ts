/** Servers that a pact verification talks to: a broker, and the state hook of an operator. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, readBytes } from '#client';
import { serve, type TestServer } from '#client/testing/server';
import type { Mock } from '#mock';
import { publishLot } from '../call.ts';

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(request)).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
}

interface Broker extends TestServer {
  url: string;
  token: string;
  /** What verifiers asked for: which pacts to verify. */
  queries: unknown[];
  /** The verification results that were published to it. */
  results: unknown[];
}

/** Starts the part of a Pact Broker that a verifier uses. @param is_pending whether its pact has no successful result yet */
export async function openBroker(provider: string, pact: string, is_pending = false): Promise<Broker> {
  const token = 'broker-token-of-this-test';
  const queries: unknown[] = [];
  const results: unknown[] = [];
  let url = '';
  const link = (path: string): object => ({ href: `${url}${path}`, title: path, name: path });
  const responses: Readonly<Record<string, (body: unknown) => unknown>> = {
    '/': () => ({
      _links: {
        self: link('/'),
        'pb:latest-provider-pacts': { href: `${url}/pacts/provider/{provider}/latest`, templated: true },
        'pb:provider-pacts-for-verification': { href: `${url}/pacts/provider/{provider}/for-verification`, templated: true },
      },
    }),
    [`/pacts/provider/${provider}/latest`]: () => ({ _links: { 'pb:pacts': [link('/pact')] } }),
    [`/pacts/provider/${provider}/for-verification`]: (body) => {
      // Pact's verifier first reads the link without a query.
      if (body !== undefined) queries.push(body);
      // Like a real broker, it only tells a verifier that asks for it whether a pact is pending.
      const asks_for_pending = isObject(body) && body['includePendingStatus'] === true;
      return {
        _embedded: {
          pacts: [
            {
              shortDescription: 'latest',
              verificationProperties: { ...(asks_for_pending ? { pending: is_pending } : {}), notices: [] },
              _links: { self: { ...link('/pact'), templated: false } },
            },
          ],
        },
        _links: { self: link(`/pacts/provider/${provider}/for-verification`) },
      };
    },
    '/pact': () => ({
      // Our own pact is an object.
      ...(JSON.parse(pact) as object),
      _links: { self: link('/pact'), 'pb:publish-verification-results': link('/results') },
    }),
  };
  const server = await serve((request, response) => {
    void readJson(request).then((body) => {
      if (request.headers.authorization !== `Bearer ${token}`) return send(response, 401, {});
      if (request.url === '/results') {
        results.push(body);
        return send(response, 201, {});
      }
      const reply = responses[request.url ?? ''];
      return reply === undefined ? send(response, 404, { path: request.url }) : send(response, 200, reply(body));
    });
  });
  url = new URL(server.base_url).origin;
  return { ...server, url, token, queries, results };
}

interface StateHook extends TestServer {
  url: string;
  calls: unknown[];
}

/** Starts a state hook that creates a lot of `quantity_mt` tonnes for every state. */
export async function openStateHook(mock: Mock): Promise<StateHook> {
  const calls: unknown[] = [];
  const server = await serve((request, response) => {
    void readJson(request).then(async (body) => {
      if (request.url !== '/') return send(response, 500, { error: 'broken on purpose' });
      calls.push(body);
      // The test asserts this shape.
      const { action, params } = body as { action: string; params: { quantity_mt: number } };
      return send(response, 200, action === 'setup' ? { lot_id: await publishLot(mock, 'dev_seller', params) } : {});
    });
  });
  return { ...server, url: new URL(server.base_url).origin, calls };
}
