/**
 * The clause catalogue: every statement of the document that can be obeyed or broken, under an id that never changes.
 * Reports, the trace tool and the judge read it. The mock must start without it, so whatever the mock loads takes
 * `import type` from here and nothing else (a rule of proofs/tidy).
 */
import type { ClauseRow } from './clause.ts';
import { AUTH } from './auth.ts';
import { BID } from './bid.ts';
import { CB } from './cb.ts';
import { CONV } from './conv.ts';
import { DLOC } from './dloc.ts';
import { ERR } from './err.ts';
import { EVT } from './evt.ts';
import { FARM } from './farm.ts';
import { FMT } from './fmt.ts';
import { IDEM } from './idem.ts';
import { INV } from './inv.ts';
import { LST } from './lst.ts';
import { MKT } from './mkt.ts';
import { OP } from './op.ts';
import { PAGE } from './page.ts';
import { PRIV } from './priv.ts';
import { RTY } from './rty.ts';
import { SBX } from './sbx.ts';
import { SIG } from './sig.ts';
import { TEAM } from './team.ts';
import { TRD } from './trd.ts';
import { VER } from './ver.ts';
import { WHK } from './whk.ts';

export { LEVELS } from './clause.ts';
export type { How, Level } from './clause.ts';
export { parseHow } from './needs.ts';
export type { Needs } from './needs.ts';
export { SECTIONS } from './sections.ts';
export type { Section } from './sections.ts';

/** The areas in the order of the catalogue, each with its rows. The word is the part of an id before the dash. */
export const AREAS = [
  { word: 'CONV', title: 'conventions', clauses: CONV },
  { word: 'OP', title: 'operations', clauses: OP },
  { word: 'PAGE', title: 'paging', clauses: PAGE },
  { word: 'FMT', title: 'field formats', clauses: FMT },
  { word: 'PRIV', title: 'privacy', clauses: PRIV },
  { word: 'INV', title: 'anonymized inventory', clauses: INV },
  { word: 'BID', title: 'bids', clauses: BID },
  { word: 'IDEM', title: 'idempotency', clauses: IDEM },
  { word: 'DLOC', title: 'delivery locations', clauses: DLOC },
  { word: 'MKT', title: 'market data', clauses: MKT },
  { word: 'TRD', title: 'trades', clauses: TRD },
  { word: 'TEAM', title: 'teams', clauses: TEAM },
  { word: 'CB', title: 'cash bids and offers', clauses: CB },
  { word: 'LST', title: 'seller listings', clauses: LST },
  { word: 'FARM', title: 'farms', clauses: FARM },
  { word: 'AUTH', title: 'authentication and scopes', clauses: AUTH },
  { word: 'SBX', title: 'sandbox', clauses: SBX },
  { word: 'WHK', title: 'webhook subscriptions', clauses: WHK },
  { word: 'EVT', title: 'events and envelope', clauses: EVT },
  { word: 'SIG', title: 'signature', clauses: SIG },
  { word: 'RTY', title: 'delivery and retry', clauses: RTY },
  { word: 'ERR', title: 'errors', clauses: ERR },
  { word: 'VER', title: 'versioning', clauses: VER },
] as const satisfies readonly AreaRow[];

interface AreaRow {
  readonly word: string;
  readonly title: string;
  readonly clauses: readonly ClauseRow[];
}

export type Area = (typeof AREAS)[number]['word'];

/** Every id there is, as literals: a wrong one in an operation is a type error. */
export type ClauseId = (typeof AREAS)[number]['clauses'][number]['id'];

export interface Clause extends ClauseRow {
  readonly id: ClauseId;
}

/** The whole catalogue, area by area and number by number. */
export const CLAUSES: readonly Clause[] = AREAS.flatMap((area): readonly Clause[] => area.clauses);

const CLAUSES_BY_ID: ReadonlyMap<string, Clause> = new Map(CLAUSES.map((clause) => [clause.id, clause]));

/** The clause of an id; undefined only for text that is not known to be one. */
export function findClause(id: ClauseId): Clause;
export function findClause(id: string): Clause | undefined;
export function findClause(id: string): Clause | undefined {
  return CLAUSES_BY_ID.get(id);
}

/** Whether a text is the id of a clause: case counts, and so does every character around it. */
export function isClauseId(text: string): text is ClauseId {
  return CLAUSES_BY_ID.has(text);
}
