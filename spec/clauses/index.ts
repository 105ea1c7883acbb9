/**
 * The clause catalog: every normative statement of the document, under an id that never changes.
 * Reports, the trace tool, and the gate read it. The mock must start without it: files that the mock loads use
 * `import type` from here and nothing else (a rule of proofs/tidy).
 */
import type { ClauseRow, ClauseTable, How, IdIn, Level } from './clause.ts';
import type { Section } from './sections.ts';
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

export { LEVELS, parseHow } from './clause.ts';
export type { How, Level, Need } from './clause.ts';
export { SECTIONS } from './sections.ts';
export type { Section } from './sections.ts';

/** The areas in the order of the catalog. The word is the part of an id before the dash. */
const TABLES = [
  { word: 'CONV', title: 'conventions', table: CONV },
  { word: 'OP', title: 'operations', table: OP },
  { word: 'PAGE', title: 'paging', table: PAGE },
  { word: 'FMT', title: 'field formats', table: FMT },
  { word: 'PRIV', title: 'privacy', table: PRIV },
  { word: 'INV', title: 'anonymized inventory', table: INV },
  { word: 'BID', title: 'bids', table: BID },
  { word: 'IDEM', title: 'idempotency', table: IDEM },
  { word: 'DLOC', title: 'delivery locations', table: DLOC },
  { word: 'MKT', title: 'market data', table: MKT },
  { word: 'TRD', title: 'trades', table: TRD },
  { word: 'TEAM', title: 'teams', table: TEAM },
  { word: 'CB', title: 'cash bids and offers', table: CB },
  { word: 'LST', title: 'seller listings', table: LST },
  { word: 'FARM', title: 'farms', table: FARM },
  { word: 'AUTH', title: 'authentication and scopes', table: AUTH },
  { word: 'SBX', title: 'sandbox', table: SBX },
  { word: 'WHK', title: 'webhook subscriptions', table: WHK },
  { word: 'EVT', title: 'events and envelope', table: EVT },
  { word: 'SIG', title: 'signature', table: SIG },
  { word: 'RTY', title: 'delivery and retry', table: RTY },
  { word: 'ERR', title: 'errors', table: ERR },
  { word: 'VER', title: 'versioning', table: VER },
] as const satisfies readonly { word: string; title: string; table: ClauseTable }[];

export type Area = (typeof TABLES)[number]['word'];

/** Every id as a literal, so that a wrong id in an operation is a type error. */
export type ClauseId = IdIn<(typeof TABLES)[number]['table']>;

export interface Clause {
  readonly id: ClauseId;
  readonly level: Level;
  readonly how: How;
  readonly statement: string;
  /** The heading of the document that the statement comes from; for an assumption, the heading that is silent. */
  readonly section: Section;
}

interface AreaRow {
  readonly word: Area;
  readonly title: string;
  readonly clauses: readonly Clause[];
}

/** The areas with their clauses in the order of their numbers. */
export const AREAS: readonly AreaRow[] = TABLES.map(({ word, title, table }) => ({ word, title, clauses: readTable(table) }));

function readTable(table: ClauseTable): readonly Clause[] {
  const clauses = Object.entries(table).flatMap(([section, rows]) =>
    // The type of the tables requires headings as keys.
    rows.map((row) => readRow(row, section as Section)),
  );
  return clauses.toSorted((one, other) => numberOf(one) - numberOf(other));
}

function readRow(row: ClauseRow, section: Section): Clause {
  // The type of a row requires these four parts, and `ClauseId` is the union of the ids of all rows.
  const [id, level, how, statement] = row.split(' | ') as [ClauseId, Level, How, string];
  return { id, level, how, statement, section };
}

function numberOf({ id }: Clause): number {
  return Number(id.slice(id.indexOf('-') + 1));
}

/** The whole catalog, area by area and number by number. */
export const CLAUSES: readonly Clause[] = AREAS.flatMap((area) => area.clauses);

const CLAUSES_BY_ID: ReadonlyMap<string, Clause> = new Map(CLAUSES.map((clause) => [clause.id, clause]));

/** Finds a clause by its id. For any other text, the result is undefined. */
export function findClause(id: ClauseId): Clause;
export function findClause(id: string): Clause | undefined;
export function findClause(id: string): Clause | undefined {
  return CLAUSES_BY_ID.get(id);
}

/** Whether a text is exactly the id of a clause. Does not ignore case or white space. */
export function isClauseId(text: string): text is ClauseId {
  return CLAUSES_BY_ID.has(text);
}
