import { PAYLOAD_DRILLS } from '#conformance/receiver/drills/payloads';
import { WHOLE_RUN_DRILLS } from '#conformance/receiver/drills/whole-run';
import type { ClauseId } from '#spec/clauses/index';

/** Clauses of level S or D that have a check and that no violation can break visibly, each with the reason. */
export const UNBREAKABLE: Readonly<Partial<Record<ClauseId, string>>> = {
  'TEAM-4': 'The document does not name the field of the role, so a check can only report what it sees.',
};

/** Faulty receivers that a run of ordinary length cannot find, each with the reason. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'memory-of-half-an-hour':
    'the event must be delivered again after more than 30 minutes. Only `gristmill receiver --patience full` waits that long.',
};

/** True findings on correct receivers: the drills that fail or warn, those that check nothing for a good reason, and words that a likely cause must contain. */
export const TRUE_FINDINGS: Readonly<
  Record<string, { fail: readonly string[]; warn: readonly string[]; unchecked?: readonly string[]; says: readonly string[] }>
> = {
  // Its trade.created has no effect.
  'two-types-only': { fail: [], warn: [], unchecked: ['SIG-7/same-resource'], says: [] },
  // They reject the good delivery to compare with.
  'refuses-the-sandbox': { fail: [], warn: [], unchecked: ['SIG-4/forged-sandbox'], says: [] },
  'separate-sandbox-secret': { fail: [], warn: [], unchecked: ['SIG-4/forged-sandbox'], says: [] },
  'a-minute-ahead': { fail: [], warn: ['SIG-3/clock'], says: ['about 1 minute ahead'] },
  // SIG-8: each attempt has a new signature, so only a proxy could deliver the same bytes twice.
  'signature-once': { fail: [], warn: ['RTY-1/duplicate'], says: [] },
  'express-stripe': {
    fail: ['SIG-3/future-310', 'SIG-3/future-day'],
    warn: ['SIG-10/spaced'],
    // It accepts a plain `t` of tomorrow.
    unchecked: ['SIG-3/not-a-number', 'SIG-3/milliseconds', 'SIG-3/endless'],
    says: ['stripe', 'absolute'],
  },
};

/** Drills that only report and assert nothing, so they are always skipped. */
export const INFORMATIONAL_DRILLS: readonly string[] = ['SIG-1/upper-case', 'SIG-3/at-the-bound', 'EVT-20/other-mode'];

/** Drills that send much or wait long. A faulty receiver is attacked with them only if its row names them. */
export const SLOW_DRILLS: readonly string[] = [
  'SIG-7/later',
  'SIG-7/long-memory',
  'SIG-7/forged-between',
  'RTY-5/slow-bodies',
  'SIG-7/two-events',
  'SIG-7/same-resource',
  'SIG-7/each-type',
  'RTY-1/each-takes-effect',
  'RTY-3/failed-each-type',
  'RTY-5/in-a-row',
  'SIG-6/no-effect',
  'SIG-6/no-effect-of-look-alikes',
  'RTY-1/reused-connection',
  'RTY-2/50-at-once',
  'RTY-1/one-lot-at-once',
  'RTY-1/settled-first',
  'WHK-8/replay-takes-effect',
  'EVT-3/odd-ids',
  ...WHOLE_RUN_DRILLS.map(({ id }) => id),
  ...PAYLOAD_DRILLS.map(({ id }) => id),
];

/** Drills that check what the other drills of the run did: a receiver whose row names one is attacked with all. */
export const SUMMARY_DRILLS: readonly string[] = [
  'RTY-1/still-accepted',
  'SIG-4/no-effect',
  'RTY-1/took-effect',
  'SIG-7/delivered-once',
];

/** Slow faulty receivers. They are attacked with the first drill and those of their row only. */
export const SLOW_RECEIVERS: readonly string[] = ['one-by-one', 'six-seconds', 'ten-a-second'];

/** Drills that find none of the faulty receivers, each with the reason. */
export const DRILLS_WITHOUT_RECEIVER: Readonly<Record<string, string>> = {
  'SIG-1/upper-case': 'It only reports, because the document leaves the case open (SIG-11).',
  'SIG-3/at-the-bound': 'It only reports: this close to 300 s, the network decides.',
  'EVT-20/other-mode': 'It only reports: each mode has its own secret, so no such delivery is ever sent.',
  'SIG-4/tampered-body': '`SIG-4/forged` already finds a receiver that ignores the body.',
  'RTY-1/bid-accepted': 'All drills deliver this event: a receiver that does not take it fails `SIG-1/genuine`.',
};

/** Words of common mistakes that no receiver of the gallery can make: its secret is not hex. */
export const MISTAKES_WITHOUT_RECEIVER: readonly string[] = ['It hex-decodes the secret'];
