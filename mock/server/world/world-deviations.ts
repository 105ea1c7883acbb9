import type { Store } from '../../market/store/store.ts';
import type { DeviationNames, Deviations } from '../../mutations/deviations.ts';
import { CLEAN, arrangeDeviations, loadCatalogue, loadDeviations } from '../../mutations/deviations.ts';
import type { Seams } from '../../mutations/seams.ts';

/** The violations and variants of a world. */
export class WorldDeviations {
  readonly #store: Store;
  #deviations: Deviations = CLEAN;

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

  /** @throws UnknownDeviationError */
  async set(names: DeviationNames): Promise<void> {
    // The seams of what is on already keep what they remember.
    if (JSON.stringify(this.names) !== JSON.stringify(names)) this.#deviations = await loadDeviations(names);
  }

  /** Takes over what another process has saved. */
  async takeOver({ violations, variants }: { violations: string; variants: string }): Promise<void> {
    // `change` wrote them.
    await this.set({ violations: JSON.parse(violations) as string[], variants: JSON.parse(variants) as string[] });
  }

  /**
   * A list that is not given stays.
   * @throws UnknownDeviationError
   */
  async change(change: Partial<DeviationNames>): Promise<void> {
    const catalogue = await loadCatalogue();
    // Read after the await, so that concurrent changes do not undo each other.
    const arrange = (): Deviations => arrangeDeviations(catalogue, { ...this.names, ...change });
    const { shared } = this.#store;
    if (shared === undefined) {
      this.#deviations = arrange();
      return;
    }
    this.#deviations = await this.#store.write(async (tx) => {
      const arranged = arrange();
      const names = { violations: JSON.stringify(arranged.violations), variants: JSON.stringify(arranged.variants) };
      await shared.save(tx, names);
      return arranged;
    });
  }
}
