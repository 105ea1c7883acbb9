/** Coverage passes of starved targets. A pass takes hundreds of requests and a hundred checks use it, so each is made once. */
import { check } from '#conformance/check/check';
import type { CoveragePass } from '#conformance/coverage-pass/coverage-pass';
import type { Mock } from '#mock';
import { withWorld } from '../worlds.ts';
import { runInWorld, learn } from './world.ts';
import type { Starvation } from './starve.ts';

export class CoveragePasses {
  readonly #mock: Mock;
  readonly #passes = new Map<string, Promise<CoveragePass>>();

  constructor(mock: Mock) {
    this.#mock = mock;
  }

  /** The coverage pass of a target, starved or not. */
  async get(starvation?: Starvation): Promise<CoveragePass> {
    const key = starvation === undefined ? 'nothing' : `${starvation.operation} ${starvation.response}`;
    const known = this.#passes.get(key);
    if (known !== undefined) return known;
    const made = withWorld(this.#mock, {}, async (base_url) => {
      let pass: CoveragePass | undefined;
      const caller = check('OP-1/coverage-pass', 'Every operation is called', [], async (t) => {
        pass = await t.coveragePass();
      });
      await runInWorld(await learn(base_url), caller, starvation);
      if (pass === undefined) throw new Error(`there was no coverage pass with ${key} starved`);
      return pass;
    });
    this.#passes.set(key, made);
    return made;
  }
}
