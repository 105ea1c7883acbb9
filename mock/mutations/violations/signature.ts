import { isReplay, onOutgoing, onSignature, violations } from './kit/index.ts';
import { createHmac } from 'node:crypto';
import type { Seams } from '../seams.ts';
import { toMs } from '../../ports/clock.ts';
import { sign } from '../../server/webhooks/sign.ts';

type Outgoing = Parameters<Parameters<typeof onOutgoing>[1]>[0];

function hex(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Signs later attempts over the body of the first one. @param replays true for replays only, false for retries only */
function signFirstBody(replays: boolean): () => Partial<Seams> {
  return () => {
    const bodies = new Map<string, string>();
    return onSignature('all', async ({ header, secret, body, t }, context) => {
      const key = `${context.event.id} ${context.subscription.id}`;
      const first = bodies.get(key) ?? body;
      bodies.set(key, first);
      return (await isReplay(context)) === replays ? sign(secret, first, t) : header;
    });
  };
}

export const SIGNATURE = violations({
  'SIG-1/body-alone-signed: `v1` covers the body without the timestamp.': onSignature(
    'all',
    ({ secret, body, t }) => `t=${t},${sign(secret, body, t, ['sha256']).replace('sha256', 'v1')}`,
  ),
  'SIG-1/bare-secret: The HMAC key is the secret without `whsec_`.': onSignature('all', ({ secret, body, t }) =>
    sign(secret.slice(6), body, t),
  ),
  'SIG-1/decoded-secret: The HMAC key is the base64-decoded secret, as in Standard Webhooks.': onSignature(
    'all',
    ({ secret, body, t }) => `t=${t},v1=${hex(Buffer.from(secret.slice(6), 'base64'), `${t}.${body}`)}`,
  ),
  'SIG-1/base64: `v1` is base64 instead of hex.': onSignature('all', ({ secret, body, t }) => {
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('base64')}`;
  }),
  'SIG-1/milliseconds: `t` is in milliseconds.': onSignature('all', ({ secret, body, t }) => sign(secret, body, t * 1_000)),
  'SIG-1/other-bytes: The signature covers a re-serialized body.': onSignature('all', ({ secret, body, t }) =>
    sign(secret, JSON.stringify(JSON.parse(body), null, 1), t),
  ),
  'SIG-1/rejections-unsigned: `bid.rejected` deliveries have an empty `v1`.': onSignature(
    'bid.rejected',
    ({ t }) => `t=${t},v1=`,
  ),
  'SIG-1/legacy-only: The signature has only the legacy segment.': onSignature('all', ({ secret, body, t }) =>
    sign(secret, body, t, ['sha256']),
  ),
  'SIG-8/signed-once: Retries repeat the body and signature of the first attempt.': () => {
    const sent = new Map<string, Outgoing>();
    return onOutgoing('all', (outgoing, { event, subscription }) => {
      const key = `${event.id} ${subscription.id}`;
      const first = sent.get(key) ?? outgoing;
      sent.set(key, first);
      return first;
    });
  },
  'SIG-1/retry-signed-over-first-body: Retries are signed over the body of the first attempt.': signFirstBody(false),
  'SIG-1/replay-signed-over-first-body: Replays are signed over the body of the first attempt.': signFirstBody(true),
  'SIG-8/time-of-the-event: `t` is the time of the event.': onSignature('all', ({ secret, body }, { event }) =>
    sign(secret, body, Math.floor(toMs(event.created_at) / 1_000)),
  ),
  'SIG-8/replayed-as-it-was: A replay repeats the signature of the failed delivery.': () => {
    const sent = new Map<string, Outgoing>();
    return onOutgoing('all', async (outgoing, context) => {
      const key = `${context.event.id} ${context.subscription.id}`;
      if (await isReplay(context)) return sent.get(key) ?? outgoing;
      sent.set(key, outgoing);
      return outgoing;
    });
  },
});
