import type { Breach, Settings } from '#client';

/** Each waits for another delivery, and one of them shows that deliveries arrive. */
const DELIVERIES_ARRIVE = ['EVT-18/accepted', 'EVT-18/countered', 'EVT-18/rejected'] as const;

/**
 * The checks to run to see a finding again. A missing delivery proves nothing about a deployment from which no delivery arrives at all, so checks
 * of other deliveries run along. A mock is known to reach this machine.
 */
export function listReruns(id: string, { details }: Breach, { is_mock }: Pick<Settings, 'is_mock'>): readonly string[] {
  return details.is_silence === true && !is_mock ? [...new Set([id, ...DELIVERIES_ARRIVE])] : [id];
}
