/** A webhook receiver inside the mock, for people who have no server. */
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { type Refusal, isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { readBody } from '../../http/read-body.ts';
import { sendText } from '../../http/respond.ts';
import { isSameSecret } from '../../http/same-secret.ts';
import { MESSAGES_MAX } from '../../journal/inbox.ts';
import type { Worlds } from '../../world/worlds.ts';
import { checkToken } from '../endpoint/guard.ts';
import type { ControlOptions } from '../index.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { sendControlRefusal } from '../endpoint/refusals.ts';

/** The maximum body size. The mock's own deliveries have about 1 kB. */
const BODY_BYTES_MAX = 32_768;

/** The query parameter with the key of the inbox. */
const KEY = 'key';

/**
 * Receives webhook deliveries, and nothing else. It runs before the guard of the control plane, which rejects every request with
 * `SVC-Signature`. A web page cannot send that header to another origin without permission. The key in the address is known only to those who
 * can read the inbox.
 */
export function receiveDeliveries(worlds: Worlds, options: ControlOptions): RequestHandler {
  return async (request, response, next) => {
    const signature = request.get('SVC-Signature');
    if (signature === undefined) {
      next();
      return;
    }
    const outcome = await receive(worlds, options, request, signature);
    if (isRefusal(outcome)) sendControlRefusal(response, outcome);
    else sendText(response, outcome, '{}');
  };
}

/** @returns the status of the response */
async function receive(worlds: Worlds, options: ControlOptions, request: Request, signature: string): Promise<number | Refusal> {
  const bytes = await readBody(request);
  if (isRefusal(bytes)) return bytes;
  const world = await worlds.find(request.params['world']);
  if (isRefusal(world)) return world;
  if (bytes.length > BODY_BYTES_MAX) return refuse('payload_too_large');
  const { key, answer } = await world.inbox.readSettings();
  const given = new URL(request.originalUrl, 'http://inbox').searchParams.get(KEY);
  const { public_url } = world.options;
  // A client that can read the key without an admin token needs no key.
  const is_allowed = given === null ? checkToken(request, { ...options, public_url }) === undefined : isSameSecret(given, key);
  if (!is_allowed)
    return refuse('not_found', { message: 'This is not the address of the inbox; GET inbox returns it as `url`.' });

  const event = request.get('SVC-Event') ?? '';
  await world.inbox.add({ received_at: world.clock.now(), answer, event, signature, body: bytes.toString('utf8') });
  return answer;
}

export const INBOX = [
  controlOperation('get', '/inbox', {
    summary: 'List the webhooks that the inbox of the mock has received, oldest first',
    description:
      `Subscribe \`url\` to receive webhooks without a server. The inbox keeps the last ${MESSAGES_MAX}. ` +
      '`answer` is the status of its responses.',
    act: async ({ world, addressesOf }) => {
      const [{ key, answer }, items] = await Promise.all([world.inbox.readSettings(), world.inbox.read()]);
      return { url: `${addressesOf(world.id).control_url}/inbox?${KEY}=${key}`, items, answer, last_seq: items.at(-1)?.seq ?? 0 };
    },
  }),
  controlOperation('put', '/inbox', {
    summary: 'Set the status of the responses of the inbox, for example to see retries',
    body: { schema: z.strictObject({ answer: z.int().min(200).max(599) }), required: true },
    act: async ({ world, body }) => {
      await world.inbox.setAnswer(body.answer);
      return { answer: body.answer };
    },
  }),
  controlOperation('delete', '/inbox', {
    summary: 'Empty the inbox',
    act: async ({ world }) => ({ deleted: await world.inbox.clear() }),
  }),
];
