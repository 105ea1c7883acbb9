/** One result of checking the setup. `bad`: a run would say nothing about the target, so it does not begin. */
export interface Finding {
  level: 'ok' | 'warn' | 'bad';
  /** `target`, `buyer`, `hooks`, … */
  about: string;
  message: string;
  /** The key to change. */
  config_key?: string;
}

/** Findings as text: `warn  buyer: lacks the scope bids.read (actors.buyer.token_env)`. */
export function describeFinding({ level, about, message, config_key }: Finding): string {
  return `${level.padEnd(4)}  ${about}: ${message}${config_key === undefined ? '' : ` (${config_key})`}`;
}
