import type { VerifierMismatch, VerifierResult } from './run-verifier.ts';
import type { Interaction, Sent } from './interaction.ts';

const STATUS = 'status';

/** One difference between a response and the pact. */
export interface Difference {
  /** `$.data.id`, `header Content-Type`, `metadata SVC-Event`, `status`. */
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  /** The violated rule, in Pact's words. */
  readonly rule: string;
}

/** The result of one interaction. */
export interface Verdict {
  readonly consumer: string;
  readonly provider: string;
  readonly interaction: string;
  /** Names and parameters. */
  readonly states: readonly string[];
  /** `pending`: failed, but the broker has no successful result of the pact yet, so it does not fail the run. `not_run`: a setup problem. */
  readonly kind: 'verified' | 'failed' | 'pending' | 'not_run';
  readonly differences: readonly Difference[];
  /** The reason or a hint. */
  readonly reason: string | undefined;
  /** Undefined for messages, and if nothing was sent. */
  readonly sent: Sent | undefined;
}

/** What a verdict uses of an interaction. */
export type Played = Pick<Interaction, 'states' | 'problem' | 'sent'>;

/** Turns the result of Pact's verifier into a verdict. */
export function checkInteraction(provider: string, result: VerifierResult, interaction: Played | undefined): Verdict {
  const mismatches = result.mismatch?.mismatches ?? [];
  // The status comes first, because a wrong status explains the rest.
  const differences = mismatches.map(describeMismatch).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  const { problem } = interaction ?? {};
  const base = {
    consumer: result.consumer,
    provider,
    interaction: result.description,
    states: (interaction?.states ?? []).filter(({ name }) => name !== '').map(describeState),
    sent: interaction?.sent,
  };
  // Pact compared the proxy's own error response, not a response of the target.
  if (problem !== undefined) {
    const kind = problem.blame === 'pact' ? 'failed' : 'not_run';
    return { ...base, kind, differences: [], reason: problem.message };
  }
  if (result.result === 'OK') return { ...base, kind: 'verified', differences: [], reason: undefined };
  return { ...base, kind: result.pending ? 'pending' : 'failed', differences, reason: reasonOf(result, interaction) };
}

/** The most common mistake is a pact with a hard-coded token, which a real provider rejects. */
function reasonOf({ mismatch }: VerifierResult, interaction: Played | undefined): string | undefined {
  if (interaction?.sent?.status === 401 && interaction.sent.actor === 'its own token')
    return 'the pact sends a hard-coded token: use Bearer $TOKEN_BUYER, name an actor in a state, or pass --actor';
  return mismatch?.message;
}

function describeState({ name, params }: Interaction['states'][number]): string {
  return Object.keys(params).length === 0 ? name : `${name} ${JSON.stringify(params)}`;
}

function describeMismatch(mismatch: VerifierMismatch): Difference {
  return {
    where: placeOf(mismatch),
    expected: show(mismatch.expected),
    actual: show(mismatch.actual),
    rule: hideSecrets(ruleOf(mismatch.mismatch ?? '')),
  };
}

function rankOf({ where, rule }: Difference): string {
  return where === STATUS ? '' : `${where} ${rule}`;
}

function placeOf({ type, path, key }: VerifierMismatch): string {
  if (type === 'StatusMismatch') return STATUS;
  if (type === 'MetadataMismatch') return `metadata ${key ?? ''}`;
  if (type === 'HeaderMismatch') return `header ${key ?? ''}`;
  return path ?? key ?? type;
}

/** Removes the repetition of both values before the rule. */
function ruleOf(text: string): string {
  return text.replace(/^Expected (?:metadata key|header) .*? - (?=Expected )/s, '');
}

/** WHK-2: a signing secret is shown only once, so it is not printed. */
function hideSecrets(text: string): string {
  return text.replaceAll(/whsec_[\w-]{8,}/g, 'whsec_…');
}

/** The maximum length of a value. */
const SHOWN_MAX = 300;

function show(value: unknown): string {
  const text = hideSecrets(value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
