import type { SecretSource } from '../../ports/random.ts';
import { repeatableSecrets, unpredictableSecrets } from '../../ports/random.ts';
import type { WorldOptions } from './world-options.ts';

type SecretOptions = Pick<WorldOptions, 'has_test_secrets' | 'seed'>;

/** The secrets of a world: unpredictable, unless it has test secrets. */
export class Secrets {
  readonly #options: SecretOptions;
  #source: SecretSource;
  #used = 0;

  constructor(options: SecretOptions) {
    this.#options = options;
    this.#source = this.#open();
  }

  /** How many were generated. */
  get used(): number {
    return this.#used;
  }

  generate(kind: string): string {
    this.#used += 1;
    return this.#source(kind);
  }

  /** Continues as if `used` secrets had been generated. */
  continueFrom(used: number): void {
    this.#used = used;
    this.#source = this.#open();
  }

  #open(): SecretSource {
    const { has_test_secrets, seed } = this.#options;
    return has_test_secrets ? repeatableSecrets(seed, this.#used) : unpredictableSecrets();
  }
}
