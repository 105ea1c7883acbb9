import type { Crop } from '#client';
import type { Readings } from '../model/model.ts';
import { UNKNOWN_READINGS } from '../model/model.ts';

/** How a deployment writes what scenarios send. */
export interface Knowledge {
  readonly crop: Crop;
  /** Two grades of the crop; fewer where bids by grades are not taken. */
  readonly grades: readonly string[];
  readonly unit: string;
  readonly currency: string | undefined;
  /** Whether an entry of `bids` has its price as a bare number. */
  readonly has_plain_line_prices: boolean;
  /** Whether deliveries can reach the receiver of the run. */
  readonly takes_receiver: boolean;
  /** Whether a team may subscribe to events of another audience as well. */
  readonly takes_any_event: boolean;
  readonly readings: Readings;
}

/** Before anything has been found out. */
export const NOTHING_KNOWN: Knowledge = {
  crop: { commodity: '', grade: undefined },
  grades: [],
  unit: 'MT',
  currency: undefined,
  has_plain_line_prices: false,
  takes_receiver: false,
  takes_any_event: false,
  readings: UNKNOWN_READINGS,
};
