import type { WorldRow } from '../../market/store/postgres/registry.ts';
import type { Store } from '../../market/store/store.ts';

/** Applies the states that other processes have saved, one after the other. */
export class RowFollower {
  readonly #store: Store;
  readonly #apply: (row: WorldRow, is_new: boolean) => Promise<void>;
  /** The version of the newest state that this process has applied. */
  #version = 0;
  #following: Promise<void> = Promise.resolve();

  /** @param apply called with each row that is not older than the last one, and whether its state is new */
  constructor(store: Store, apply: (row: WorldRow, is_new: boolean) => Promise<void>) {
    this.#store = store;
    this.#apply = apply;
    store.shared?.follow({ applySaved: (row) => this.follow(row), saved: (version) => void (this.#version = version) });
  }

  async follow(row: WorldRow): Promise<void> {
    const following = this.#following.then(() => this.#applySaved(row));
    this.#following = following.catch(() => undefined);
    await following;
  }

  async catchUp(): Promise<void> {
    const row = await this.#store.shared?.load();
    if (row !== undefined) await this.follow(row);
  }

  async #applySaved(row: WorldRow): Promise<void> {
    // Responses of the database can arrive out of order.
    if (row.version < this.#version) return;
    const is_new = row.version > this.#version;
    this.#version = row.version;
    await this.#apply(row, is_new);
  }
}
