import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Reply } from '../replies/reply.ts';
import { sendJson, serve } from '../testing/server.ts';
import { openContext } from '../testing/context.ts';
import { postSubscription } from './create-subscription.ts';

const WANTED = { url: 'https://example.com/wanted', events: ['inventory.matched'] };

/**
 * Subscribes at a target. @returns also which subscriptions it was asked for: the wanted one, or a plain one
 * @param others how many subscriptions the team has
 * @param refuses whether the target refuses the nth subscription
 */
async function subscribe(
  others: number,
  refuses: (nth: number, is_wanted: boolean) => boolean,
): Promise<{ reply: Reply; asked: readonly string[] }> {
  const asked: string[] = [];
  await using target = await serve((request, response) => {
    if (request.method === 'GET') {
      return sendJson(response, 200, { items: Array.from({ length: others }, (_, i) => ({ id: `whk_${i}` })) });
    }
    if (request.method === 'DELETE') return sendJson(response, 200, { data: { deleted: true } });
    const create = (body: string): void => {
      const is_wanted = body.includes('wanted');
      asked.push(is_wanted ? 'wanted' : 'plain');
      if (refuses(asked.length, is_wanted)) sendJson(response, 422, { error: { status: 422 } });
      else sendJson(response, 201, { data: { id: 'whk_new', secret: 'whsec_new' } });
    };
    void text(request).then(create);
  });
  const t = openContext(target);
  const reply = await postSubscription(t, t.buyer, WANTED);
  await t.end();
  return { reply, asked };
}

test('WHK-4 if the team has no subscription at all, a rejection is about the requested types', async () => {
  expect(await subscribe(0, () => true)).toMatchObject({ reply: { status: 422 }, asked: ['wanted'] });
});

test('WHK-4 if a plain subscription is accepted, a rejection is about the requested types', async () => {
  const { reply, asked } = await subscribe(20, (_nth, is_wanted) => is_wanted);
  expect(reply.status).toBe(422);
  expect(asked).toEqual(['wanted', 'plain', 'wanted']);
});

test('WHK-10 if the team has reached its limit, the request waits until any subscription ends', async () => {
  const { reply, asked } = await subscribe(20, (nth) => nth <= 2);
  expect(reply.status).toBe(201);
  expect(asked).toEqual(['wanted', 'plain', 'wanted']);
});

test('WHK-10 checks that share a quota of one subscription all get one in turn', async () => {
  let open = 0;
  await using target = await serve((request, response) => {
    if (request.method === 'GET')
      return sendJson(response, 200, { items: Array.from({ length: open }, (_, i) => ({ id: `whk_${i}` })) });
    if (request.method === 'DELETE') open -= 1;
    if (request.method === 'POST' && open > 0) return sendJson(response, 422, { error: { status: 422 } });
    if (request.method === 'POST') open += 1;
    sendJson(response, 201, { data: { id: 'whk_new', secret: 'whsec_new' } });
  });
  const t = openContext(target);
  const check = async (_: unknown, i: number): Promise<number> => {
    // Some checks begin while others release theirs.
    for (let requests = i % 4; requests > 0; requests -= 1) await t.buyer.get('/webhooks');
    const { status } = await postSubscription(t, t.buyer, WANTED);
    if (status === 201) await t.buyer.delete('/webhooks/whk_new');
    return status;
  };
  expect(await Promise.all(Array.from({ length: 40 }, check))).toEqual(Array.from({ length: 40 }, () => 201));
});

test('a check deletes the subscription that it leaves behind', async () => {
  const deleted: unknown[] = [];
  await using target = await serve((request, response) => {
    if (request.method === 'DELETE') deleted.push(request.url);
    sendJson(response, request.method === 'POST' ? 201 : 200, { data: { id: 'whk_left' } });
  });
  const over = new AbortController();
  const t = openContext(target, over.signal);
  await t.buyer.post('/webhooks', WANTED);
  over.abort();
  await t.end();
  expect(deleted).toEqual(['/v1/webhooks/whk_left']);
});
