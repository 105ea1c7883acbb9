/** How a receiver answers one delivery. */
export interface ReceiverAnswer {
  /** 200 unless given. */
  status?: number;
  /** How long it lets the sender wait. */
  after_ms?: number;
  headers?: Readonly<Record<string, string>>;
  /** Closes the connection instead of answering. */
  is_reset?: boolean;
}

/** What a receiver answers to the nth request at its address, counted from 1. @param json its body; undefined where that is no JSON */
export type Behaviour = (n: number, json: unknown) => ReceiverAnswer;

export const ANSWERS_OK: Behaviour = () => ({ status: 200 });

/** Answers these statuses one after the other, and the last one for ever. */
export function answerWith(...statuses: readonly number[]): Behaviour {
  return (n) => ({ status: statuses[Math.min(n, statuses.length) - 1] ?? 200 });
}
