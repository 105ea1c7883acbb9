import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { oas32 } from 'zod-openapi';
import { EVENTS, isEventType, type Envelope, type EventType } from '../events.ts';
import { Id, Instant } from '../resources/values.ts';
import { CreatedSubscription } from '../resources/webhooks.ts';
import { exampleOf } from './example-of.ts';
import { schemaOf } from './schema-of.ts';
import { EVENTS_TAG } from './tags.ts';

/** EVT-5, EVT-7, EVT-11, EVT-12, EVT-25, WHK-4: the recipients, by audience. */
const AUDIENCES: Record<(typeof EVENTS)[EventType]['audience'], string> = {
  'buyer-side': 'Sent to the team that placed the bid or owns the cash bid.',
  'seller-side': 'Sent to the teams of the user who owns the listing.',
  'both sides': 'Sent to the buying team and to the teams of the user who sold.',
  partner: 'Sent to the partner team that requested the analysis through the API.',
  elevator: 'Sent to the elevator that owns the location.',
  reserved: 'Reserved: a subscription can name this type, but no delivery of it is sent.',
};

const EVENT_TYPES: readonly EventType[] = Object.keys(EVENTS).filter(isEventType);

/** `cashbid.offer_received` as `CashbidOfferReceived`. */
function pascalCase(type: EventType): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** EVT-1: the envelope of an event type. Like all responses, it allows further fields. */
function envelopeOf(type: EventType): z.ZodType {
  const { meaning, payload } = EVENTS[type];
  return z
    .object({
      id: Id.meta({ description: 'Unique to the event and stable across retries and replays (EVT-3).' }),
      type: z.literal(type).meta({ description: 'Event type.' }),
      event: z.literal(type).meta({ description: 'Alias of `type` (VER-3).', deprecated: true }),
      livemode: z.boolean().meta({ description: 'False for sandbox subscriptions.' }),
      created_at: Instant.meta({ description: 'When the event was generated; the same in every attempt (EVT-19).' }),
      data: payload,
    })
    .meta({ id: `${pascalCase(type)}Event`, description: meaning });
}

function exampleEnvelope(type: EventType): Envelope {
  return {
    id: 'evt_40a7d2c9156b8ef3',
    type,
    event: type,
    livemode: true,
    created_at: '2026-06-02T09:30:00.000Z',
    data: EVENTS[type].example,
  };
}

/** SIG-1: signs the compact JSON of the envelope with the secret of the example subscription, at the time of the event. */
function signExample(envelope: Envelope): string {
  const { secret } = CreatedSubscription.parse(exampleOf(CreatedSubscription));
  const t = Date.parse(envelope.created_at) / 1000;
  const v1 = createHmac('sha256', secret)
    .update(`${t}.${JSON.stringify(envelope)}`)
    .digest('hex');
  return `t=${t},v1=${v1}`;
}

/** EVT-2 */
function headersOf(type: EventType): oas32.ParameterObject[] {
  return [
    {
      name: 'SVC-Event',
      in: 'header',
      description: 'The event type.',
      required: true,
      schema: { type: 'string', const: type },
      example: type,
    },
    {
      name: 'SVC-Signature',
      in: 'header',
      description:
        '`t=<unix_seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw_body>`, keyed with the whole secret (SIG-1). Parse it by key: ' +
        'segments can be in any order, and you must ignore a legacy `sha256` segment (SIG-10). Reject a `t` more than 300 seconds away (SIG-3).',
      required: true,
      schema: { type: 'string' },
      example: signExample(exampleEnvelope(type)),
    },
  ];
}

/** How the marketplace treats each response of the receiver. */
const responses: oas32.ResponsesObject = {
  '2XX': {
    description:
      'Delivered (RTY-1). Also reply 2xx to unknown types and to an id that you have already processed (SIG-6, SIG-7).',
  },
  '3XX': { description: 'Failed and not retried. Redirects are not followed (RTY-12, an assumption).' },
  '4XX': {
    description:
      'Failed and not retried (RTY-2), except 408 and 429, which are retried. Reply 400 if the signature does not match (SIG-4).',
  },
  '5XX': {
    description:
      'Retried (RTY-3), as is a delivery without a response within 10 seconds (RTY-5): at most 5 attempts in about 36 minutes (RTY-4).',
  },
};

function describeEvent(type: EventType): oas32.OperationObject {
  const { audience, meaning, clauses } = EVENTS[type];
  const examples = { event: { value: exampleEnvelope(type) } };
  return {
    operationId: `on${pascalCase(type)}`,
    tags: [EVENTS_TAG],
    summary: meaning,
    description: AUDIENCES[audience],
    'x-clauses': ['EVT-1', 'EVT-2', ...clauses],
    // Deliveries have a signature instead of a token.
    security: [],
    parameters: headersOf(type),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(envelopeOf(type)), examples } } },
    responses,
  };
}

export function listEnvelopes(): z.ZodType[] {
  return EVENT_TYPES.map((type) => envelopeOf(type));
}

/** One webhook per event type, in the order of the document. */
export function buildWebhooks(): oas32.PathsObject {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }]));
}
