import type { VerifierMismatch, VerifierResult } from './run-verifier.ts';
import type { Scene, Sent } from './scene.ts';

const STATUS = 'status';

/** One thing in an answer that is not as the pact has it. */
export interface Difference {
  /** `$.data.id`, `header Content-Type`, `metadata SVC-Event`, `status`. */
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  /** Which rule of the pact was broken, in Pact's own words. */
  readonly rule: string;
}

/** What became of one interaction. */
export interface Verdict {
  readonly consumer: string;
  readonly provider: string;
  readonly interaction: string;
  /** Names and parameters. */
  readonly states: readonly string[];
  /** `pending`: failed, and the broker says that it has never been verified and must not fail the run. `not_played`: the set-up is at fault. */
  readonly kind: 'verified' | 'failed' | 'pending' | 'not_played';
  readonly differences: readonly Difference[];
  /** What else there is to say. */
  readonly reason: string | undefined;
  /** Undefined of messages, and where nothing was sent. */
  readonly sent: Sent | undefined;
}

/** @param scene as it was played */
export function judgeInteraction(provider: string, result: VerifierResult, scene: Scene | undefined): Verdict {
  const mismatches = result.mismatch?.mismatches ?? [];
  // A wrong status explains the rest, which Pact tells in any order.
  const differences = mismatches.map(describeMismatch).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  const { problem } = scene ?? {};
  const base = {
    consumer: result.consumer,
    provider,
    interaction: result.description,
    states: (scene?.states ?? []).filter(({ name }) => name !== '').map(describeState),
    sent: scene?.sent,
  };
  // Whatever Pact made of the answer: it was none of the target's.
  if (problem !== undefined) {
    const kind = problem.blame === 'pact' ? 'failed' : 'not_played';
    return { ...base, kind, differences: [], reason: problem.message };
  }
  if (result.result === 'OK') return { ...base, kind: 'verified', differences: [], reason: undefined };
  return { ...base, kind: result.pending ? 'pending' : 'failed', differences, reason: reasonOf(result, scene) };
}

/** A pact with a token of its own is refused by any real provider: the commonest mistake of all. */
function reasonOf({ mismatch }: VerifierResult, scene: Scene | undefined): string | undefined {
  if (scene?.sent?.status === 401 && scene.sent.actor === 'its own token')
    return 'the pact sends a token of its own: write Bearer $TOKEN_BUYER, name an actor in a state, or give --actor';
  return mismatch?.message;
}

function describeState({ name, params }: Scene['states'][number]): string {
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

/** A repetition of both values stands before the rule, where there is one: the values have lines of their own. */
function ruleOf(text: string): string {
  return text.replace(/^Expected (?:metadata key|header) .*? - (?=Expected )/s, '');
}

/** WHK-2: a signing secret is shown once, to whoever subscribes. A log is somebody else. */
function hideSecrets(text: string): string {
  return text.replaceAll(/whsec_[\w-]{8,}/g, 'whsec_…');
}

const SHOWN_MAX = 300;

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
  return shorten(hideSecrets(text));
}

function shorten(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
