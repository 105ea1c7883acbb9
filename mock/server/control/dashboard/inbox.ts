/** A webhook receiver inside the mock, for people who have no server of their own. */
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { readBody } from '../../http/read-body.ts';
import { sendText } from '../../http/respond.ts';
import type { Addresses } from '../../addresses.ts';
import { isSameSecret } from '../../http/same-secret.ts';
import { MESSAGES_MAX } from '../../journal/inbox.ts';
import type { Worlds } from '../../world/worlds.ts';
import { DEFAULT_WORLD } from '../../world/worlds.ts';
import { checkToken } from '../endpoint/guard.ts';
import type { ControlOptions } from '../index.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { sendControlRefusal } from '../endpoint/refusals.ts';

/** Deliveries of the mock have about 1 kB. */
const BODY_BYTES_MAX = 32_768;

/** The parameter of the address that only those know who may read the inbox. */
const KEY = 'key';

/**
 * Takes deliveries of webhooks, and nothing else. It stands before the guard of the control plane, which rejects everything with
 * `SVC-Signature`. A web page cannot send that header to another origin without permission, and only those know the key in the address who
 * may read the inbox.
 */
export function receiveDeliveries(worlds: Worlds, options: ControlOptions): RequestHandler {
  return async (request, response, next) => {
    const signature = request.get('SVC-Signature');
    if (signature === undefined) {
      next();
      return;
    }
    const bytes = await readBody(request);
    const world = await worlds.find(request.params['world']);
    const refusal = [bytes, world].find((outcome) => isRefusal(outcome));
    if (isRefusal(refusal) || isRefusal(bytes) || isRefusal(world)) {
      sendControlRefusal(response, refusal ?? refuse('not_found'));
      return;
    }
    if (bytes.length > BODY_BYTES_MAX) {
      sendControlRefusal(response, refuse('payload_too_large'));
      return;
    }
    const { key, answer } = await world.inbox.describe();
    const given = new URL(request.originalUrl, 'http://inbox').searchParams.get(KEY);
    const { public_url } = world.options;
    // Where reading the key needs no token, using the inbox needs no key.
    const is_let_in = given === null ? checkToken(request, { ...options, public_url }) === undefined : isSameSecret(given, key);
    if (!is_let_in) {
      const message = 'This is not the address of the inbox; GET inbox returns it as `url`.';
      sendControlRefusal(response, refuse('not_found', { message }));
      return;
    }
    await world.inbox.add({
      received_at: world.clock.now(),
      answer,
      event: request.get('SVC-Event') ?? '',
      signature,
      body: bytes.toString('utf8'),
    });
    sendText(response, answer, '{}');
  };
}

export const INBOX: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/inbox',
    area: 'dashboard',
    summary: 'List the webhooks that the inbox of the mock has received, oldest first',
    description:
      `Subscribe \`url\` to receive webhooks without a server. The inbox keeps the last ${MESSAGES_MAX}. ` +
      '`answer` is the status of its responses.',
    act: async ({ world, describe }) => {
      const [{ key, answer }, items] = await Promise.all([world.inbox.describe(), world.inbox.read()]);
      // `describe` returns what addressesOf returns.
      const { control_url } = describe(world.id === DEFAULT_WORLD ? undefined : world.id) as Addresses;
      return { url: `${control_url}/inbox?${KEY}=${key}`, items, answer, last_seq: items.at(-1)?.seq ?? 0 };
    },
  }),
  controlOperation({
    method: 'put',
    path: '/inbox',
    area: 'dashboard',
    summary: 'Set the status of the responses of the inbox, for example to see retries',
    body: { schema: z.strictObject({ answer: z.int().min(200).max(599) }), required: true },
    act: async ({ world, body }) => {
      await world.inbox.setAnswer(body.answer);
      return { answer: body.answer };
    },
  }),
  controlOperation({
    method: 'delete',
    path: '/inbox',
    area: 'dashboard',
    summary: 'Empty the inbox',
    act: async ({ world }) => ({ deleted: await world.inbox.clear() }),
  }),
];
