import type { EventPayload } from '#spec';
import type { Row, Tx } from '../../market/records/tables.ts';
import type { WorldPorts } from '../ports.ts';
import { emit } from './outbox.ts';

type Shared = 'inventory_id' | 'reference';

/** EVT-10, EVT-23: a step of an analysis, with the fields of its payload other than those of the lot. */
export type AnalysisStep =
  | ({ type: 'analysis.requested' } & Omit<EventPayload<'analysis.requested'>, Shared>)
  | { type: 'analysis.sample_received' }
  | ({ type: 'analysis.graded' } & Omit<EventPayload<'analysis.graded'>, Shared>)
  | ({ type: 'analysis.photo_added' } & Omit<EventPayload<'analysis.photo_added'>, Shared>);

/**
 * Sends a step of an analysis to the partner team that requested it (EVT-11, EVT-31). Does not check that the team manages the lot, or the
 * order of the steps.
 * @returns how many deliveries were queued
 */
export function recordAnalysis(
  world: WorldPorts,
  tx: Tx,
  { lot, team_id, step }: { lot: Pick<Row<'lots'>, 'id' | 'reference' | 'livemode'>; team_id: string; step: AnalysisStep },
  now: string,
): Promise<number> {
  const { type, ...fields } = step;
  const data = { inventory_id: lot.id, reference: lot.reference, ...fields };
  return emit(world, tx, [{ type, livemode: lot.livemode, subject_id: null, data, team_ids: [team_id] }], now);
}
