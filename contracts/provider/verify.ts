/** Verifies pacts: plays every interaction on a target, and Pact compares the responses. */
import type { ActorName, MockAt, Settings } from '#client';
import { NoResponse, sendRequest } from '#client';
import { findPactCore } from '../peers.ts';
import type { VerifierResult } from './run-verifier.ts';
import { runVerifier } from './run-verifier.ts';
import { Desk, MESSAGE_PATH, STATE_PATH } from './desk.ts';
import { ContractsSetupError, PactSourceError } from '../errors.ts';
import type { Broker, BrokerAccess, PactFile, PactSource } from './find-pacts.ts';
import { placesOn } from './target.ts';
import type { Verdict } from './results.ts';
import { judgeInteraction } from './results.ts';
import { STATES } from './states.ts';
import { stateHookAt } from './state-hook.ts';

export interface VerifyOptions {
  /** The target: its URL, actors, and hooks. */
  settings: Settings;
  /** Set if the target is the mock: every interaction gets a new world. */
  mock: MockAt | undefined;
  /** Makes the states of a deployment; otherwise they are made over the API, with the hooks of the settings. */
  state_hook?: string | undefined;
  /** Verify the pacts of these consumers only. */
  consumers?: readonly string[];
  /** What a broker calls the provider. */
  provider?: string | undefined;
  /** The default actor. */
  actor?: ActorName | undefined;
  access?: BrokerAccess;
  /** Of a broker: the newest pact of every consumer, instead of those of main branches and of what is deployed or released. */
  is_latest?: boolean;
  /** Told to the broker with the results; undefined: nothing is told. */
  publish_version?: string | undefined;
  branch?: string | undefined;
}

/** One pact file or broker's worth of interactions, as they were judged. */
export interface Verification {
  readonly verdicts: readonly Verdict[];
  /** 0: all are verified. 1: a pact failed. 3: something could not be set up, and no pact failed. */
  readonly exit_code: 0 | 1 | 3;
}

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * @throws PactSourceError where nothing can be verified as asked; ContractsSetupError where Pact is not installed, or ends without a result
 */
export async function verifyPacts(sources: readonly PactSource[], options: VerifyOptions): Promise<Verification> {
  const core = findPactCore();
  refuseUnsafe(options);
  await ensureAnswers(options.settings);
  const verdicts: Verdict[] = [];
  for (const batch of batchesOf(sources, options)) verdicts.push(...(await verifyBatch(core, batch, options)));
  const failed = verdicts.filter(({ kind }) => kind === 'failed');
  const not_played = verdicts.filter(({ kind }) => kind === 'not_played');
  return { verdicts, exit_code: failed.length > 0 ? 1 : not_played.length > 0 ? 3 : 0 };
}

/** A pact writes, and so do its states. */
function refuseUnsafe({ settings }: VerifyOptions): void {
  if (settings.read_only_reason !== undefined)
    throw new PactSourceError(
      `--target: pacts and their states write, and this target is not to be written to: ${settings.read_only_reason}`,
    );
}

/** A target that is not there is told once, and not for every interaction. @throws ContractsSetupError */
async function ensureAnswers({ base_url }: Settings): Promise<void> {
  try {
    await sendRequest(`${base_url}/grades`);
  } catch (error) {
    if (!(error instanceof NoResponse) || error.got === 'head') throw error;
    throw new ContractsSetupError(`${base_url}: gave no answer: ${error.message}`);
  }
}

/** What one run of Pact's verifier is given. */
interface Batch {
  provider: string;
  options: Readonly<Record<string, unknown>>;
  /** How many interactions there must be; undefined where only the broker knows. */
  interactions: number | undefined;
}

function batchesOf(sources: readonly PactSource[], options: VerifyOptions): readonly Batch[] {
  const { consumers = [] } = options;
  const files = sources.filter((source): source is PactFile => source.kind === 'file');
  const wanted = files.filter(({ consumer }) => consumers.length === 0 || consumers.includes(consumer));
  const brokers = sources.filter((source) => source.kind === 'broker');
  if (wanted.length === 0 && brokers.length === 0)
    throw new PactSourceError(
      `--consumer: no pact found of ${consumers.join(', ')}; there are pacts of ${[...new Set(files.map(({ consumer }) => consumer))].join(', ')}`,
    );
  const by_provider = Map.groupBy(wanted, ({ provider }) => provider);
  const of_files = [...by_provider].map(([provider, pacts]) => ({
    provider,
    options: { pactUrls: pacts.map(({ at }) => at), ...accessOf(options), ...publishing(options) },
    interactions: pacts.reduce((sum, { interactions }) => sum + interactions, 0),
  }));
  return [...of_files, ...brokers.map((broker) => batchOfBroker(broker, options))];
}

/** Which versions of a consumer count: those of its main branch, and those that are out. */
const IN_USE = [{ mainBranch: true }, { deployedOrReleased: true }];

function batchOfBroker({ at }: Broker, options: VerifyOptions): Batch {
  const { provider, consumers = [], is_latest = false } = options;
  if (provider === undefined) throw new PactSourceError(`--provider: ${at} is a broker; say what it calls the provider`);
  return {
    provider,
    options: {
      pactBrokerUrl: at,
      failIfNoPactsFound: true,
      consumerVersionSelectors: is_latest ? [{ latest: true }] : IN_USE,
      ...(consumers.length === 0 ? {} : { consumerFilters: consumers }),
      ...accessOf(options),
      ...publishing(options),
    },
    interactions: undefined,
  };
}

function accessOf({ access = {} }: VerifyOptions): Readonly<Record<string, unknown>> {
  const { token, username, password } = access;
  return {
    ...(token === undefined ? {} : { pactBrokerToken: token }),
    ...(username === undefined ? {} : { pactBrokerUsername: username, pactBrokerPassword: password ?? '' }),
  };
}

function publishing({ publish_version, branch }: VerifyOptions): Readonly<Record<string, unknown>> {
  if (publish_version === undefined) return {};
  return {
    publishVerificationResult: true,
    providerVersion: publish_version,
    ...(branch === undefined ? {} : { providerVersionBranch: branch }),
  };
}

async function verifyBatch(core: string, batch: Batch, options: VerifyOptions): Promise<readonly Verdict[]> {
  const { settings, mock, state_hook, actor } = options;
  const hook = state_hook === undefined ? undefined : stateHookAt(state_hook);
  // Whoever makes the states knows the target, and no world of its own within it.
  const open = placesOn(settings, hook === undefined ? mock : undefined);
  const desk = await Desk.open({ open, states: STATES, hook, actor });
  const here = `http://127.0.0.1:${desk.port}`;
  try {
    const { interactionResults: results, errors } = await runVerifier(core, {
      provider: batch.provider,
      providerBaseUrl: here,
      providerStatesSetupUrl: `${here}${STATE_PATH}`,
      transports: [{ protocol: 'message', port: desk.port, path: MESSAGE_PATH }],
      timeout: REQUEST_TIMEOUT_MS,
      logLevel: 'error',
      ...batch.options,
    });
    if (results.length === 0) refuseNothing(errors.map(({ mismatch }) => mismatch?.message ?? ''));
    ensureAll(results, batch, desk);
    return results.map((result, i) => judgeInteraction(batch.provider, result, desk.scenes[i]));
  } finally {
    await desk.close();
  }
}

/** Pact counts what it could not load as a failure, and none to load as a success. @throws PactSourceError, ContractsSetupError */
function refuseNothing(errors: readonly string[]): never {
  const [reason = 'there was none to verify'] = errors;
  if (errors.length === 0 || reason.startsWith('No pacts found')) throw new PactSourceError(`no pact found: ${reason}`);
  throw new ContractsSetupError(`no pact could be loaded: ${reason}`);
}

/** What was not played must not pass for verified; and scenes belong to results by their order alone. */
function ensureAll(results: readonly VerifierResult[], { interactions, provider }: Batch, desk: Desk): void {
  if (interactions !== undefined && results.length !== interactions && process.env['PACT_DESCRIPTION'] === undefined)
    throw new ContractsSetupError(
      `the pacts with ${provider} have ${interactions} interactions, and Pact's verifier has judged ${results.length}`,
    );
  if (desk.scenes.length !== results.length)
    throw new ContractsSetupError(`Pact's verifier has judged ${results.length} interactions and played ${desk.scenes.length}`);
}
