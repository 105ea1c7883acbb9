/** Checks of events that no API call causes. Hooks of the operator trigger them. */
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { expectNotAddressed, type Actor, type Lot, mentions, readEnvelope, readItems, subscribeOutsider } from '#client';

const ANALYSES: readonly { type: string; fields: Readonly<Record<string, 'string' | 'number' | 'strings'>> }[] = [
  { type: 'analysis.requested', fields: { analysis_types: 'strings', invoice_total: 'number', billed_to: 'string' } },
  { type: 'analysis.sample_received', fields: {} },
  { type: 'analysis.graded', fields: { grade: 'string' } },
  { type: 'analysis.photo_added', fields: { photo_url: 'string' } },
];
export const ANALYSIS_TYPES = ANALYSES.map(({ type }) => type);

export const HOOK_TRIGGERED_CHECKS: readonly Check[] = [
  check(
    'EVT-9/offer-received',
    'cashbid.offer_received has offer_id, cash_bid_id, and status',
    ['elevator', 'writes', 'webhooks', 'hook:make_offer', 'fixture:cash_bid_body'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['cashbid.offer_received']);
      const cash_bid = await t.arrange.cashBid();
      const offer_id = await t.arrange.offer(cash_bid.id);
      const arrival = await inbox.expect({ where: mentions(offer_id), after: 'an offer was made' });
      const data = readEnvelope(arrival).get('data');
      data.get('offer_id').is(offer_id);
      data.get('cash_bid_id').is(cash_bid.id);
      data.get('status').is('pending');
    },
  ),
  check(
    'EVT-5/cash-bids-team',
    'cashbid.offer_received goes only to the team that owns the cash bid',
    ['elevator', 'buyer', 'writes', 'webhooks', 'hook:make_offer', 'fixture:cash_bid_body'],
    async (t) => {
      const owners = await t.subscribe(t.elevator, ['cashbid.offer_received']);
      const types = ['cashbid.offer_received', 'bid.received'];
      const others = [await subscribeOutsider(t, t.buyer, types)];
      if (t.has('rival')) others.push(await subscribeOutsider(t, t.rival, types));
      const cash_bid = await t.arrange.cashBid();
      const offer_id = await t.arrange.offer(cash_bid.id);
      await owners.expect({ where: mentions(offer_id), after: 'an offer was made' });
      await Promise.all(others.map(async (inbox) => inbox.expectNone({ where: mentions(offer_id), within_ms: 250 })));
    },
  ),
  ...ANALYSES.map(({ type, fields }) =>
    check(
      `EVT-10/${type.replace(/^.*\./, '').replaceAll('_', '-')}`,
      `${type} has the documented fields`,
      ['partner', 'writes', 'webhooks', 'hook:emit_analysis'],
      async (t) => {
        const inbox = await t.subscribe(t.partner, [type]);
        const lot = await t.arrange.lot({}, t.partner);
        await emitAnalysis(t, type, lot);
        const arrival = await inbox.expect({ type, where: mentions(lot.id), after: `the hook emitted ${type}` });
        const data = readEnvelope(arrival).get('data');
        data.get('inventory_id').is(lot.id);
        data.get('reference').string();
        for (const [field, form] of Object.entries(fields)) {
          const value = data.get(field);
          if (form === 'number') value.number();
          else if (form === 'string') value.string();
          else for (const item of value.array()) item.string();
        }
      },
    ),
  ),
  check(
    'EVT-11/requesting-team',
    'analysis.* goes only to the partner team that requested the analysis',
    ['partner', 'buyer', 'writes', 'webhooks', 'hook:emit_analysis'],
    async (t) => {
      const requester_inbox = await t.subscribe(t.partner, ANALYSIS_TYPES);
      const others = [await subscribeOutsider(t, t.buyer, ANALYSIS_TYPES)];
      for (const name of ['rival', 'elevator'] as const)
        if (t.has(name)) others.push(await subscribeOutsider(t, t.actor(name), ANALYSIS_TYPES));
      const lot = await t.arrange.lot({}, t.partner);
      for (const type of ANALYSIS_TYPES) {
        await emitAnalysis(t, type, lot);
        await requester_inbox.requireNext({ type, where: mentions(lot.id), after: `the hook emitted ${type}` });
      }
      await Promise.all(others.map(async (inbox) => expectNotAddressed(t, inbox, { where: mentions(lot.id), within_ms: 250 })));
    },
  ),
  check(
    'EVT-23/one-event-per-step',
    'Each step of an analysis sends its event once and no other event',
    ['partner', 'writes', 'webhooks', 'hook:emit_analysis'],
    async (t) => {
      const inbox = await t.subscribe(t.partner, ANALYSIS_TYPES);
      const lot = await t.arrange.lot({}, t.partner);
      const about = mentions(lot.id);
      for (const [i, type] of ANALYSIS_TYPES.entries()) {
        await emitAnalysis(t, type, lot);
        const arrival = await inbox.expect({ where: about, nth: i + 1, after: `the hook emitted ${type}` });
        readEnvelope(arrival).get('type').is(type);
      }
      await inbox.expectNone({ where: about, nth: ANALYSIS_TYPES.length + 1, within_ms: 200, after: 'every step was delivered' });
    },
  ),
];

/** Triggers an event about an analysis that the partner requested. */
export async function emitAnalysis(t: CheckContext, type: string, { id }: Lot): Promise<void> {
  await t.hook('emit_analysis', { type, inventory_id: id, team_id: await teamOf(t.partner) });
}

/** The id of the actor's team, in the target's own spelling if GET /teams shows it. */
export async function teamOf(actor: Actor): Promise<string | undefined> {
  const ids = readItems(await actor.get('/teams')).map(({ id }) => id);
  if (actor.team_id !== undefined && ids.includes(actor.team_id)) return actor.team_id;
  return ids.find((id) => typeof id === 'string') ?? actor.team_id;
}
