import type { ClauseId } from '#spec/clauses/index';
import type { ErrorCode, FieldError } from '#spec';

/** Why a request is refused. A return value, never an exception. */
export interface Refusal {
  refused: ErrorCode;
  /** Replaces the message of the catalog. */
  message?: string;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** The clause behind it, if not that of the catalog. */
  clause?: ClauseId;
}

/** Creates a refusal. @param more what differs from the code's row in the error catalog */
export function refuse(refused: ErrorCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...more };
}

/** 422 validation_failed naming fields (ERR-2, ERR-5). */
export function refuseFields(...errors: readonly FieldError[]): Refusal {
  return { refused: 'validation_failed', errors };
}

/** An error for each field that has a problem, in the order of the fields. */
export function listFieldErrors(problems: Readonly<Record<string, string | undefined>>): FieldError[] {
  return Object.entries(problems).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
