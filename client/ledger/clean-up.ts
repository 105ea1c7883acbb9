/** Takes back all that a ledger tells of: at the end of a run, and by `gristmill cleanup` after one that could not. */
import { ACTOR_NAMES } from '../settings/schema.ts';
import { credentialOf } from '../settings/owner-of.ts';
import { findLost } from './find-lost.ts';
import type { RunLedger } from './open-ledger.ts';
import type { LedgerRecord } from './record.ts';
import type { Outcome, Send } from './undo.ts';
import { explainFailure, isIrrevocable, undo } from './undo.ts';

/** The line to the target has its own, lower bound where the target is not this machine. */
const AT_ONCE = 4;
const IDS_TOLD_MAX = 5;
const WITHHELD =
  'its id, or what it would be known by, holds a secret and was not written down, so that it cannot be found again: look for it yourself';

export interface CleanUpResult {
  /** How many are gone. */
  gone: number;
  /** What stays for good, and what another try may take back: one line each. */
  kept: readonly string[];
  left: readonly string[];
}

/** What stays where it is, before anything is tried: to be shown to whoever has to agree. */
export function listIrrevocable(ledger: Pick<RunLedger, 'open'>): readonly string[] {
  return tell(ledger.open.filter(isIrrevocable).map((record) => ({ record, why: 'cannot be taken back' })));
}

/** The newest first: a bid before the listing that it is on. What is gone, and what stays for good, is closed in the ledger. */
export async function cleanUp(ledger: RunLedger, send: Send): Promise<CleanUpResult> {
  const { all } = ledger;
  const own_lots = new Set(all.filter(({ kind, id }) => kind === 'listing' && id !== undefined).map(({ id }) => id));
  const waiting = ledger.open.toReversed();
  const ends: { record: LedgerRecord; outcome: Outcome }[] = [];
  const work = async (): Promise<void> => {
    for (let record = waiting.shift(); record !== undefined; record = waiting.shift()) {
      const outcome = isOnOwnLot(record, own_lots) ? undefined : await takeBack(record, ledger, send);
      if (outcome !== undefined) ends.push({ record, outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // A bid on a listing of the run went with it, or stays with it.
  const gone_lots = new Set(
    ends.filter(({ record, outcome }) => record.kind === 'listing' && outcome.is === 'gone').map(({ record }) => record.id),
  );
  for (const record of ledger.open.filter((one) => isOnOwnLot(one, own_lots))) {
    const is_gone = gone_lots.has(lotOf(record)) || !ledger.open.some(({ id }) => id === lotOf(record));
    ends.push({ record, outcome: is_gone ? { is: 'gone' } : { is: 'left', why: 'its listing is left' } });
  }
  for (const { record, outcome } of ends) if (outcome.is !== 'left') ledger.settle(record);
  const reasons = (is: 'kept' | 'left'): readonly string[] =>
    tell(ends.flatMap(({ record, outcome }) => (outcome.is === is ? [{ record, why: outcome.why }] : [])));
  return { gone: ends.filter(({ outcome }) => outcome.is === 'gone').length, kept: reasons('kept'), left: reasons('left') };
}

async function takeBack(record: LedgerRecord, ledger: RunLedger, send: Send): Promise<Outcome> {
  const { id } = record;
  if (id !== undefined) return undo({ ...record, id }, send, ledger.all);
  if (isIrrevocable(record)) return { is: 'kept', why: 'may have been made, and cannot be taken back' };
  try {
    const search = await findLost(record, send, ledger.all, ledger.header.marker);
    if ('cannot_look' in search)
      return {
        is: isKnownActor(record.actor) ? 'left' : 'kept',
        why: `may have been made, and could not be looked for: ${search.cannot_look}`,
      };
    if ('perhaps' in search) {
      const { perhaps } = search;
      if (record.is_withheld) return { is: 'kept', why: WITHHELD };
      // Not there: it never was. There, and alike: somebody else's, for all we know.
      return perhaps.length === 0
        ? { is: 'gone' }
        : { is: 'kept', why: `may have been made, and may be one of ${listIds(perhaps)}: look yourself` };
    }
    const outcomes = await Promise.all(search.found.map(async (found) => undo({ ...record, id: found }, send, ledger.all)));
    return outcomes.find((outcome) => outcome.is !== 'gone') ?? { is: 'gone' };
  } catch (error) {
    return { is: 'left', why: explainFailure(error) };
  }
}

/** Whoever is no actor was known to the run alone: nobody will ever look for what they made. */
function isKnownActor(actor: string): boolean {
  return ACTOR_NAMES.some((name) => name === credentialOf(actor));
}

function isOnOwnLot(record: LedgerRecord, own_lots: ReadonlySet<string | undefined>): boolean {
  const lot = lotOf(record);
  return lot !== undefined && own_lots.has(lot);
}

function lotOf({ kind, path }: LedgerRecord): string | undefined {
  return kind === 'bid' ? /^\/inventory\/([^/]+)\/bids$/.exec(path)?.[1] : undefined;
}

/** One line for all of a kind that stay for one reason: `3 farms of seller: the API removes no farm: farm_1, farm_2, farm_3`. */
function tell(ends: readonly { record: LedgerRecord; why: string }[]): readonly string[] {
  const groups = Map.groupBy(ends, ({ record: { kind, actor }, why }) => JSON.stringify([kind, actor, why]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ids = group.flatMap(({ record: { id, is_withheld } }) => (id === undefined ? [] : [is_withheld ? '(withheld)' : id]));
    const noun = first.record.kind.replace('_', ' ');
    const count = group.length === 1 ? `a ${noun}` : `${group.length} ${noun}s`;
    return [`${count} of ${first.record.actor}: ${first.why}${ids.length === 0 ? '' : `: ${listIds(ids)}`}`];
  });
}

function listIds(ids: readonly string[]): string {
  const rest = ids.length - IDS_TOLD_MAX;
  return `${ids.slice(0, IDS_TOLD_MAX).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
