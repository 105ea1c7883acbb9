/** Invalid flags, environment, or configuration. Nothing was sent. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The flag or key to change: `--rps`, or `gristmill.config.yaml: actors.buyer.token_env`. */
  readonly key: string;
  /** The message without the key. */
  readonly problem: string;

  constructor(key: string, problem: string) {
    super(`${key}: ${problem}`);
    this.key = key;
    this.problem = problem;
  }
}
