/** What the flags, the environment or the configuration say cannot work. Nothing has been sent: exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** What to change: `--rps`, or `gristmill.config.yaml: actors.buyer.token_env`. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(`${key}: ${message}`);
    this.key = key;
  }
}
