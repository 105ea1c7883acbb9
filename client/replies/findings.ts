import type { Exchange } from './exchange.ts';

export interface BreachDetails {
  message: string;
  exchange?: Exchange | undefined;
  pointer?: string | undefined;
  expected?: string | undefined;
  observed?: string | undefined;
  likely_cause?: string | undefined;
  /** Lowers the severity, for "warns" in `readings.md`. */
  severity?: 'warn' | undefined;
}

/** The target violates a clause. The severity follows from the clause's level: S fails, D warns, A informs. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly details: BreachDetails;

  constructor(details: BreachDetails) {
    super(details.message);
    this.details = details;
  }
}

/** The clause cannot be verified on this target: the reason, and the configuration key that would change this. */
export class Unverifiable extends Error {
  override readonly name = 'Unverifiable';
  readonly config_key: string | undefined;

  constructor(reason: string, config_key?: string) {
    super(reason);
    this.config_key = config_key;
  }
}

/** A prerequisite of the check failed, so that the clause was not tested. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly exchange: Exchange | undefined;

  /** @param cause one line that is equal for all checks with this cause */
  constructor(cause: string, exchange?: Exchange) {
    super(cause);
    this.exchange = exchange;
  }
}

/** A request failed in transport, which proves nothing about the target's behavior. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  /** The request without a response. */
  readonly exchange: Exchange | undefined;

  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}
