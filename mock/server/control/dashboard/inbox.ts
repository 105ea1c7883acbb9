/** A webhook receiver inside the mock, for people who have no server of their own. */
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { readBody } from '../../http/read-body.ts';
import { sendText } from '../../http/respond.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { sendControlRefusal } from '../endpoint/refusals.ts';

/** The inbox of a world drops its oldest messages beyond this number. */
const MESSAGES_MAX = 100;
/** Deliveries of the mock have about 1 kB. */
const BODY_BYTES_MAX = 32_768;

interface Message {
  seq: number;
  /** By the clock of the world. */
  received_at: string;
  answer: number;
  event: string;
  signature: string;
  body: string;
}

interface Inbox {
  /** The status of its responses. */
  answer: number;
  messages: Message[];
  last_seq: number;
}

/** The inboxes of all worlds. An inbox disappears with its world. */
const inboxes = new WeakMap<World, Inbox>();

function inboxOf(world: World): Inbox {
  const inbox = inboxes.get(world) ?? { answer: 200, messages: [], last_seq: 0 };
  inboxes.set(world, inbox);
  return inbox;
}

/**
 * Takes deliveries of webhooks, and nothing else. It stands before the guard of the control plane, which rejects everything with
 * `SVC-Signature`. A web page cannot send that header to another origin without permission.
 */
export function receiveDeliveries(worlds: Worlds): RequestHandler {
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
    const inbox = inboxOf(world);
    inbox.last_seq += 1;
    inbox.messages.push({
      seq: inbox.last_seq,
      received_at: world.clock.now(),
      answer: inbox.answer,
      event: request.get('SVC-Event') ?? '',
      signature,
      body: bytes.toString('utf8'),
    });
    if (inbox.messages.length > MESSAGES_MAX) inbox.messages.shift();
    sendText(response, inbox.answer, '{}');
  };
}

export const INBOX: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/inbox',
    area: 'dashboard',
    summary: 'List the webhooks that the inbox of the mock has received, oldest first',
    description:
      `Subscribe \`<control_url>/inbox\` to receive webhooks without a server. The inbox keeps the last ${MESSAGES_MAX}. ` +
      '`answer` is the status of its responses.',
    act: ({ world }) => {
      const { messages: items, answer, last_seq } = inboxOf(world);
      return { items, answer, last_seq };
    },
  }),
  controlOperation({
    method: 'put',
    path: '/inbox',
    area: 'dashboard',
    summary: 'Set the status of the responses of the inbox, for example to see retries',
    body: { schema: z.strictObject({ answer: z.int().min(200).max(599) }), required: true },
    act: ({ world, body }) => {
      inboxOf(world).answer = body.answer;
      return { answer: body.answer };
    },
  }),
  controlOperation({
    method: 'delete',
    path: '/inbox',
    area: 'dashboard',
    summary: 'Empty the inbox',
    act: ({ world }) => {
      const inbox = inboxOf(world);
      const deleted = inbox.messages.length;
      inbox.messages = [];
      return { deleted };
    },
  }),
];
