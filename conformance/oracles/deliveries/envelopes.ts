/** Each delivery on its own: a POST with an envelope, two headers, and a mode. */
import { ACTOR_NAMES, Breach, isObject, readEnvelope, readPath, type Receipt, type Run } from '#client';
import { isInstant } from '../../expectations/instants.ts';
import { oracle, type Oracle, type OracleOpinion } from '../oracle.ts';

export const DELIVERY_ENVELOPE_ORACLES: readonly Oracle[] = [
  oracle('EVT-1/every-envelope', 'Every delivery is a POST of { id, type, event, livemode, created_at, data }', {
    checkReceipt: ({ arrival }) => {
      const envelope = readEnvelope(arrival);
      if (arrival.method !== 'POST') envelope.breach(`A delivery was sent as ${arrival.method}.`, 'POST');
      if (arrival.json === undefined) envelope.breach('The body of a delivery is not JSON.', 'an envelope');
      envelope.get('id').text();
      const type = envelope.get('type').text();
      envelope.get('event').is(type);
      envelope.get('livemode').boolean();
      envelope.get('created_at').text();
      envelope.get('data').object();
      return 'fine';
    },
  }),
  oracle('EVT-2/every-delivery', 'Every delivery has the headers SVC-Event, with its type, and SVC-Signature', {
    checkReceipt: ({ arrival }) => {
      const envelope = readEnvelope(arrival);
      const event = arrival.headers['svc-event'];
      const type = readPath(arrival.json, 'type');
      if (event === undefined) envelope.breach('A delivery has no SVC-Event header.', 'SVC-Event: the type of the event');
      if (typeof type === 'string' && event !== type) {
        envelope.breach(`SVC-Event is ${event}, but the type is ${type}.`, `SVC-Event: ${type}`);
      }
      if (arrival.headers['svc-signature'] === undefined) {
        envelope.breach('A delivery has no SVC-Signature header.', 'SVC-Signature: t=…,v1=…');
      }
      return 'fine';
    },
  }),
  oracle('EVT-19/every-delivery', 'created_at is ISO 8601', {
    checkReceipt: ({ arrival }) => {
      const created_at = readPath(arrival.json, 'created_at');
      if (created_at === undefined) return undefined;
      // The document does not require a time zone.
      if (typeof created_at === 'string' && isInstant(created_at)) return 'fine';
      return readEnvelope(arrival)
        .get('created_at')
        .breach('created_at is not an ISO 8601 time.', 'a time such as 2026-01-31T12:00:00Z');
    },
  }),
  oracle('EVT-20/livemode-true', 'livemode is true in deliveries to live subscriptions', {
    checkReceipt: (receipt, run) => checkMode(receipt, run, true),
  }),
  oracle('SBX-7/livemode-false', 'livemode is false in deliveries to sandbox subscriptions', {
    checkReceipt: (receipt, run) => checkMode(receipt, run, false),
  }),
  oracle('EVT-24/every-delivery', 'A subscription receives only its event types', {
    checkReceipt: ({ arrival, subscription }) => {
      const type = readPath(arrival.json, 'type');
      if (subscription === undefined || typeof type !== 'string') return undefined;
      if (subscription.events.includes(type)) return 'fine';
      return readEnvelope(arrival).breach(
        `${type} was delivered to a subscription for ${subscription.events.join(', ')}.`,
        'no such delivery',
      );
    },
  }),
  oracle('EVT-13/every-delivery', 'No bid.retracted or listing.* event is delivered', {
    checkReceipt: ({ arrival }) => {
      const type = readPath(arrival.json, 'type');
      if (typeof type !== 'string') return undefined;
      if (type !== 'bid.retracted' && !type.startsWith('listing.')) return 'fine';
      return readEnvelope(arrival).breach(`An event of type ${type} was delivered.`, 'no such event');
    },
  }),
  oracle('WHK-4/every-delivery', 'inventory.matched is never delivered', {
    checkReceipt: ({ arrival }) => {
      if (!isObject(arrival.json)) return undefined;
      if (arrival.json['type'] !== 'inventory.matched') return 'fine';
      return readEnvelope(arrival).breach('inventory.matched was delivered.', 'it is reserved and never emitted');
    },
  }),
];

/** @param is_live check deliveries to live subscriptions (true) or to sandbox subscriptions (false) */
function checkMode({ actor, arrival }: Receipt, run: Run, is_live: boolean): OracleOpinion {
  if (modeOf(actor, run) !== is_live) return undefined;
  const livemode = readPath(arrival.json, 'livemode');
  if (typeof livemode !== 'boolean') return undefined;
  if (livemode === is_live) return 'fine';
  return new Breach({
    message: `livemode is ${livemode} in a delivery to a ${is_live ? 'live' : 'sandbox'} subscription.`,
    exchange: readEnvelope(arrival).reply.exchange,
    pointer: '/livemode',
    expected: String(is_live),
    observed: String(livemode),
  });
}

/** Whether the token that created the subscription is live. Undefined if the configuration does not say. */
function modeOf(actor: string, run: Run): boolean | undefined {
  // A minted token has a name such as `buyer with bids.read`.
  const name = ACTOR_NAMES.find((one) => one === actor.split(' ')[0]);
  if (name === undefined) return undefined;
  if (name.endsWith('_sandbox')) return false;
  return run.settings.mode === undefined ? undefined : run.settings.mode === 'live';
}
