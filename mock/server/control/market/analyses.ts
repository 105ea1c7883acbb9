import { personas } from '#fixtures/personas';
import { findCommodity } from '#spec/reference/index';
import { LIMITS } from '#spec';
import { z } from 'zod';
import { refuse, refuseFields } from '../../../market/rules/refusal.ts';
import type { Row } from '../../../market/records/tables.ts';
import { findTeam } from '../../../market/store/teams.ts';
import { type AnalysisStep, recordAnalysis } from '../../webhooks/analysis.ts';
import { applyChange } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

const TYPES_MAX = 20;
const word = z.string().min(1).max(LIMITS.name_length_max);
const shared = {
  inventory_id: z.string().meta({ description: 'The lot of the sample.' }),
  team_id: z.string().meta({
    description: `The partner team that requested the analysis. Only this team gets the events (EVT-11). The developer partner is ${personas.partner.team_id}.`,
  }),
};

const Analysis = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('requested'),
    ...shared,
    analysis_types: z.array(word).min(1).max(TYPES_MAX).default(['protein', 'falling_number']),
    invoice_total: z.number().min(0).max(LIMITS.price_amount_max).default(84.5),
    billed_to: z.enum(['partner', 'seller']).default('partner'),
  }),
  z.strictObject({ type: z.literal('sample_received'), ...shared }),
  z.strictObject({
    type: z.literal('graded'),
    ...shared,
    grade: word.optional().meta({ description: 'Default: the grade of the lot, or the first grade of its commodity.' }),
  }),
  z.strictObject({ type: z.literal('photo_added'), ...shared, photo_url: z.url().max(LIMITS.url_length_max).optional() }),
]);
type Analysis = z.infer<typeof Analysis>;

/** EVT-10: fills in the defaults. */
function stepOf(body: Analysis, lot: Row<'lots'>): AnalysisStep {
  if (body.type === 'requested') {
    const { analysis_types, invoice_total, billed_to } = body;
    return { type: 'analysis.requested', analysis_types, invoice_total, billed_to };
  }
  if (body.type === 'graded') {
    return { type: 'analysis.graded', grade: body.grade ?? lot.grade ?? findCommodity(lot.commodity)?.grades[0] ?? 'Sample' };
  }
  if (body.type === 'photo_added') {
    return { type: 'analysis.photo_added', photo_url: body.photo_url ?? `https://marketplace.example/photos/${lot.id}` };
  }
  return { type: 'analysis.sample_received' };
}

export const ANALYSES = [
  controlOperation('post', '/analyses', {
    makes_rows: true,
    summary: 'Record a step of a sample analysis: requested, sample_received, graded, or photo_added',
    description: 'Sends analysis.* to the team (EVT-10, EVT-11). Steps can come in any order and do not change the lot.',
    body: { schema: Analysis, required: true },
    changes_market: true,
    success: 201,
    act: ({ world, body }) =>
      applyChange(world, async (tx, now) => {
        const lot = await tx.selectFrom('lots').selectAll().where('id', '=', body.inventory_id).executeTakeFirst();
        const team = await findTeam(tx, body.team_id);
        if (lot === undefined) return refuse('not_found', { message: 'No lot of this world has this inventory_id.' });
        if (team === undefined) return refuseFields({ field: 'team_id', message: 'is not a team of this world' });

        const step = stepOf(body, lot);
        await recordAnalysis(world, tx, { lot, team_id: team.id, step }, now);
        return { previous_state: null, new_state: { inventory_id: lot.id, team_id: team.id, ...step } };
      }),
  }),
];
