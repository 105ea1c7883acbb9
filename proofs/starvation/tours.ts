/** CoveragePasses of starved targets. A tour takes hundreds of requests, and a hundred checks look at one: each is made once for all of them. */
import { check } from '#conformance/check/check';
import type { CoveragePass } from '#conformance/coverage-pass/coverage-pass';
import type { Worlds } from '../worlds.ts';
import { judge, learn } from './world.ts';
import type { Starvation } from './starve.ts';

export class CoveragePasses {
  readonly #worlds: Worlds;
  readonly #tours = new Map<string, Promise<CoveragePass>>();

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  /** The tour of a target that is starved like that, or not at all. */
  async get(starvation?: Starvation): Promise<CoveragePass> {
    const key = starvation === undefined ? 'nothing' : `${starvation.operation} ${starvation.answer}`;
    const known = this.#tours.get(key);
    if (known !== undefined) return known;
    const made = this.#worlds.within({}, async (base_url) => {
      let tour: CoveragePass | undefined;
      const tourist = check('OP-1/tourist', 'Every operation is visited', [], async (t) => {
        tour = await t.coveragePass();
      });
      await judge(await learn(base_url), tourist, starvation);
      if (tour === undefined) throw new Error(`there was no tour with ${key} starved`);
      return tour;
    });
    this.#tours.set(key, made);
    return made;
  }
}
