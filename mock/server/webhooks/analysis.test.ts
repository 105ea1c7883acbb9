import { expect, test } from 'vitest';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';
import type { AnalysisStep } from './analysis.ts';
import { recordAnalysis } from './analysis.ts';

const STEPS: readonly [step: AnalysisStep, fields: Record<string, unknown>][] = [
  [
    { type: 'analysis.requested', analysis_types: ['protein'], invoice_total: 84.5, billed_to: 'partner' },
    { analysis_types: ['protein'], invoice_total: 84.5, billed_to: 'partner' },
  ],
  [{ type: 'analysis.sample_received' }, {}],
  [{ type: 'analysis.graded', grade: 'No. 1 CWRS' }, { grade: 'No. 1 CWRS' }],
  [
    { type: 'analysis.photo_added', photo_url: 'https://marketplace.example/photos/1' },
    { photo_url: 'https://marketplace.example/photos/1' },
  ],
];

test.for(STEPS)(
  'EVT-10 EVT-11 EVT-14 EVT-31 %j goes to the team that requested it, with its own fields and no more',
  async ([step, fields]) => {
    await using receiver = await openReceiver();
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url, events: JSON.stringify([step.type]) });
    await stage.subscribe({ url: receiver.url, events: JSON.stringify([step.type]), team_id: 'tm_2' });
    const lot = { id: 'inv_1', reference: 'LOT-1', livemode: 1 } as const;
    // Whatever else a caller hands over is not sent (EVT-26).
    const extended = { ...step, farm_name: 'Quiet Coulee' };
    const queued = await stage.world.write((tx, now) =>
      recordAnalysis(stage.world, tx, { lot, team_id: 'tm_1', step: extended }, now),
    );
    await stage.world.dispatcher.idle();
    expect(queued).toBe(1);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.envelope).toMatchObject({ type: step.type, livemode: true });
    expect(receiver.received[0]?.envelope.data).toEqual({ inventory_id: 'inv_1', reference: 'LOT-1', ...fields });
  },
);
