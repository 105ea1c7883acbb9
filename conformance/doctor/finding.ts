/** One result of checking the setup. `bad`: a run could not test the target, so it does not start. */
export interface Finding {
  level: 'ok' | 'warn' | 'bad';
  /** `target`, `buyer`, `hooks`, … */
  about: string;
  message: string;
  config_key?: string;
}

/** A finding that requires no action. @param about an actor, `target`, … */
export function ok(about: string, message: string): Finding {
  return { level: 'ok', about, message };
}

/** A finding that does not prevent a run. @param config_key what to change */
export function warn(about: string, message: string, config_key?: string): Finding {
  return { level: 'warn', about, message, ...(config_key === undefined ? {} : { config_key }) };
}

/** A finding that prevents a run. @param config_key what to change */
export function bad(about: string, message: string, config_key: string): Finding {
  return { level: 'bad', about, message, config_key };
}

/** A finding as text: `warn  buyer: lacks the scope bids.read (actors.buyer.token_env)`. */
export function describeFinding({ level, about, message, config_key }: Finding): string {
  return `${level.padEnd(4)}  ${about}: ${message}${config_key === undefined ? '' : ` (${config_key})`}`;
}
