/** A finding as plain data: to be told, printed, kept and played again. */
import type { HookName } from '#client';
import type { EvidenceExchange } from '#conformance';
import { describeExchange } from '#conformance';
import type { ClauseId } from '#spec/clauses/index';
import type { Description } from '../model/description.ts';
import type { Finding } from '../session/finding.ts';
import type { Happening, Phase, Session } from '../session/session.ts';

/** One command of a story. */
export interface ShownStep {
  readonly description: Description;
  readonly said: string;
}

/** One thing that happened, secrets redacted. */
export type ShownHappening =
  | {
      readonly type: 'exchange';
      readonly step: number;
      readonly phase: Phase;
      readonly number: number;
      readonly exchange: EvidenceExchange;
    }
  | {
      readonly type: 'hook';
      readonly step: number;
      readonly phase: Phase;
      readonly hook: HookName;
      readonly params: Readonly<Record<string, unknown>>;
      readonly ids: Readonly<Record<string, string>>;
    };

export interface ShownFinding {
  readonly invariant: string;
  readonly clause: ClauseId;
  readonly message: string;
  readonly pointer?: string;
  readonly expected?: string;
  readonly observed?: string;
  readonly likely_cause?: string;
  /** The `number` of the exchange that shows it, where one does. */
  readonly exchange?: number;
}

export interface Shown {
  readonly finding: ShownFinding;
  readonly steps: readonly ShownStep[];
  readonly happenings: readonly ShownHappening[];
  /** Where it was played: a world that is gone, on the mock. */
  readonly base_url: string;
}

export interface Counterexample extends Shown {
  /** Of the scenario that was drawn; what is kept here has been shrunk. */
  readonly seed: number;
  readonly path: string;
  readonly commands: readonly Description[];
  /** Whether it came about each time that it was played again. */
  readonly determinism: 'deterministic' | 'flaky';
  readonly replays: { readonly found: number; readonly of: number };
}

/** @returns what can be told of a finding, the secrets of the run redacted */
export function showFinding(session: Session, { charge, details }: Finding): Shown {
  const { message, pointer, expected, observed, likely_cause, exchange } = details;
  const shown: Shown = {
    finding: {
      ...charge,
      message,
      ...(pointer === undefined ? {} : { pointer }),
      ...(expected === undefined ? {} : { expected }),
      ...(observed === undefined ? {} : { observed }),
      ...(likely_cause === undefined ? {} : { likely_cause }),
      ...(exchange === undefined ? {} : { exchange: exchange.number }),
    },
    steps: session.steps.map(({ description, said }) => ({ description, said: said.join(', and ') })),
    happenings: session.happenings.map((one) => showHappening(session, one, exchange?.number)),
    base_url: session.place.settings.base_url,
  };
  return session.run.redactor.redactValue(shown, SHAPE);
}

/** What no target has a say in. */
const SHAPE = {
  own: new Set(['type', 'phase', 'hook', 'invariant', 'clause', 'method', 'description']),
  named_by_others: new Set(['request_headers', 'response_headers', 'params', 'ids']),
};

function showHappening({ run }: Session, happening: Happening, shows_it: number | undefined): ShownHappening {
  if (happening.type === 'hook') return happening;
  const { exchange, ...rest } = happening;
  const shown = describeExchange({ redactor: run.redactor }, exchange);
  // What shows it is not cut: a script compares the whole of it.
  const whole = exchange.number === shows_it ? { response_body: exchange.text } : {};
  return { ...rest, number: exchange.number, exchange: { ...shown, ...whole } };
}
