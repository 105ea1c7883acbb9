/** Runs the stages against a client, one after the other. */
import { readVersion } from '#conformance/version';
import { elapsedMs, nowIso } from '#client';
import type { CertifyConfig } from '../config.ts';
import type { Exchange } from '../testbed/exchange.ts';
import { ProcessFailure } from '../testbed/client-process.ts';
import { ClientFailure } from '../testbed/client-failure.ts';
import { Testbed } from '../testbed/testbed.ts';
import { StageContext, describeFailure } from '../stages/context.ts';
import type { Need, Stage } from '../stages/stage.ts';
import { NotShown } from '../stages/stage.ts';
import type { CertifyReport, StageResult, Verdict } from '../verdict/verdict.ts';
import { OPENAPI_VERSION, conclude, countVerdicts } from '../verdict/verdict.ts';
import { hasNeed } from './plan.ts';
import { hideSecrets, issuedTokens, logExchanges } from './log-exchanges.ts';

export interface ExamOptions {
  readonly seed: string;
  readonly stages: readonly Stage[];
  /** The flags that selected the stages, for the report. */
  readonly selection?: readonly string[];
  /** Called after each stage, except those that are skipped because the run ended early. */
  readonly onResult?: (result: StageResult) => void;
  readonly stop?: AbortSignal;
}

/** If the client has sent no request to the API or the authorization server after this many stages, the remaining stages are skipped. */
const SILENT_STAGES_MAX = 2;

const NO_REQUEST =
  'the client sent no request to MARKETPLACE_BASE_URL; check that it reads this variable, or map it under `env` in certify.yaml';
const STOPPED = 'the run was stopped';

const WHAT_TO_ADD: Readonly<Record<Need, string>> = {
  do: 'add the hook `do` to certify.yaml, so that certify can ask the client to act',
  show: 'add the hook `show` to certify.yaml, so that the client can report its state',
  receiver: 'add receiver_url to certify.yaml, so that webhooks reach the client',
};

/**
 * Runs the stages one after the other against the client. After an interruption, or once the exam has given up, the remaining stages get the verdict
 * `not_shown`.
 */
export async function runExam(config: CertifyConfig, options: ExamOptions): Promise<CertifyReport> {
  const { seed, stages, onResult = () => undefined, selection = [], stop = new AbortController().signal } = options;
  const started_at = nowIso();
  const began_ms = elapsedMs();
  const exam = new Exam(config, seed);
  const results: StageResult[] = [];
  try {
    for (const stage of stages) {
      const reason = stop.aborted ? STOPPED : exam.given_up;
      if (reason !== undefined) {
        results.push(skip(stage, 'not_shown', reason));
        continue;
      }
      const result = await exam.examine(stage);
      results.push(result);
      // If a stage ended the run, the summary shows its reason.
      if (exam.given_up === undefined || result.reason !== exam.given_up) onResult(result);
    }
  } finally {
    await exam.close();
  }
  const given_up = stop.aborted ? STOPPED : exam.given_up;
  return {
    kind: 'gristmill certify',
    gristmill: readVersion(),
    api: OPENAPI_VERSION,
    seed,
    client: describeClient(config),
    started_at,
    duration_ms: Math.round(elapsedMs() - began_ms),
    selection,
    ...conclude(results, given_up),
    counts: countVerdicts(results),
    requests: exam.requests,
    stages: results,
  };
}

function describeClient({ command, do: hook }: CertifyConfig): string {
  if (command !== undefined) return typeof command === 'string' ? command : command.join(' ');
  return hook !== undefined && 'command' in hook ? hook.command : '';
}

class Exam {
  readonly #config: CertifyConfig;
  readonly #seed: string;
  #testbed: Testbed | undefined;
  #silent_stages = 0;
  /** Why the remaining stages are skipped. */
  given_up: string | undefined;
  requests = 0;

  constructor(config: CertifyConfig, seed: string) {
    this.#config = config;
    this.#seed = seed;
  }

  async examine(stage: Stage): Promise<StageResult> {
    const { not_applicable } = this.#config;
    const [area = ''] = stage.id.split('.');
    const excuse = not_applicable[stage.id] ?? not_applicable[area];
    if (excuse !== undefined) return skip(stage, 'not_applicable', excuse);
    const missing = stage.needs?.find((need) => !hasNeed(this.#config, need));
    if (missing !== undefined) return skip(stage, 'not_shown', WHAT_TO_ADD[missing]);

    // Without the hook `do`, the client acts only when it is started.
    const is_fresh = stage.is_fresh === true || this.#config.do === undefined;
    if (is_fresh) await this.close();
    if (this.given_up !== undefined) return skip(stage, 'not_shown', this.given_up);
    const testbed = (this.#testbed ??= await Testbed.open(this.#config, this.#seed));
    const result = await this.#run(stage, testbed);
    const has_failed =
      result.verdict === 'error' || testbed.was_flooded || (testbed.process !== undefined && !testbed.process.is_running);
    if (is_fresh || has_failed) await this.close();
    return result;
  }

  async #run(stage: Stage, testbed: Testbed): Promise<StageResult> {
    testbed.proxy.beginStage();
    testbed.relay.beginStage();
    const began_ms = elapsedMs();
    const context = new StageContext(testbed);
    let reason: string | null = null;
    let verdict: Verdict = 'ready';
    let advice: Partial<Pick<StageResult, 'advice' | 'cites'>> = {};
    let output: readonly string[] = [];
    try {
      await stage.run(context);
    } catch (error) {
      const failure = describeFailure(error);
      if (error instanceof ClientFailure) ({ output } = error);
      const start_failure = this.#explainStart(error, testbed);
      // The advice of the stage, and what it cites, are about a client that works.
      if (error instanceof ClientFailure && error.advice !== undefined) advice = { advice: error.advice, cites: [] };
      if (start_failure !== undefined) {
        [verdict, reason] = ['not_shown', start_failure];
        this.given_up = hideSecrets(start_failure, testbed.secrets);
      } else if (failure !== undefined) context.findings.push(failure);
      else if (error instanceof NotShown) [verdict, reason] = ['not_shown', `${error.message}: ${error.todo}`];
      else [verdict, reason] = ['error', describeError(error)];
    }
    await context.waitUntilQuiet();
    const { exchanges, fault } = testbed.proxy;
    if (fault !== undefined) {
      // The mock did not respond, or a disturbance of the stage has thrown, so the findings do not count against the client.
      context.findings.length = 0;
      [verdict, reason] = ['error', describeError(fault)];
    }
    this.requests += exchanges.length;
    testbed.secrets.push(...issuedTokens(exchanges));
    const hide = (text: string): string => hideSecrets(text, testbed.secrets);
    this.#countSilentStages(context, exchanges, hide);
    return {
      ...describe(stage),
      ...advice,
      verdict: context.findings.length > 0 ? 'not_ready' : verdict,
      findings: context.findings.map(hide),
      reason: context.findings.length > 0 || reason === null ? null : hide(reason),
      output: output.map(hide),
      duration_ms: Math.round(elapsedMs() - began_ms),
      requests: exchanges.length,
      exchanges: logExchanges(exchanges, began_ms, hide),
      timeline: context.timeline.map(({ at_ms, text }) => ({ at_ms, text: hide(text) })),
    };
  }

  /** Explains why the client or a hook could not be started or stopped, which proves nothing about the client. Undefined for another error. */
  #explainStart(error: unknown, { proxy }: Testbed): string | undefined {
    if (error instanceof ProcessFailure) return error.message;
    // A client that ends before its first request ends in every stage.
    const is_first = this.requests + proxy.exchanges.length === 0;
    if (!is_first || !(error instanceof ClientFailure) || error.advice === undefined) return undefined;
    return `${error.message.replace(/^the client/, 'the client could not be started: it')}. ${error.advice}`;
  }

  /** Counts stages without a request to the API or the authorization server. After the first such request, the count never reaches the limit. */
  #countSilentStages(context: StageContext, exchanges: readonly Exchange[], hide: (text: string) => string): void {
    if (exchanges.some(({ purpose }) => purpose !== 'unknown')) this.#silent_stages = -Infinity;
    this.#silent_stages += 1;
    if (this.#silent_stages < SILENT_STAGES_MAX) return;
    const [first] = exchanges;
    const [failure] = context.findings;
    this.given_up ??= hide(
      first === undefined
        ? (failure ?? NO_REQUEST)
        : `none of the client's requests is for the API or the authorization server; the first was ${first.method} ${first.path}; append paths such as /inventory to the value of MARKETPLACE_BASE_URL, which ends in /v1`,
    );
  }

  async close(): Promise<void> {
    const testbed = this.#testbed;
    this.#testbed = undefined;
    await testbed?.close().catch((error: unknown) => {
      if (!(error instanceof ProcessFailure)) throw error;
      this.given_up ??= error.message;
    });
  }
}

function describe(stage: Stage): Pick<StageResult, 'id' | 'title' | 'level' | 'cites' | 'setup' | 'stimulus' | 'advice'> {
  const { id, title, level, cites, setup, stimulus, advice } = stage;
  return { id, title, level, cites, setup, stimulus, advice };
}

function skip(stage: Stage, verdict: Verdict, reason: string): StageResult {
  return {
    ...describe(stage),
    verdict,
    findings: [],
    reason,
    output: [],
    duration_ms: 0,
    requests: 0,
    exchanges: [],
    timeline: [],
  };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
