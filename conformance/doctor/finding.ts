/** What a look at the set-up comes to, one line each. `bad`: a run would say nothing of the target, so none is begun. */
export interface Finding {
  level: 'ok' | 'warn' | 'bad';
  /** `target`, `buyer`, `hooks`, … */
  about: string;
  message: string;
  /** What to change. */
  config_key?: string;
}

/** Findings as they are read: `warn  buyer: lacks the scope bids.read (actors.buyer.token_env)`. */
export function describeFinding({ level, about, message, config_key }: Finding): string {
  return `${level.padEnd(4)}  ${about}: ${message}${config_key === undefined ? '' : ` (${config_key})`}`;
}
