/** SIG-6, VER-2, EVT: events of every type and order, known or not. */
import { Blocked, Unverifiable, holds, instantFromNow, nowMs, wait } from '#client';
import type { Shape } from '../compose.ts';
import { DELIVERED_TYPES, makePayload } from '../envelope.ts';
import { drill, type Drill } from '../drill.ts';
import { describeResponse } from '../describe-response.ts';
import { diagnoseBody, diagnoseOrder } from '../diagnose.ts';
import type { DrillContext } from '../drill-context.ts';
import type { ReceiverResult } from '../sender.ts';
import { FIFTH_ATTEMPT_SECONDS } from './effects.ts';
import { accepts, acceptsEach, shouldAccept } from './pair.ts';

const IGNORE = 'It treats an unknown type as an error: return 2xx, and do nothing (SIG-6).';
const OUT_OF_ORDER =
  'It expects each event once and in order. The order is not guaranteed, because of retries: fetch the resource, and return 2xx.';
const SETTLED = 'trade.settled';
const NOT_CREATED =
  'It rejects a settled trade that it does not know. trade.created can arrive later or never: fetch the trade, and return 2xx.';
const WEEK_SECONDS = 7 * 86_400;
const UNKNOWN = 'weather.hail_expected';

const AGED =
  'It checks the age of `created_at`. Check `t`, the time of sending: retries and replays keep the `created_at` of the event (EVT-19).';
const EARLIER =
  'It rejects an event that is older than the last one. The order is not guaranteed, because of retries: return 2xx.';
/** A step back in time that no check of the age notices. */
const BACK_SECONDS = 2;

/** Whether it rejects an event only because a later event arrived first. */
async function rejectsEarlier(t: DrillContext): Promise<boolean> {
  const now_ms = nowMs();
  const later = await t.deliverWithRetries({ created_at: instantFromNow(0, now_ms) });
  return later.is_accepted && !(await t.deliverWithRetries({ created_at: instantFromNow(-BACK_SECONDS, now_ms) })).is_accepted;
}

/** An event that was generated a while ago, delivered now. */
function late(id: Drill['id'], title: string, seconds: number): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    const old = { created_at: instantFromNow(-seconds, nowMs()) };
    const response = await t.deliverWithRetries(old);
    if (holds(response.is_accepted)) return;
    throw await t.refusalOf(response, old, (await rejectsEarlier(t)) ? EARLIER : AGED);
  });
}

/** New types, in forms that the known ones do not have. */
const NEW_FORMS = [
  'trade.delivery.rescheduled',
  'bid.accepted_in_part',
  'grain-v2.released_24h',
  'inventory.physical_sample_collection_appointment_rescheduled',
];
/** Unknown types in forms that are unlikely. */
const ODD_FORMS = ['ping', 'BID.ACCEPTED', 'bid.', '__proto__', 'hasOwnProperty', 'constructor'];

function acceptsForms(id: Drill['id'], title: string, types: readonly string[], is_advice: boolean): Drill {
  const shapes = types.map((type) => {
    const cause = /^(__proto__|hasOwnProperty|constructor)$/.test(type)
      ? 'Every JavaScript object inherits this name: look up handlers in a Map, or check Object.hasOwn.'
      : 'A type can have any number of parts, any length, and any characters: return 2xx (SIG-6).';
    return [{ type }, `It rejects the unknown type "${type}". ${cause}`] as const;
  });
  return acceptsEach(id, title, shapes, is_advice, { type: UNKNOWN });
}

/** An event of an unknown type, and what is wrong with a receiver that acts on it. */
type LookAlike = readonly [shape: Shape, cause: string];

/** None of these events takes effect, while a plain one does. @throws Breach, Unverifiable */
async function expectNoEffect(t: DrillContext, look_alikes: readonly LookAlike[], is_advice: boolean): Promise<void> {
  await t.requireEffects();
  const responses = [];
  for (const [shape] of look_alikes) responses.push(await t.deliverWithRetries(shape));
  await t.awaitEffects((await t.expectAccepted({})).delivery.envelope.id);
  await wait(t.run.effect_grace_ms, t.signal);
  const { by_id } = await t.countEffects();
  const at = responses.findIndex(({ delivery }) => (by_id[delivery.envelope.id] ?? 0) > 0);
  if (holds(at < 0)) return;
  const [{ type = '' }, likely_cause] = look_alikes[at] ?? [{}, IGNORE];
  const message = `An event of the unknown type "${type}" took effect.`;
  t.failOrWarn(
    { message, exchange: responses[at]?.exchange, expected: 'no effect', observed: 'an effect', likely_cause },
    { is_advice },
  );
}

/** Unknown types that resemble the known ones, with the data of those. */
function listLookAlikes(type: string): readonly LookAlike[] {
  const [family = '', action = ''] = type.split('.');
  const families = [...new Set(DELIVERED_TYPES.map((one) => one.split('.')[0] ?? ''))];
  const first = (of: string): string => DELIVERED_TYPES.find((one) => one.startsWith(`${of}.`)) ?? type;
  const unknown = 'It processes types that it does not know: do nothing by default (SIG-6).';
  const row = (name: string, like: string, cause: string): LookAlike => [{ type: name, data: makePayload(like) }, cause];
  return [
    row(UNKNOWN, type, unknown),
    ...families.map((one) => row(`${one}.amended`, first(one), `${unknown} Compare the whole type, not its family.`)),
    row(`${family}.${action}_in_part`, type, 'It compares the beginning of a type (a prefix): compare the whole type.'),
    row(`offer.${action}`, type, 'It compares the last part of a type: compare the whole type.'),
  ];
}

/** Several events about one resource, which may arrive in any order. */
const SEQUENCES: readonly (readonly string[])[] = [
  ['trade.settled', 'trade.created'],
  ['bid.rejected', 'bid.countered', 'bid.received'],
  ['bid.accepted', 'bid.received'],
  ['queue.congestion_cleared', 'queue.congestion_started', 'queue.congestion_started'],
];

function nest(depth: number): unknown {
  return depth === 0 ? 'end' : { [`level_${depth}`]: nest(depth - 1) };
}

const UNKNOWN_TYPES: readonly Drill[] = [
  accepts('SIG-6/unknown-type', 'An unknown type is accepted', { type: UNKNOWN }, { cause: IGNORE }),
  accepts('SIG-6/unknown-family', 'A new type of a known family is accepted', { type: 'bid.amended' }, { cause: IGNORE }),
  accepts(
    'VER-2/new-type',
    'A type that is added without a new major version is accepted',
    { type: 'trade.delivery_scheduled' },
    { cause: IGNORE },
  ),
  acceptsForms('SIG-6/new-forms', 'Unknown types of any length and form are accepted', NEW_FORMS, false),
  acceptsForms('SIG-6/odd-forms', 'Unknown types in unlikely forms are accepted', ODD_FORMS, true),
  shouldAccept(
    'SIG-6/reserved-type',
    'The reserved type inventory.matched is accepted',
    { type: 'inventory.matched' },
    'It rejects a type that the document reserves: it can be sent one day, so treat it like an unknown type (SIG-6).',
    { type: UNKNOWN },
  ),
  shouldAccept(
    'SIG-6/rich-data',
    'An unknown type with long, nested data is accepted',
    { type: UNKNOWN, data: { note: 'grain '.repeat(500), terms: nest(20), tags: ['new', 1, null, []] } },
    'It reads the data of a type that it does not know, or limits its depth or size: return 2xx, and do nothing (SIG-6).',
    { type: UNKNOWN },
  ),
  drill('SIG-6/no-effect', 'Events of unknown types take no effect', async (t) => {
    await expectNoEffect(t, listLookAlikes(t.run.settings.type), false);
  }),
  drill('SIG-6/no-effect-of-look-alikes', 'A type in upper case or with spaces is an unknown type', async (t) => {
    const { type } = t.run.settings;
    const data = makePayload(type);
    const cause = 'It ignores case or spaces: compare the exact type.';
    const look_alikes = [type.toUpperCase(), ` ${type}`, `${type} `].map((name): LookAlike => [
      { type: name, data, headers: { 'SVC-Event': type } },
      cause,
    ]);
    if (await actsOnHeader(t)) throw new Blocked('the receiver trusts the header (EVT-2/unsigned-event-header)');
    await expectNoEffect(t, look_alikes, true);
  }),
  drill('EVT-2/unsigned-event-header', 'The type in the body decides, not SVC-Event, which is not signed', async (t) => {
    if (holds(!(await actsOnHeader(t)))) return;
    t.warn(
      'An event of an unknown type took effect because SVC-Event named a known one.',
      undefined,
      'It trusts the header SVC-Event, which is not signed, so anyone in between can change it. Read `type` from the body.',
    );
  }),
];

/** Whether an event of an unknown type takes effect if SVC-Event names a known one. Determined once per run. @throws Blocked if it always does */
async function actsOnHeader(t: DrillContext): Promise<boolean> {
  await t.requireEffects();
  const { acts_on_any_type, acts_on_header } = await t.run.once('acts on unknown types', async () => {
    const { type } = t.run.settings;
    const unknown = { type: UNKNOWN, data: makePayload(type) };
    const plain = await t.deliverWithRetries(unknown);
    const led = await t.deliverWithRetries({ ...unknown, headers: { 'SVC-Event': type } });
    await t.awaitEffects((await t.expectAccepted({})).delivery.envelope.id);
    const { by_id } = await t.countEffects();
    const hasEffect = ({ delivery }: ReceiverResult): boolean => (by_id[delivery.envelope.id] ?? 0) > 0;
    return { acts_on_any_type: hasEffect(plain), acts_on_header: hasEffect(led) };
  });
  if (acts_on_any_type) throw new Blocked('the receiver acts on every unknown type (SIG-6/no-effect)');
  return acts_on_header;
}

/** Payloads that make a receiver do something else before it responds. */
const ERRANDS: Readonly<Record<string, string>> = { 'analysis.photo_added': 'fetches photo_url before it responds, ' };

function failsOn(type: string): string {
  return `It fails on ${type}, ${ERRANDS[type] ?? ''}or rejects a type that it does not use: the event is lost (RTY-2).`;
}

const NEEDS_BID = 'It requires the bid_id of trade.created, which trade.settled does not have (EVT-8).';

/** Whether it accepts the event if its whole numbers have decimals. */
async function requiresDecimals(t: DrillContext, type: string): Promise<string | undefined> {
  const plain = Object.entries(makePayload(type));
  const whole = plain.filter(([, value]) => Number.isInteger(value)).map(([key]) => key);
  if (whole.length === 0) return undefined;
  const data = Object.fromEntries(plain.map(([key, value]) => [key, whole.includes(key) ? Number(value) + 0.5 : value]));
  if (!(await t.deliver({ type, data })).is_accepted) return undefined;
  return `It accepts ${whole.join(' and ')} of ${type} only with decimals. They are numbers, and JSON writes a whole one as 120, not 120.0.`;
}

export const EVENT_DRILLS: readonly Drill[] = [
  ...DELIVERED_TYPES.filter((type) => type !== SETTLED).map((type) =>
    accepts(
      `RTY-1/${type.replaceAll(/[._]/g, '-')}`,
      `A genuine ${type} is accepted`,
      { type },
      {
        explain: async (t) =>
          (await diagnoseBody(t, { type })) ??
          (await diagnoseOrder(t, type)) ??
          (await requiresDecimals(t, type)) ??
          failsOn(type),
      },
    ),
  ),
  drill('RTY-1/trade-settled', 'A genuine trade.settled is accepted', async (t) => {
    await t.requireGenuine();
    const settled = { type: SETTLED, data: makePayload(SETTLED) };
    const response = await t.deliverWithRetries(settled);
    if (holds(response.is_accepted)) return;
    // A receiver that knows the trade may require only that its creation comes first.
    const created = { ...makePayload('trade.created'), trade_id: settled.data['trade_id'] };
    await t.deliverWithRetries({ type: 'trade.created', data: created });
    if (!(await t.deliverWithRetries(settled)).is_accepted) {
      const with_bid = { ...settled, data: { ...created, status: 'Completed' } };
      if ((await t.deliver(with_bid)).is_accepted) throw await t.refusalOf(response, settled, NEEDS_BID);
      throw await t.refusalOf(response, settled, (await requiresDecimals(t, SETTLED)) ?? failsOn(SETTLED));
    }
    t.warn(`It was not accepted before trade.created: ${describeResponse(response)}.`, response, NOT_CREATED);
  }),
  ...UNKNOWN_TYPES,
  // Each mode has its own subscription and secret, so no such delivery is ever sent.
  drill('EVT-20/other-mode', 'Reports the response to a delivery of the other mode', async (t) => {
    await t.requireGenuine();
    const livemode = !t.run.settings.livemode;
    const response = describeResponse(await t.deliver({ livemode }));
    throw new Unverifiable(
      `any response is correct, because such a delivery is never sent: each mode has its own subscription and secret. The response to livemode ${livemode}, signed with this secret, was ${response}`,
    );
  }),
  acceptsEach(
    'EVT-19/other-instant',
    'A created_at in another form of ISO 8601 is accepted',
    ['Z', '.000000Z', '+00:00', '.000+00:00'].map((end) => [
      { created_at: instantFromNow(0).replace(/\.\d+Z$/, end) },
      `It rejects a created_at that ends in ${end}: ISO 8601 has several forms of one instant.`,
    ]),
    true,
  ),
  late('RTY-4/fifth-attempt', 'An event that is delivered at the fifth attempt is accepted', FIFTH_ATTEMPT_SECONDS),
  late('WHK-8/replayed', 'An event of last week that is replayed is accepted', WEEK_SECONDS),
  drill('RTY-1/out-of-order', 'Events are accepted in any order', async (t) => {
    await t.requireGenuine();
    const now_ms = nowMs();
    for (const types of SEQUENCES) {
      const known = DELIVERED_TYPES.find((type) => type === types[0]) ?? '';
      const { trade_id, bid_id } = makePayload(known);
      for (const [at, type] of types.entries()) {
        const plain = makePayload(type);
        const data = {
          ...plain,
          ...('trade_id' in plain ? { trade_id } : {}),
          ...('bid_id' in plain && bid_id !== undefined ? { bid_id } : {}),
        };
        const response = await t.deliverWithRetries({ type, data, created_at: instantFromNow(-60 * at, now_ms) });
        if (holds(response.is_accepted)) continue;
        if (at === 0) throw new Blocked(`the receiver does not accept ${type}`, response.exchange);
        t.warn(`${type} was not accepted after ${types[at - 1] ?? ''}: ${describeResponse(response)}.`, response, OUT_OF_ORDER);
        return;
      }
    }
  }),
];
