/** Invalid flags, environment, or configuration. Nothing was sent. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The flag or key to change: `--rps`, or `gristmill.config.yaml: actors.buyer.token_env`. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(`${key}: ${message}`);
    this.key = key;
  }
}
