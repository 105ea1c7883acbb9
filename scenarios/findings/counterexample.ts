/** A finding as plain data, to print, save, and replay. */
import { describeExchange, type EvidenceExchange } from '#conformance';
import type { ClauseId } from '#spec/clauses/index';
import type { CommandData } from '../model/command-data.ts';
import type { Finding } from '../session/finding.ts';
import type { Action, Phase, Session } from '../session/session.ts';

/** One command of a counterexample. */
export interface ShownStep {
  readonly description: CommandData;
  /** What the command did, as a sentence without its final period. */
  readonly text: string;
}

/** One request or hook call, with secrets redacted. */
export type ShownAction =
  | Extract<Action, { type: 'hook' }>
  | {
      readonly type: 'exchange';
      readonly step: number;
      readonly phase: Phase;
      readonly number: number;
      readonly exchange: EvidenceExchange;
    };

export interface ShownFinding {
  readonly invariant: string;
  readonly clause: ClauseId;
  readonly message: string;
  readonly pointer?: string | undefined;
  readonly expected?: string | undefined;
  readonly observed?: string | undefined;
  readonly likely_cause?: string | undefined;
  /** The `number` of the exchange that shows the violation, if there is one. */
  readonly exchange?: number | undefined;
}

/** A finding with the commands and requests that led to it. */
export interface Shown {
  readonly finding: ShownFinding;
  readonly steps: readonly ShownStep[];
  readonly actions: readonly ShownAction[];
  /** Where it was played. On the mock, this world no longer exists. */
  readonly base_url: string;
}

export interface Counterexample extends Shown {
  /** The fast-check path of the original scenario, before shrinking. */
  readonly seed: number;
  readonly path: string;
  readonly commands: readonly CommandData[];
  /** Whether every replay showed the finding. */
  readonly determinism: 'deterministic' | 'flaky';
  readonly replays: { readonly found: number; readonly of: number };
}

/** Converts a finding to plain data. Redacts the secrets of the run. */
export function showFinding(session: Session, { ref, details }: Finding): Shown {
  const { message, pointer, expected, observed, likely_cause, exchange } = details;
  const shown: Shown = {
    finding: {
      ...ref,
      message,
      pointer,
      expected,
      observed,
      likely_cause,
      exchange: exchange?.number,
    },
    steps: session.steps.map(({ data, sentences }) => ({ description: data, text: sentences.join(', and ') })),
    actions: session.actions.map((one) => showAction(session, one, exchange?.number)),
    base_url: session.marketplace.settings.base_url,
  };
  return session.run.redactor.redactValue(shown, SHAPE);
}

/** Text of this project, which needs no redaction. */
const SHAPE = {
  own: new Set(['type', 'phase', 'hook', 'invariant', 'clause', 'method', 'description']),
  named_by_others: new Set(['request_headers', 'response_headers', 'params', 'ids']),
};

/** @param evidence the number of the exchange that shows the violation */
function showAction({ run }: Session, action: Action, evidence: number | undefined): ShownAction {
  if (action.type === 'hook') return action;
  const { exchange, ...rest } = action;
  const shown = describeExchange({ redactor: run.redactor }, exchange);
  // The evidence is not truncated, because the replay script compares all of it.
  const whole = exchange.number === evidence ? { response_body: exchange.text } : {};
  return { ...rest, number: exchange.number, exchange: { ...shown, ...whole } };
}
