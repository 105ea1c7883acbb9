import type { Exchange } from './exchange.ts';

export interface BreachDetails {
  message: string;
  exchange?: Exchange | undefined;
  pointer?: string | undefined;
  expected?: string | undefined;
  observed?: string | undefined;
  likely_cause?: string | undefined;
  /** Less than the level of the clause would make it: `readings.md` says "warns". */
  severity?: 'warn' | undefined;
}

/** The target did not do what the clause says. How bad that is depends on the level of the clause: S fails, D warns, A informs. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly details: BreachDetails;

  constructor(details: BreachDetails) {
    super(details.message);
    this.details = details;
  }
}

/** The clause cannot be judged on this target: the reason, and the key of the configuration that would change it. */
export class Unverifiable extends Error {
  override readonly name = 'Unverifiable';
  readonly config_key: string | undefined;

  constructor(reason: string, config_key?: string) {
    super(reason);
    this.config_key = config_key;
  }
}

/** Something that the check builds on does not work; what it wanted to judge was never reached. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly exchange: Exchange | undefined;

  /** @param cause one line that is the same for everything that this blocks */
  constructor(cause: string, exchange?: Exchange) {
    super(cause);
    this.exchange = exchange;
  }
}

/** The line to the target failed: nothing can be said of the target's behaviour. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  /** The request that got no answer. */
  readonly exchange: Exchange | undefined;

  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}
