import type { Store } from '../../market/store/store.ts';
import type { Tx } from '../../market/records/tables.ts';
import type { DeviationNames, Deviations } from '../../mutations/deviations.ts';
import { CLEAN, DeviationError, arrangeDeviations, loadCatalog, loadDeviations } from '../../mutations/deviations.ts';
import type { Seams } from '../../mutations/seams.ts';
import { warn } from './warn.ts';

/** The names as a file stores them. */ interface Stored {
  /** The names that the mock was started with. */
  given: DeviationNames;
  on: DeviationNames;
}

/** The violations and variants of a world. */
export class WorldDeviations {
  readonly #store: Store;
  #deviations: Deviations = CLEAN;
  #given: DeviationNames = CLEAN;

  constructor(store: Store) {
    this.#store = store;
  }

  get names(): DeviationNames {
    const { violations, variants } = this.#deviations;
    return { violations, variants };
  }

  get seams(): Seams {
    return this.#deviations.seams;
  }

  /** The given and the current names, as JSON for the file. */ get stored(): string {
    const stored: Stored = { given: this.#given, on: this.names };
    return JSON.stringify(stored);
  }

  /** @throws DeviationError */
  async set(names: DeviationNames): Promise<void> {
    // Seams that are already on keep their state.
    if (!isSame(this.names, names)) this.#deviations = await loadDeviations(names);
  }

  /**
   * Turns on the given names. If the last start was given the same names, restores those that were on at its end instead.
   * @throws DeviationError for a given name
   */
  async start(given: DeviationNames, stored: string | null | undefined): Promise<void> {
    this.#given = given;
    await this.set(given);
    // Cast: written by `stored`.
    const last = stored === null || stored === undefined ? undefined : (JSON.parse(stored) as Stored);
    if (last === undefined || !isSame(last.given, given)) return;
    try {
      await this.set(last.on);
    } catch (error) {
      // Ignores names that only another version of Gristmill knows.
      if (error instanceof DeviationError) warn(error);
      else throw error;
    }
  }

  /** Applies the names that another process has saved. */
  async applySaved({ violations, variants }: { violations: string; variants: string }): Promise<void> {
    // Cast: written by `change`.
    await this.set({ violations: JSON.parse(violations) as string[], variants: JSON.parse(variants) as string[] });
  }

  /** Replaces the given lists. A list that is left out does not change.
   * @throws DeviationError
   */
  async change(change: Partial<DeviationNames>): Promise<void> {
    const catalog = await loadCatalog();
    const before = this.#deviations;
    try {
      await this.#store.write(async (tx) => {
        // Read in the transaction, so that concurrent changes do not undo each other.
        this.#deviations = arrangeDeviations(catalog, { ...this.names, ...change });
        await this.#save(tx);
      });
    } catch (error) {
      this.#deviations = before;
      throw error;
    }
  }

  async #save(tx: Tx): Promise<void> {
    const { shared, persisted_state } = this.#store;
    const { violations, variants } = this.names;
    await persisted_state?.save(tx, { deviations: this.stored });
    await shared?.save(tx, { violations: JSON.stringify(violations), variants: JSON.stringify(variants) });
  }
}

function isSame(one: DeviationNames, other: DeviationNames): boolean {
  return JSON.stringify([one.violations, one.variants]) === JSON.stringify([other.violations, other.variants]);
}
