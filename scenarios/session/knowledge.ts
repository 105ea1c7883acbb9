import type { GrainType } from '#client';
import { UNKNOWN_READINGS, type Readings } from '../model/model.ts';

/** What is known about a deployment before the first scenario. */
export interface TargetKnowledge {
  readonly crop: GrainType;
  /** Two grades of the crop; empty if multi-grade bids are not accepted. */
  readonly grades: readonly string[];
  readonly unit: string;
  readonly currency: string | undefined;
  /** Whether the price of a `bids` entry is a plain number. */
  readonly has_plain_line_prices: boolean;
  /** Whether the deployment accepts the address of the run's receiver. */
  readonly takes_receiver: boolean;
  /** Whether a team can also subscribe to events of another audience. */
  readonly takes_any_event: boolean;
  readonly readings: Readings;
}

/** The knowledge before anything was learned. */
export const NOTHING_KNOWN: TargetKnowledge = {
  crop: { commodity: '', grade: undefined },
  grades: [],
  unit: 'MT',
  currency: undefined,
  has_plain_line_prices: false,
  takes_receiver: false,
  takes_any_event: false,
  readings: UNKNOWN_READINGS,
};
