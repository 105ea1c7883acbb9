/** The command that moves the clock. */
import * as fc from 'fast-check';
import { param, pick } from '../model/command-data.ts';
import { statusesOf } from '../model/bids.ts';
import type { Command } from './command.ts';

const SPANS = [
  { phrase: '10 seconds pass', seconds: 10 },
  { phrase: 'an hour passes', seconds: 3_600 },
  { phrase: '8 days pass', seconds: 8 * 86_400 },
] as const;

/** After eight days, pending bids have expired. After an hour, an Idempotency-Key can have expired. */
const mostlyShort = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constant(2) },
);

export const TIME_COMMANDS: readonly Command[] = [
  {
    kind: 'wait',
    title: 'time passes',
    weight: 4,
    needs: ['hook:advance_clock'],
    params: { span: mostlyShort },
    isPossible: () => true,
    run: async (session, params) => {
      const { phrase, seconds } = pick(SPANS, param(params, 'span'));
      session.describe(phrase);
      const open = session.model.bids.filter((bid) => statusesOf(session.model, bid).includes('pending'));
      await session.advance(seconds);
      const expired = open.filter((bid) => statusesOf(session.model, bid).includes('expired'));
      for (const { id } of expired) session.touched.bids.add(id);
    },
  },
];
