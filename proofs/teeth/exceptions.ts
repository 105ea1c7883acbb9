import type { ClauseId } from '#spec/clauses/index';

/** Clauses of level S or D that are judged and that no violation can break visibly, each with the reason. */
export const UNBREAKABLE: Readonly<Partial<Record<ClauseId, string>>> = {
  'TEAM-4': "The name of the role's field is not stated: what is seen of it is information.",
};

/** Faulty receivers that no run of ordinary length finds, each with the reason. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'memory-of-half-an-hour': 'The event has to come again after 37 minutes: `--patience full`.',
};

/** What is found of correct receivers, and rightly so: the drills, and the words that a likely cause has. */
export const TRUE_FINDINGS: Readonly<
  Record<string, { fail: readonly string[]; warn: readonly string[]; says: readonly string[] }>
> = {
  // SIG-8: what comes again has a signature of its own, so that only what stands between would send the same bytes.
  'signature-once': { fail: [], warn: ['RTY-1/duplicate'], says: [] },
  'express-stripe': {
    fail: ['SIG-3/future-310', 'SIG-3/future-day', 'SIG-3/milliseconds'],
    warn: ['SIG-10/spaced'],
    says: ['stripe', 'absolute'],
  },
};

/** Drills that say what they see and assert nothing, whatever they see: they are skipped. */
export const TELLING: readonly string[] = ['SIG-1/upper-case', 'SIG-3/at-the-bound'];

/** Drills that take long: a faulty receiver meets them where its row names them. */
export const LASTING: readonly string[] = ['SIG-7/later', 'SIG-7/long-memory', 'RTY-5/in-a-row'];

/** Faulty receivers that take long: they meet the first drill and those of their row. */
export const NARROWED: readonly string[] = ['one-by-one', 'six-seconds', 'plan-used-up', 'ten-a-second'];

/** Drills that find none of the faulty receivers, each with the reason. */
export const TOOTHLESS_DRILLS: Readonly<Record<string, string>> = {
  'SIG-1/upper-case': 'It tells what it sees: the document leaves it open (SIG-11).',
  'SIG-3/at-the-bound': 'It tells what it sees: so near to 300 s the network decides.',
  'SIG-4/tampered-body':
    'Who takes a body that was changed, and no forgery, would have to know the one before: `SIG-4/forged` finds whoever does not look at it.',
  'RTY-1/bid-accepted': 'It is the event that all drills deliver: who does not take it fails at `SIG-1/genuine`.',
};
