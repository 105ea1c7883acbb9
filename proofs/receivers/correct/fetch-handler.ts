import { getRequestListener } from '@hono/node-server';
import { verifySignature } from '#conformance/webhooks/index';
import { makeOnce } from '../once.ts';
import type { MakeReceiver, Setup } from '../receiver.ts';

/** A route of the App Router of Next.js: `export const POST`. Verifies with what this package exports. */
export const makeFetchReceiver: MakeReceiver = (setup) => {
  const post = makePost(setup);
  const listener = getRequestListener((request) => {
    return request.method === 'POST' ? post(request) : new Response(null, { status: 405, headers: { Allow: 'POST' } });
  });
  return (request, response) => {
    void listener(request, response);
  };
};

function makePost({ secret, effects, nowSeconds }: Setup): (request: Request) => Promise<Response> {
  const once = makeOnce();
  return async (request) => {
    const raw = await request.arrayBuffer();
    const verified = verifySignature(raw, request.headers.get('SVC-Signature'), secret, { now: nowSeconds() });
    if (!verified.valid) return Response.json({ error: verified.reason }, { status: 400 });

    await once(verified.event.id, () => Promise.resolve(effects.record(verified.event.id)));
    return Response.json({ received: true });
  };
}
