import type { Exchange } from './exchange.ts';
import { describeExpectation, type Expectation } from './expectation.ts';

export interface BreachDetails {
  /** For people, like `expected` and `observed`: verdicts do not depend on the wording. */
  message: string;
  exchange?: Exchange | undefined;
  pointer?: string | undefined;
  /** What was expected, if it is one of the common kinds. */
  expectation?: Expectation | undefined;
  /** The observed value, if it was a single value of the response. */
  found?: unknown;
  /** Default: a description of `expectation`. */
  expected?: string | undefined;
  observed?: string | undefined;
  likely_cause?: string | undefined;
  /** Lowers the severity, for what the document leaves open. */
  severity?: 'warn' | undefined;
  /** The response shows what it must not show: no earlier failure of the target excuses that. */
  is_leak?: true | undefined;
  /** A delivery did not arrive. That counts only if other deliveries arrive. */
  is_silence?: true | undefined;
}

/** Whether an error is an outcome of a check or its interruption. Any other error is an error of Gristmill. */
export function isFinding(error: unknown): boolean {
  const kinds = [Breach, Blocked, Unverifiable, TransportFault];
  return kinds.some((kind) => error instanceof kind) || isAbort(error);
}

/** For `catch`: ignores findings and interruptions. @throws any other error */
export function noneIfFinding(error: unknown, stop?: AbortSignal): undefined {
  if (!isFinding(error) && stop?.aborted !== true) throw error;
  return undefined;
}

/** Whether a request or wait was aborted with its check or run. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** The target did not do what the clause says. How bad that is depends on the level of the clause: S fails, D warns, A informs. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly details: BreachDetails;

  constructor(details: BreachDetails) {
    super(details.message);
    const { expectation, expected = expectation === undefined ? undefined : describeExpectation(expectation) } = details;
    this.details = { ...details, expected };
  }

  /** The exchange that shows it. */
  get exchange(): Exchange | undefined {
    return this.details.exchange;
  }
}

/** The clause cannot be verified on this target: the reason, and the configuration key to set. */
export class Unverifiable extends Error {
  override readonly name = 'Unverifiable';
  readonly config_key: string | undefined;

  constructor(reason: string, config_key?: string) {
    super(reason);
    this.config_key = config_key;
  }
}

/** The operator has no such hook. @see explainMissingHook */
export class MissingHook extends Unverifiable {}

/** For `catch`: what is done only if there is a hook for it. @throws any other error */
export function noneIfMissingHook(error: unknown): undefined {
  if (!(error instanceof MissingHook)) throw error;
  return undefined;
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
}

/** Nothing was sent, because the target has stopped responding. */
export class TargetDown extends TransportFault {}
