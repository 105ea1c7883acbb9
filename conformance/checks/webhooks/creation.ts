import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import type { JsonNode, Reply, JsonObject } from '#client';
import {
  dataIn,
  ensureNotFull,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectThat,
  listSubscriptions,
  hasErrorForField,
  readSubscriptionPages,
  readUrl,
  trySubscribe,
  unsubscribe,
  withSubscription,
  contains,
  encodePath,
} from '#client';
import { makeFailedDelivery, redeliver } from './failed-delivery.ts';

const NEEDS = ['buyer', 'writes'] as const;

const EVENTS = ['bid.rejected', 'trade.created'] as const;

const MODES = [
  { prefix: '', name: 'buyer', seller: undefined, where: '' },
  { prefix: 'sandbox-', name: 'buyer_sandbox', seller: 'seller_sandbox', where: ' in the sandbox' },
] as const;

/** Bodies with a missing or invalid url or events. Each check creates a valid subscription first, to show that the target accepts them. */
const WRONG_BODIES: readonly { name: string; field: string; body: (url: string) => JsonObject }[] = [
  { name: 'url-missing', field: 'url', body: () => ({ events: EVENTS }) },
  { name: 'url-null', field: 'url', body: () => ({ url: null, events: EVENTS }) },
  { name: 'url-number', field: 'url', body: () => ({ url: 5, events: EVENTS }) },
  { name: 'url-array', field: 'url', body: (url) => ({ url: [url], events: EVENTS }) },
  { name: 'events-missing', field: 'events', body: (url) => ({ url }) },
  { name: 'events-null', field: 'events', body: (url) => ({ url, events: null }) },
  { name: 'events-string', field: 'events', body: (url) => ({ url, events: 'bid.rejected' }) },
  { name: 'events-object', field: 'events', body: (url) => ({ url, events: { type: 'bid.rejected' } }) },
  { name: 'events-of-numbers', field: 'events', body: (url) => ({ url, events: [5] }) },
];

export const CREATION_CHECKS: readonly Check[] = [
  ...MODES.flatMap(({ prefix, name, seller, where }) => [
    check(
      `WHK-2/${prefix}created`,
      `POST /webhooks returns 201 with id, url, events, and a secret that begins with whsec_${where}`,
      [name, 'writes'],
      async (t) => {
        const by = t.actor(name);
        const { reply, url, mailbox } = await trySubscribe(t, by, EVENTS);
        const { id } = dataIn(reply.json);
        try {
          expectStatus(reply, 201);
          reply.data.get('id').text();
          reply.data.get('url').is(url);
          expectSameEvents(reply.data.get('events'), EVENTS);
          const secret = reply.data.get('secret');
          if (!/^whsec_./.test(secret.string()))
            secret.breach('The secret does not begin with whsec_.', 'whsec_ followed by more characters');
        } finally {
          if (typeof id === 'string') await unsubscribe(t, by, id);
          mailbox?.close();
        }
      },
    ),
    check(
      `WHK-2/${prefix}secret-shown-once`,
      `Only the response of POST /webhooks contains the secret${where}`,
      [name, 'writes'],
      async (t) => {
        const by = t.actor(name);
        await withSubscription(t, by, EVENTS, async ({ id, secret }) => {
          expectWithoutSecret(t, secret, [
            ...(await readSubscriptionPages(t, by)),
            await by.get(encodePath`/webhooks/${id}/deliveries`),
            await by.delete(encodePath`/webhooks/${id}`),
          ]);
        });
      },
    ),
    check(
      `WHK-2/${prefix}redelivery-without-secret`,
      `Neither the delivery list nor a redelivery contains the secret${where}`,
      [name, ...(seller === undefined ? [] : [seller]), 'writes', 'webhooks'],
      async (t) => {
        const by = t.actor(name);
        const lot = seller === undefined ? undefined : await t.arrange.lot({}, t.actor(seller));
        const failed = await makeFailedDelivery(t, by, undefined, lot);
        const { id, secret } = failed.inbox.subscription;
        expectWithoutSecret(t, secret, [await by.get(encodePath`/webhooks/${id}/deliveries`), await redeliver(failed)]);
      },
    ),
  ]),
  check('WHK-12/items', 'Each item of GET /webhooks has id, url, and events, and no secret', NEEDS, async (t) => {
    await withSubscription(t, t.buyer, EVENTS, async ({ id, url, events }) => {
      const { list, items } = await listSubscriptions(t, t.buyer, (ids) => ids.includes(id));
      for (const item of items) {
        item.get('id').text();
        item.get('url').text();
        for (const event of item.get('events').array()) event.string();
        const secret = item.find('secret');
        if (secret !== undefined && secret.value !== null) secret.breach('A subscription in the list has a secret.', 'no secret');
      }
      const own = items.find((item) => item.get('id').value === id);
      expectThat(own !== undefined, { message: 'GET /webhooks does not list the new subscription.', reply: list, expected: id });
      own.get('url').is(url);
      expectSameEvents(own.get('events'), events);
    });
  }),
  check('WHK-1/lists-own', 'GET /webhooks lists each subscription of the team once', NEEDS, async (t) => {
    await withSubscription(t, t.buyer, EVENTS, async (first) =>
      withSubscription(t, t.buyer, ['bid.accepted'], async (second) => {
        const areBoth = (ids: readonly unknown[]): boolean => ids.includes(first.id) && ids.includes(second.id);
        const { list, items } = await listSubscriptions(t, t.buyer, areBoth);
        const ids = items.map((item) => item.get('id').value);
        for (const { id } of [first, second]) {
          const times = ids.filter((one) => one === id).length;
          expectThat(times === 1, {
            message: `GET /webhooks lists a subscription of the team ${times} times.`,
            reply: list,
            expected: `${id}, once`,
            observed: ids,
          });
        }
      }),
    );
  }),
  check('WHK-1/only-own', "GET /webhooks does not list another team's subscriptions", ['buyer', 'rival', 'writes'], async (t) => {
    await withSubscription(t, t.buyer, EVENTS, async ({ id }) => {
      const { list, items } = await listSubscriptions(t, t.rival);
      const ids = items.map((item) => item.get('id').value);
      expectThat(!ids.includes(id), {
        message: "GET /webhooks lists another team's subscription.",
        reply: list,
        expected: `no ${id}`,
        observed: ids,
      });
    });
  }),
  ...WRONG_BODIES.map(({ name, field, body }) =>
    check(
      `WHK-3/${name}`,
      `POST /webhooks returns 422 and names ${field} if it is invalid (${name.slice(field.length + 1).replaceAll('-', ' ')})`,
      NEEDS,
      async (t) => {
        await withSubscription(t, t.buyer, EVENTS, async ({ url }) => {
          // A new URL, because a subscription that is created by mistake has its own secret.
          const own = `${url}/${name}`;
          const refused = await t.buyer.post('/webhooks', body(own));
          if (!hasErrorForField(refused.json, field)) await ensureNotFull(t, t.buyer, refused);
          expectRefusal(refused, 422, { code: 'validation_failed', field });
          // Other checks subscribe at the same time, so only this URL identifies the subscription. A body without a valid URL has none.
          if (field !== 'events') return;
          const { list, items } = await listSubscriptions(t, t.buyer);
          const made = items.filter((item) => item.find('url')?.value === own);
          expectThat(made.length === 0, {
            message: 'POST /webhooks returned an error, but created a subscription.',
            reply: list,
          });
        });
      },
    ),
  ),
  check(
    'WHK-10/more-of-a-subscription',
    'Reports which other fields a subscription has, and the statuses for unusual requests',
    NEEDS,
    async (t) => {
      await withSubscription(t, t.buyer, EVENTS, async ({ url, reply }) => {
        for (const key of ['is_active', 'livemode', 'created_at']) {
          t.observe(`a subscription has ${reply.data.has(key) ? '' : 'no '}${key}`);
        }
        const odd: readonly [string, JsonObject][] = [
          ['an unknown event type', { url: `${url}/unknown`, events: ['bid.of_gristmill'] }],
          ['no event at all', { url: `${url}/none`, events: [] }],
          ['an invalid url', { url: 'nowhere', events: EVENTS }],
          ['duplicate event types', { url: `${url}/twice`, events: ['bid.rejected', 'bid.rejected'] }],
        ];
        for (const [name, body] of odd) {
          const response = await t.buyer.post('/webhooks', body);
          await ensureNotFull(t, t.buyer, response);
          t.observe(`${name}: ${response.status}`);
          const id = response.status === 201 && response.data.has('id') ? response.data.get('id').value : undefined;
          if (typeof id === 'string') await t.buyer.delete(encodePath`/webhooks/${id}`);
        }
      });
    },
  ),
];

/** Compares event types, and ignores their order and duplicates. */
function expectSameEvents(node: JsonNode, expected: readonly string[]): void {
  const events = node.array().map((event) => event.string());
  const is_same = expected.every((event) => events.includes(event)) && events.every((event) => expected.includes(event));
  if (!is_same) node.breach('These are not the requested events.', expected.join(', '));
}

/** A shorter string can be in a reply by chance. */
const SECRET_LENGTH_MIN = 8;

/**
 * Asserts that no reply contains the secret, with or without its prefix.
 * @throws Blocked if a request failed, because nothing is known about its usual reply; Unverifiable if the secret is too short
 */
function expectWithoutSecret(t: CheckContext, secret: string, replies: readonly Reply[]): void {
  const bare = secret.replace(/^whsec_/, '');
  if (bare.length < SECRET_LENGTH_MIN)
    t.unverifiable(
      `the secret has ${bare.length} characters after whsec_; shorter than ${SECRET_LENGTH_MIN}, it can be in a response by chance`,
    );
  for (const reply of replies) {
    expectThat(!contains(reply.exchange, bare), {
      message: `The secret is in the response of ${reply.exchange.method} ${readUrl(reply.exchange.url)?.pathname ?? reply.exchange.url}.`,
      reply,
      expected: 'no secret after creation',
      is_leak: true,
    });
  }
  for (const reply of replies) ensureSuccess(reply);
}
