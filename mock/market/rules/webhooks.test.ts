import { EVENTS } from '#spec';
import { describe, expect, test } from 'vitest';
import { checkReplay, checkSubscription } from './webhooks.ts';

const url = 'https://desk.example/hooks?a=1';

describe('WHK-10 the body of a subscription', () => {
  test.for([
    'https://desk.example/hooks',
    'http://127.0.0.1:8080/hooks',
    'HTTPS://DESK.example',
    'http://[::1]:9000/',
    'https://desk.example:8443/a?b=c',
  ])('%s is accepted', (good) => {
    expect(checkSubscription({ url: good, events: ['bid.accepted'] }, 0)).toEqual({ url: good, events: ['bid.accepted'] });
  });

  test.for([
    '',
    'desk.example/hooks',
    '/hooks',
    'ftp://desk.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https:desk.example',
    'https:///hooks',
    ' https://desk.example/',
    'http://desk.example:99999/',
    'http://256.256.256.256/',
  ])('%j is rejected, and names url', (bad) => {
    expect(checkSubscription({ url: bad, events: ['bid.accepted'] }, 0)).toMatchObject({
      refused: 'validation_failed',
      errors: [{ field: 'url', message: 'must be an absolute http or https URL' }],
    });
  });

  test.for(['https://user@desk.example/', 'https://user:pass@desk.example/', 'https://:pass@desk.example/'])(
    '%s is rejected for its credentials',
    (bad) => {
      expect(checkSubscription({ url: bad, events: ['bid.accepted'] }, 0)).toMatchObject({
        errors: [{ field: 'url', message: 'must not contain credentials' }],
      });
    },
  );

  test('WHK-4 WHK-14 WHK-16 every type of the document is accepted', () => {
    const types = Object.keys(EVENTS);
    expect(types).toHaveLength(14);
    expect(checkSubscription({ url, events: types }, 0)).toEqual({ url, events: types });
  });

  test('ERR-5 every invalid field is named at once', () => {
    expect(checkSubscription({ url: 'desk', events: ['bid.accepted', 'bid.retracted', 'listing.sold', 'toString'] }, 0)).toEqual({
      refused: 'validation_failed',
      errors: [
        { field: 'url', message: 'must be an absolute http or https URL' },
        { field: 'events[1]', message: 'is not an event type; did you mean bid.rejected?' },
        { field: 'events[2]', message: 'is not an event type' },
        { field: 'events[3]', message: 'is not an event type' },
      ],
    });
  });

  test('duplicate types are removed, and the order is kept', () => {
    const events = ['trade.settled', 'bid.accepted', 'trade.settled', 'bid.accepted', 'bid.received'];
    expect(checkSubscription({ url, events }, 0)).toEqual({ url, events: ['trade.settled', 'bid.accepted', 'bid.received'] });
  });

  test('a team can have twenty subscriptions, not twenty-one', () => {
    expect(checkSubscription({ url, events: ['bid.accepted'] }, 19)).toEqual({ url, events: ['bid.accepted'] });
    expect(checkSubscription({ url, events: ['bid.accepted'] }, 20)).toMatchObject({ refused: 'validation_failed' });
  });
});

describe('WHK-9 WHK-15 replays', () => {
  test.for([
    [1, 'failed', undefined],
    [1, 'delivered', 'delivery_not_failed'],
    [1, 'retrying', 'delivery_not_failed'],
    [0, 'failed', 'subscription_inactive'],
    // The catalog has the inactive subscription first.
    [0, 'delivered', 'subscription_inactive'],
  ] as const)('is_active %i, %s: %s', ([is_active, status, refused]) => {
    expect(checkReplay({ is_active }, { status })?.refused).toBe(refused);
  });
});
