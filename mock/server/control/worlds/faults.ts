/** Injects faults into responses and deliveries. */
import { PERSONA_NAMES, personas } from '#fixtures/personas';
import { EVENTS, OPERATION_IDS, isEventType } from '#spec';
import { z } from 'zod';
import { refuse, refuseFields } from '../../../market/rules/refusal.ts';
import { type Fault, type RequestTraits, DELIVERY_EFFECTS, REQUEST_EFFECTS } from '../../faults/fault.ts';
import { type ActiveFault, FAULTS_MAX } from '../../faults/faults.ts';
import { controlOperation } from '../endpoint/operation.ts';

const LATENCY_MAX_MS = 60_000;
const COUNT_MAX = 1_000_000;

const id = z.string().min(1).max(200);

const RequestPattern = z.strictObject({
  operation_id: z.enum(OPERATION_IDS).optional(),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  path: id
    .regex(/^[/*]/, 'must begin with / or *')
    .regex(/^[^?#]*$/, 'must not have a query; a path matches with any query')
    .optional()
    .meta({ description: 'The path below the base URL, such as /bids/bid_1. * matches any text, also several parts.' }),
  persona: z
    .enum(PERSONA_NAMES)
    .optional()
    .meta({ description: 'Matches the user and team of the persona, or its client if it has no user.' }),
  client_id: id.optional(),
  user_id: id.nullable().optional(),
  team_id: id.nullable().optional(),
  livemode: z.boolean().optional(),
});

const DeliveryPattern = z.strictObject({
  event: z.enum(Object.keys(EVENTS).filter(isEventType)).optional(),
  subscription_id: id.optional(),
  attempt: z.int().min(1).max(5).optional(),
});

const FaultBody = z.strictObject({
  request: RequestPattern.optional().meta({
    description: 'Matches requests with all of these traits. {} matches every request.',
  }),
  delivery: DeliveryPattern.optional().meta({ description: 'Matches delivery attempts with all of these traits.' }),
  latency_ms: z.int().min(0).max(LATENCY_MAX_MS).default(0),
  effect: z.enum([...REQUEST_EFFECTS.filter((effect) => effect !== 'status'), ...DELIVERY_EFFECTS]).optional(),
  status: z.int().min(400).max(599).optional().meta({ description: 'The status of the response, which is an Error object.' }),
  code: z.string().min(1).max(100).optional().meta({ description: 'The code of that Error object. Default: fault.' }),
  message: z.string().min(1).max(500).optional().meta({ description: 'The message of that Error object.' }),
  retry_after: z.int().min(0).max(86_400).optional().meta({ description: 'The Retry-After header, in seconds.' }),
  when: z
    .enum(['before', 'after'])
    .optional()
    .meta({ description: 'after: the request is carried out, and only its response is lost. Default: before.' }),
  skip: z.int().min(0).max(COUNT_MAX).default(0),
  count: z.int().min(1).max(COUNT_MAX).nullable().default(null),
  probability: z.number().gt(0).max(1).default(1),
});
type FaultBody = z.infer<typeof FaultBody>;

/** Rules about combinations of fields. */
const COMBINATIONS: readonly { field: string; message: string; isBroken: (body: FaultBody) => boolean }[] = [
  {
    field: 'request',
    message: 'give either request or delivery',
    isBroken: ({ request, delivery }) => (request === undefined) === (delivery === undefined),
  },
  {
    field: 'effect',
    message: 'give effect, status, or latency_ms',
    isBroken: ({ effect, status, latency_ms }) => effect === undefined && status === undefined && latency_ms === 0,
  },
  {
    field: 'status',
    message: 'cannot be given together with effect',
    isBroken: ({ effect, status }) => effect !== undefined && status !== undefined,
  },
  {
    field: 'effect',
    message: `must be one of ${REQUEST_EFFECTS.slice(1).join(', ')} for a request`,
    isBroken: ({ request, effect }) => request !== undefined && effect !== undefined && !isOneOf(REQUEST_EFFECTS, effect),
  },
  {
    field: 'effect',
    message: `must be one of ${DELIVERY_EFFECTS.join(', ')} for a delivery`,
    isBroken: ({ delivery, effect }) => delivery !== undefined && effect !== undefined && !isOneOf(DELIVERY_EFFECTS, effect),
  },
  {
    field: 'status',
    message: 'is for requests only',
    isBroken: ({ delivery, status }) => delivery !== undefined && status !== undefined,
  },
  ...(['code', 'message', 'retry_after'] as const).map((field) => ({
    field,
    message: 'is part of the response with a status; give status too',
    isBroken: (body: FaultBody) => body.status === undefined && body[field] !== undefined,
  })),
  {
    field: 'when',
    message: 'is for requests only',
    isBroken: ({ delivery, when }) => delivery !== undefined && when !== undefined,
  },
  {
    field: 'when',
    message: 'must be after, because a response exists only after the request is carried out',
    isBroken: ({ effect, when }) => (effect === 'truncate' || effect === 'malform') && when === 'before',
  },
];

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}

/** Fills in the defaults. */
function faultOf({
  request,
  delivery,
  effect,
  status,
  code = 'fault',
  message = 'This is an injected fault.',
  retry_after,
  when,
  ...aim
}: FaultBody): Fault {
  if (delivery !== undefined) {
    return {
      kind: 'delivery',
      match: delivery,
      effect: effect !== undefined && isOneOf(DELIVERY_EFFECTS, effect) ? effect : null,
      ...aim,
    };
  }
  const is_cut = effect === 'truncate' || effect === 'malform';
  return {
    kind: 'request',
    match: traitsOf(request ?? {}),
    effect: status === undefined ? (effect !== undefined && isOneOf(REQUEST_EFFECTS, effect) ? effect : null) : 'status',
    when: when ?? (is_cut ? 'after' : 'before'),
    refusal: status === undefined ? null : { status, code, message, retry_after },
    ...aim,
  };
}

/** Replaces a persona with its user and team, or its client. */
function traitsOf({ persona, ...traits }: z.infer<typeof RequestPattern>): RequestTraits {
  if (persona === undefined) return traits;
  const { user_id, team_id, client_id } = personas[persona];
  return user_id === null ? { client_id, ...traits } : { user_id, team_id, ...traits };
}

function show({ id: fault_id, fault: { kind, match, ...fault }, matched, struck }: ActiveFault): object {
  return { id: fault_id, [kind]: match, ...fault, matched, struck };
}

export const FAULTS = [
  controlOperation('post', '/faults', {
    summary: 'Inject a fault into responses or deliveries',
    description: `If several faults match, the first one applies. The limit is ${FAULTS_MAX}. Resets and restored snapshots do not change faults.`,
    body: { schema: FaultBody, required: true },
    success: 201,
    act: async ({ world, body }) => {
      const broken = COMBINATIONS.filter(({ isBroken }) => isBroken(body));
      if (broken.length > 0) return refuseFields(...broken.map(({ field, message }) => ({ field, message })));
      const active = await world.faults.add(faultOf(body));
      return active === undefined
        ? refuse('validation_failed', { message: `There are ${FAULTS_MAX} faults, which is the limit; delete some.` })
        : show(active);
    },
  }),
  controlOperation('get', '/faults', {
    summary: 'List the faults, and how often each one matched and applied',
    act: async ({ world }) => {
      const items = (await world.faults.list()).map(show);
      return { items, total: items.length };
    },
  }),
  controlOperation('delete', '/faults/{id}', {
    summary: 'Delete a fault',
    act: async ({ world, path: { id: fault_id = '' } }) =>
      (await world.faults.remove(fault_id))
        ? { deleted: true, id: fault_id }
        : refuse('not_found', { message: 'There is no such fault.' }),
  }),
  controlOperation('delete', '/faults', {
    summary: 'Delete all faults',
    act: async ({ world }) => ({ deleted: await world.faults.clear() }),
  }),
];
