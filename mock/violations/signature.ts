import { sign } from '../webhooks/sign.ts';
import { onOutgoing, onSignature, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const SIGNATURE: readonly Violation[] = [
  violation(
    'SIG-1/body-alone-signed',
    '`v1` is over the body alone, without the time.',
    onSignature('all', ({ secret, body, t }) => `t=${t},${sign(secret, body, t, ['sha256']).replace('sha256', 'v1')}`),
  ),
  {
    name: 'SIG-8/signed-once',
    clause: 'SIG-8',
    title: 'Every attempt of an event sends what the first one sent, with its time.',
    seams: () => {
      const sent = new Map<string, Parameters<Parameters<typeof onOutgoing>[1]>[0]>();
      return onOutgoing('all', (outgoing, { event, subscription }) => {
        const key = `${event.id} ${subscription.id}`;
        const first = sent.get(key) ?? outgoing;
        sent.set(key, first);
        return first;
      });
    },
  },
];
