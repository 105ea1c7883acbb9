import type { Check } from '../check.ts';
import { check } from '../check.ts';
import { expectStatus, expectThat, itemsOf } from '../judge/expect.ts';

export const WEBHOOKS: readonly Check[] = [
  check(
    'WHK-2/secret-shown-once',
    'The secret of a subscription is in the answer that creates it, and never again',
    ['buyer', 'writes'],
    async (t) => {
      const url = `https://receiver.example/${t.unique()}`;
      const made = await t.buyer.post('/webhooks', { url, events: ['bid.accepted'] });
      expectStatus(made, 201);
      const id = made.data.get('id').text();
      const secret = made.data.get('secret').text();
      made.data.get('url').is(url);
      made.data.get('events').is(['bid.accepted']);
      expectThat(secret.startsWith('whsec_'), {
        message: 'The secret does not begin with whsec_.',
        reply: made,
        pointer: '/data/secret',
        expected: 'whsec_…',
      });
      const list = await t.buyer.get('/webhooks');
      expectStatus(list, 200);
      const row = itemsOf(list).find((item) => item.has('id') && item.get('id').value === id);
      expectThat(row !== undefined, { message: 'The new subscription is not in the list.', reply: list });
      expectThat(!list.exchange.text.includes(secret), {
        message: 'The secret stands in the list of subscriptions.',
        reply: list,
        expected: 'no secret after the creation',
      });
      expectStatus(await t.buyer.delete(`/webhooks/${id}`), 200);
    },
  ),
];
