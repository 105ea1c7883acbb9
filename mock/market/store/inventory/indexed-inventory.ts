import { PUBLIC_COLUMNS, type PublicLot } from '../../records/stored-records.ts';
import { yieldToEventLoop } from '../../../ports/event-loop.ts';
import { reportChanges } from '../engine/report-changes.ts';
import type { PreparedSqlite } from '../engine/sqlite.ts';
import type { Inventory } from './inventory.ts';
import { INDEXED_COLUMNS, LotIndex, type IndexedLot } from './lot-index.ts';

/** The maximum number of cached rows: enough for all listed lots of a world of the usual size. */
const ROWS_KEPT_MAX = 2_000;
/** The number of lots to read, in a few milliseconds, before yielding to the event loop. */
const SLICE_ROWS = 2_000;

const LISTED = `select rowid, ${INDEXED_COLUMNS.join(', ')} from lots where status = 'listed'`;
const READ_SLICE = `${LISTED} and rowid > ? order by rowid limit ?`;
const READ_LAST = 'select coalesce(max(rowid), 0) as last from lots';
const READ_LOT = `${LISTED} and rowid = ?`;
const READ_PUBLIC = `select ${PUBLIC_COLUMNS.join(', ')} from lots where rowid = ?`;

/**
 * The inventory of a SQLite database. An index in memory finds a page and its total among a million lots in less than a millisecond (decision
 * 0050). It is built at the first request, and rebuilt after another connection commits or the contents are replaced. SQLite reports each lot
 * that this connection changes.
 */
export class IndexedInventory implements Inventory {
  readonly #sqlite: PreparedSqlite;
  #index = new LotIndex();
  /** The version of the contents that the index was built from. Undefined before the first request. */
  #built_from: string | undefined;
  /** The rowids of lots that have changed since the index was last brought up to date. */
  readonly #changed = new Set<number>();
  /** Cached public columns of lots, by rowid. Reading 18 columns of 20 rows costs more than finding the rows. */
  readonly #rows = new Map<number, PublicLot>();

  constructor(sqlite: PreparedSqlite) {
    this.#sqlite = sqlite;
  }

  /** The caller holds the only connection, so no write and no other call runs until this ends, even if it builds the index. */
  page: Inventory['page'] = async (_db, query) => {
    await this.#update();
    const { slots, total } = this.#index.find(query);
    return { lots: slots.map((rowid) => this.#readRow(rowid)), total };
  };

  readFilterValues: Inventory['readFilterValues'] = async (_db, livemode) => {
    await this.#update();
    return this.#index.filterValues(livemode);
  };

  /** Brings the index up to date. Rolled-back changes are also read again, with the old values. */
  async #update(): Promise<void> {
    if (this.#built_from !== this.#sqlite.contents) await this.#rebuild();
    for (const rowid of this.#changed) {
      const [lot] = this.#sqlite.query(READ_LOT, [rowid]) as IndexedLot[]; // the columns of LISTED
      this.#index.set(rowid, lot);
      this.#rows.delete(rowid);
    }
    this.#changed.clear();
  }

  async #rebuild(): Promise<void> {
    const built_from = this.#sqlite.contents;
    reportChanges(this.#sqlite.native, 'lots', (rowid) => this.#changed.add(rowid));
    this.#changed.clear();
    this.#rows.clear();
    const [{ last: last_rowid } = { last: 0 }] = this.#sqlite.query(READ_LAST, []) as { last: number }[]; // the columns of READ_LAST
    this.#index = new LotIndex({ capacity: last_rowid + 1 });
    for (let last = 0; ;) {
      const lots = this.#sqlite.query(READ_SLICE, [last, SLICE_ROWS]) as (IndexedLot & { rowid: number })[]; // the columns of LISTED
      for (const lot of lots) this.#index.set(lot.rowid, lot);
      last = lots.at(-1)?.rowid ?? last;
      if (lots.length < SLICE_ROWS) break;
      await yieldToEventLoop();
    }
    this.#built_from = built_from;
  }

  #readRow(rowid: number): PublicLot {
    const kept = this.#rows.get(rowid);
    if (kept !== undefined) return kept;
    const [row] = this.#sqlite.query(READ_PUBLIC, [rowid]) as PublicLot[]; // the columns of READ_PUBLIC
    if (row === undefined) throw new Error(`the index has row ${rowid}, which is not in the database`);
    const oldest = this.#rows.size < ROWS_KEPT_MAX ? undefined : this.#rows.keys().next().value;
    if (oldest !== undefined) this.#rows.delete(oldest);
    this.#rows.set(rowid, row);
    return row;
  }
}
