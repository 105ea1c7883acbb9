import { expect, test } from 'vitest';
import { NO_LEDGER } from '../ledger/ledger.ts';
import { Run } from '../session/run.ts';
import type { Reply } from '../replies/reply.ts';
import { sendJson, serve } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import { RunContext } from '../session/run-context.ts';
import { postSubscription } from './create-subscription.ts';

const WANTED = { url: 'https://example.com/wanted', events: ['inventory.matched'] };
const BUYER = { token: 'secret_token', team_id: undefined, user_id: undefined };

/** What is asked of a target, in words. @param refuses whether it refuses a subscription, the nth that it is asked for */
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
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const is_wanted = text.includes('wanted');
      asked.push(is_wanted ? 'wanted' : 'plain');
      if (refuses(asked.length, is_wanted)) sendJson(response, 422, { error: { status: 422 } });
      else sendJson(response, 201, { data: { id: 'whk_new', secret: 'whsec_new' } });
    });
  });
  const run = new Run(makeSettings({ base_url: target.base_url, actors: new Map([['buyer', BUYER]]) }), NO_LEDGER);
  const nothing = { id: 'WHK-4/x', moves_clock: false };
  const t = new RunContext(run, nothing, new AbortController().signal);
  const reply = await postSubscription(t, t.buyer, WANTED);
  await t.end();
  await run.close();
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

test('a check deletes the subscription that it leaves behind', async () => {
  const deleted: unknown[] = [];
  await using target = await serve((request, response) => {
    if (request.method === 'DELETE') deleted.push(request.url);
    sendJson(response, request.method === 'POST' ? 201 : 200, { data: { id: 'whk_left' } });
  });
  const run = new Run(makeSettings({ base_url: target.base_url, actors: new Map([['buyer', BUYER]]) }), NO_LEDGER);
  const over = new AbortController();
  const t = new RunContext(run, { id: 'WHK-4/x', moves_clock: false }, over.signal);
  await t.buyer.post('/webhooks', WANTED);
  over.abort();
  await t.end();
  await run.close();
  expect(deleted).toEqual(['/v1/webhooks/whk_left']);
});
