/** One result of checking the setup. `bad`: a run could not test the target, so it does not start. */
export interface Finding {
  level: 'ok' | 'warn' | 'bad';
  /** `target`, `buyer`, `hooks`, … */
  about: string;
  message: string;
  /** The key to change. */
  config_key?: string;
}

/** A finding as text: `warn  buyer: lacks the scope bids.read (actors.buyer.token_env)`. */
export function describeFinding({ level, about, message, config_key }: Finding): string {
  return `${level.padEnd(4)}  ${about}: ${message}${config_key === undefined ? '' : ` (${config_key})`}`;
}
