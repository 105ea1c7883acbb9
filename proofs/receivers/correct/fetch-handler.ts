import { getRequestListener } from '@hono/node-server';
import { isKnownEvent, verifySignature } from '#conformance/webhooks/index';
import { makeOnce } from '../once.ts';
import type { MakeReceiver, Setup } from '../receiver.ts';

/** A route of the Next.js App Router: `export const POST`. Verifies with this package's own function. */
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

    const { event } = verified;
    if (isKnownEvent(event)) await once(event.id, () => Promise.resolve(effects.record(event.id)));
    return Response.json({ received: true });
  };
}
