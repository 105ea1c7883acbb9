import { isReplay, onOutgoing, onSignature, violations } from './kit/index.ts';
import { createHmac } from 'node:crypto';
import { toMs } from '../../ports/clock.ts';
import { sign } from '../../server/webhooks/sign.ts';

type Outgoing = Parameters<Parameters<typeof onOutgoing>[1]>[0];

function hex(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export const SIGNATURE = violations({
  'SIG-1/body-alone-signed: `v1` is over the body alone, without the time.': onSignature(
    'all',
    ({ secret, body, t }) => `t=${t},${sign(secret, body, t, ['sha256']).replace('sha256', 'v1')}`,
  ),
  'SIG-1/bare-secret: The key is the secret without whsec_.': onSignature('all', ({ secret, body, t }) =>
    sign(secret.slice(6), body, t),
  ),
  'SIG-1/decoded-secret: The key is the secret, base64-decoded, as in Standard Webhooks.': onSignature(
    'all',
    ({ secret, body, t }) => `t=${t},v1=${hex(Buffer.from(secret.slice(6), 'base64'), `${t}.${body}`)}`,
  ),
  'SIG-1/base64: `v1` is in base64.': onSignature('all', ({ secret, body, t }) => {
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('base64')}`;
  }),
  'SIG-1/milliseconds: `t` is in milliseconds.': onSignature('all', ({ secret, body, t }) => sign(secret, body, t * 1_000)),
  'SIG-1/other-bytes: What is signed is another serialisation of the body than the one that is sent.': onSignature(
    'all',
    ({ secret, body, t }) => sign(secret, JSON.stringify(JSON.parse(body), null, 1), t),
  ),
  'SIG-1/rejections-unsigned: Rejections carry an empty `v1`.': onSignature('bid.rejected', ({ t }) => `t=${t},v1=`),
  'SIG-1/legacy-only: There is nothing but the legacy segment.': onSignature('all', ({ secret, body, t }) =>
    sign(secret, body, t, ['sha256']),
  ),
  'SIG-8/signed-once: Every attempt of an event sends what the first one sent, with its time.': () => {
    const sent = new Map<string, Outgoing>();
    return onOutgoing('all', (outgoing, { event, subscription }) => {
      const key = `${event.id} ${subscription.id}`;
      const first = sent.get(key) ?? outgoing;
      sent.set(key, first);
      return first;
    });
  },
  'SIG-8/time-of-the-event: `t` is when the event happened.': onSignature('all', ({ secret, body }, { event }) =>
    sign(secret, body, Math.floor(toMs(event.created_at) / 1_000)),
  ),
  'SIG-8/replayed-as-it-was: A replay goes out with the signature of the delivery that failed.': () => {
    const sent = new Map<string, Outgoing>();
    return onOutgoing('all', async (outgoing, about) => {
      const key = `${about.event.id} ${about.subscription.id}`;
      if (await isReplay(about)) return sent.get(key) ?? outgoing;
      sent.set(key, outgoing);
      return outgoing;
    });
  },
});
