/** Removes everything that a ledger lists: at the end of a run, or with `gristmill cleanup` if the run could not do it. */
import { findConfiguredActor } from '../settings/owner-of.ts';
import { describeLeftovers, listIds } from './describe-leftovers.ts';
import { findLost } from './find-lost.ts';
import type { RunLedger } from './open-ledger.ts';
import { lotOf, type LedgerRecord } from './record.ts';
import { explainAttempt, isIrrevocable, undo, type Outcome, type Send } from './undo.ts';

/** The HTTP client has a lower limit if the target is not on this machine. */
const CONCURRENT_MAX = 4;
const WITHHELD =
  'its id or identifying text contains a secret and was not recorded, so it cannot be found again: look for it manually';

export interface CleanUpResult {
  /** The number of removed records. */
  gone: number;
  /** What cannot be removed, and what another attempt may remove: one line each. */
  kept: readonly string[];
  left: readonly string[];
}

/** What will not be removed, found before anything is tried, so that the user can confirm. */
export function listIrrevocable(ledger: Pick<RunLedger, 'open'>): readonly string[] {
  return describeByKind(ledger.open.filter(isIrrevocable).map((record) => ({ record, why: 'cannot be deleted' })));
}

/** Newest first: a bid before its listing. What was removed, and what can never be removed, is closed in the ledger. */
export async function cleanUp(ledger: RunLedger, send: Send): Promise<CleanUpResult> {
  const { all } = ledger;
  const own_lots = new Set(all.filter(({ kind, id }) => kind === 'listing' && id !== undefined).map(({ id }) => id));
  const waiting = ledger.open.toReversed();
  const lots_with_bids = new Set(waiting.map(lotOf));
  const results: { record: LedgerRecord; outcome: Outcome }[] = [];
  const work = async (): Promise<void> => {
    for (let record = waiting.shift(); record !== undefined; record = waiting.shift()) {
      const outcome = isOnOwnLot(record, own_lots) ? undefined : await removeRecord(record, { ledger, lots_with_bids }, send);
      if (outcome !== undefined) results.push({ record, outcome });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, work));
  // A bid on a listing of the run is removed with it, or stays with it.
  const gone_lots = new Set(
    results.filter(({ record, outcome }) => record.kind === 'listing' && outcome.is === 'gone').map(({ record }) => record.id),
  );
  const open_ids = new Set(ledger.open.map(({ id }) => id));
  for (const record of ledger.open.filter((one) => isOnOwnLot(one, own_lots))) {
    const is_gone = gone_lots.has(lotOf(record)) || !open_ids.has(lotOf(record));
    results.push({ record, outcome: is_gone ? { is: 'gone' } : { is: 'left', why: 'its listing was not removed' } });
  }
  for (const { record, outcome } of results) if (outcome.is !== 'left') ledger.settle(record);
  const reasons = (is: 'kept' | 'left'): readonly string[] =>
    describeByKind(results.flatMap(({ record, outcome }) => (outcome.is === is ? [{ record, why: outcome.why }] : [])));
  return { gone: results.filter(({ outcome }) => outcome.is === 'gone').length, kept: reasons('kept'), left: reasons('left') };
}

interface Surroundings {
  ledger: RunLedger;
  /** The listings with bids of the run that no reply has ended. */
  lots_with_bids: ReadonlySet<string | undefined>;
}

async function removeRecord(record: LedgerRecord, { ledger, lots_with_bids }: Surroundings, send: Send): Promise<Outcome> {
  const { id } = record;
  if (id !== undefined) return undo({ ...record, id }, send, { all: ledger.all, has_bids: lots_with_bids.has(id) });
  if (isIrrevocable(record)) return { is: 'kept', why: 'may have been created, and cannot be deleted' };
  try {
    const search = await findLost(record, send, ledger.all, ledger.header.marker);
    if ('cannot_look' in search)
      return {
        // No later run can have the token of an extra actor.
        is: findConfiguredActor(record.actor) === undefined ? 'kept' : 'left',
        why: `may have been created, but could not be searched for: ${search.cannot_look}`,
      };
    if ('perhaps' in search) {
      const { perhaps } = search;
      if (record.is_withheld) return { is: 'kept', why: WITHHELD };
      // If it does not exist, it was never made. If something similar exists, it may be someone else's.
      return perhaps.length === 0
        ? { is: 'gone' }
        : { is: 'kept', why: `may have been created, and may be one of ${listIds(perhaps)}: check them manually` };
    }
    const outcomes = await Promise.all(
      search.found.map(async (found) => undo({ ...record, id: found }, send, { all: ledger.all, has_bids: true })),
    );
    return outcomes.find((outcome) => outcome.is !== 'gone') ?? { is: 'gone' };
  } catch (error) {
    return { is: 'left', why: explainAttempt(error) };
  }
}

function isOnOwnLot(record: LedgerRecord, own_lots: ReadonlySet<string | undefined>): boolean {
  const lot = lotOf(record);
  return lot !== undefined && own_lots.has(lot);
}

/** One line per kind and reason: `3 farms of seller, partner: the API cannot delete farms: farm_1, farm_2, farm_3`. */
function describeByKind(results: readonly { record: LedgerRecord; why: string }[]): readonly string[] {
  const groups = Map.groupBy(results, ({ record: { kind }, why }) => JSON.stringify([kind, why]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ids = group.flatMap(({ record: { id, is_withheld } }) => (id === undefined ? [] : [is_withheld ? '(withheld)' : id]));
    // The scopes of a limited token do not matter here.
    const actors = new Set(group.map(({ record: { actor } }) => actor.replace(/ with .*$/s, '')));
    return [describeLeftovers({ noun: first.record.kind.replace('_', ' '), count: group.length, actors, why: first.why, ids })];
  });
}
