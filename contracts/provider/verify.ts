/** Verifies pacts: runs every interaction on a target, and Pact compares the responses. */
import { NoResponse, sendRequest, type ActorName, type MockAt, type Settings } from '#client';
import { findPactCore } from '../peers.ts';
import { runVerifier, type VerifierResult } from './run-verifier.ts';
import { PactProxy, MESSAGE_PATH, STATE_PATH } from './pact-proxy.ts';
import { ContractsSetupError, PactSourceError } from '../errors.ts';
import type { Broker, BrokerAccess, PactFile, PactSource } from './find-pacts.ts';
import { environmentsOn } from './environment.ts';
import { checkInteraction, type Verdict } from './results.ts';
import { STATES } from './states.ts';
import { stateHookAt } from './state-hook.ts';

interface VerifyOptions {
  /** The target: its URL, actors, and hooks. */
  settings: Settings;
  /** Set if the target is a mock. Each interaction then gets a new world, unless `state_hook` is set. */
  mock: MockAt | undefined;
  /** A URL that creates the states; otherwise they are created over the API, with the hooks of the settings. */
  state_hook: string | undefined;
  /** Verifies the pacts of these consumers only; of all, if empty. */
  consumers: readonly string[];
  /** The name of the provider on the broker. */
  provider: string | undefined;
  /** The default actor. */
  actor: ActorName | undefined;
  access: BrokerAccess;
  /** Verifies the newest pact of every consumer on a broker, instead of those on main branches, deployed, or released. */
  is_latest: boolean;
  /** The provider version to publish results for; undefined publishes nothing. */
  publish_version: string | undefined;
  /** The branch of the provider version. A broker uses it to decide which pacts are pending, and results are published for it. */
  branch: string | undefined;
}

/** The verdicts of all interactions, and the pacts that could not be verified. */
export interface Verification {
  readonly verdicts: readonly Verdict[];
  /** Why the pacts of a provider have no verdicts. */
  readonly problems: readonly string[];
  /** 0: all are verified or pending. 1: a pact failed. 3: no pact failed, but there was a setup problem. */
  readonly exit_code: 0 | 1 | 3;
}

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Verifies the pacts of one provider or broker after the other. If some of them cannot be verified, the verdicts of the others are still returned.
 * @param core the path of Pact's verifier
 * @throws PactSourceError if the target is read-only, a consumer has no pact, a broker is given without a provider, or there is no pact
 * @throws ContractsSetupError if Pact is not installed, the target does not respond, or the verifier ends without a result
 */
export async function verifyPacts(
  sources: readonly PactSource[],
  options: VerifyOptions,
  core = findPactCore(),
): Promise<Verification> {
  ensureWritable(options);
  const batches = batchesOf(sources, options);
  await ensureReachable(options.settings);
  const verdicts: Verdict[] = [];
  const problems: Error[] = [];
  for (const batch of batches) {
    try {
      verdicts.push(...(await verifyBatch(core, batch, options)));
    } catch (error) {
      // The results of earlier pacts can be published already, so their verdicts must not be lost.
      if (!(error instanceof ContractsSetupError || error instanceof PactSourceError)) throw error;
      problems.push(error);
    }
  }
  const [first] = problems;
  if (first !== undefined && verdicts.length === 0) throw first;
  return { verdicts, problems: problems.map(({ message }) => message), exit_code: exitCodeOf(verdicts, problems) };
}

function exitCodeOf(verdicts: readonly Verdict[], problems: readonly Error[]): Verification['exit_code'] {
  const has = (kind: Verdict['kind']): boolean => verdicts.some((verdict) => verdict.kind === kind);
  if (has('failed')) return 1;
  return has('not_run') || problems.length > 0 ? 3 : 0;
}

/** @throws PactSourceError if the target is read-only */
function ensureWritable({ settings }: VerifyOptions): void {
  if (settings.read_only_reason !== undefined)
    throw new PactSourceError(
      '--target',
      `pacts and their states write, but this target is read-only: ${settings.read_only_reason}`,
    );
}

/** @throws ContractsSetupError if the target does not respond */
async function ensureReachable({ base_url }: Settings): Promise<void> {
  try {
    await sendRequest(`${base_url}/grades`);
  } catch (error) {
    // `head`: the headers arrived but the body did not, so the target is up.
    if (!(error instanceof NoResponse) || error.got === 'head') throw error;
    throw new ContractsSetupError(`${base_url}: did not respond: ${error.message}`);
  }
}

/** The input of one run of Pact's verifier. */
interface Batch {
  provider: string;
  options: Readonly<Record<string, unknown>>;
  /** The expected number of interactions; undefined for a broker. */
  interactions: number | undefined;
}

/** @throws PactSourceError if a consumer has no pact, or a broker is given without a provider */
function batchesOf(sources: readonly PactSource[], options: VerifyOptions): readonly Batch[] {
  const { consumers } = options;
  const files = sources.filter((source): source is PactFile => source.kind === 'file');
  const selected = files.filter(({ consumer }) => consumers.length === 0 || consumers.includes(consumer));
  const brokers = sources.filter((source) => source.kind === 'broker');
  const known = new Set(files.map(({ consumer }) => consumer));
  const missing = consumers.filter((consumer) => !known.has(consumer));
  // A broker can have pacts of other consumers.
  if (missing.length > 0 && brokers.length === 0)
    throw new PactSourceError(
      '--consumer',
      `no pact of ${missing.join(', ')} found; there are pacts of ${[...known].join(', ')}`,
    );
  const by_provider = Map.groupBy(selected, ({ provider }) => provider);
  const of_files = [...by_provider].map(([provider, pacts]) => ({
    provider,
    options: { pactUrls: pacts.map(({ at }) => at), ...accessOf(options), ...providerVersionOf(options) },
    interactions: pacts.reduce((sum, { interactions }) => sum + interactions, 0),
  }));
  return [...of_files, ...brokers.map((broker) => batchOfBroker(broker, options))];
}

/** The versions of a consumer to verify: its main branch, and what is deployed or released. */
const IN_USE = [{ mainBranch: true }, { deployedOrReleased: true }];

function batchOfBroker({ at }: Broker, options: VerifyOptions): Batch {
  const { provider, consumers, is_latest } = options;
  if (provider === undefined) throw new PactSourceError('--provider', `${at} is a broker; pass the name of the provider there`);
  return {
    provider,
    options: {
      pactBrokerUrl: at,
      failIfNoPactsFound: true,
      enablePending: true,
      consumerVersionSelectors: is_latest ? [{ latest: true }] : IN_USE,
      ...(consumers.length === 0 ? {} : { consumerFilters: consumers }),
      ...accessOf(options),
      ...providerVersionOf(options),
    },
    interactions: undefined,
  };
}

function accessOf({ access: { token, username, password } }: VerifyOptions): Readonly<Record<string, unknown>> {
  return {
    ...(token === undefined ? {} : { pactBrokerToken: token }),
    ...(username === undefined ? {} : { pactBrokerUsername: username, pactBrokerPassword: password ?? '' }),
  };
}

function providerVersionOf({ publish_version, branch }: VerifyOptions): Readonly<Record<string, unknown>> {
  return {
    ...(branch === undefined ? {} : { providerVersionBranch: branch }),
    ...(publish_version === undefined ? {} : { publishVerificationResult: true, providerVersion: publish_version }),
  };
}

async function verifyBatch(core: string, batch: Batch, options: VerifyOptions): Promise<readonly Verdict[]> {
  const { settings, mock, state_hook, actor } = options;
  const hook = state_hook === undefined ? undefined : stateHookAt(state_hook);
  // A state hook changes the target itself, not a new world of it.
  const open = environmentsOn(settings, hook === undefined ? mock : undefined);
  const proxy = await PactProxy.open({ open, states: STATES, hook, actor });
  const proxy_url = `http://127.0.0.1:${proxy.port}`;
  try {
    const { interactionResults: results, errors } = await runVerifier(core, {
      provider: batch.provider,
      providerBaseUrl: proxy_url,
      providerStatesSetupUrl: `${proxy_url}${STATE_PATH}`,
      transports: [{ protocol: 'message', port: proxy.port, path: MESSAGE_PATH }],
      timeout: REQUEST_TIMEOUT_MS,
      logLevel: 'error',
      ...batch.options,
    });
    if (results.length === 0) throw explainNoResults(errors.map(({ mismatch }) => mismatch?.message ?? ''));
    ensureAllRan(results, batch, proxy);
    return results.map((result, i) => checkInteraction(batch.provider, result, proxy.interactions[i]));
  } finally {
    await proxy.close();
  }
}

/** Pact treats an unloadable pact as a failure, and no pact as a success. Both are setup problems. */
function explainNoResults(errors: readonly string[]): Error {
  const [reason = 'there was none to verify'] = errors;
  if (errors.length === 0 || reason.startsWith('No pacts found')) return new PactSourceError('pacts', `no pact found: ${reason}`);
  return new ContractsSetupError(`no pact could be loaded: ${reason}`);
}

/** With one of these environment variables, Pact runs only some of the interactions. */
const PACT_FILTERS = ['PACT_DESCRIPTION', 'PACT_PROVIDER_STATE', 'PACT_PROVIDER_NO_STATE'];

/** Results and interactions are matched by order, so their numbers must agree. @throws ContractsSetupError */
function ensureAllRan(results: readonly VerifierResult[], { interactions, provider }: Batch, proxy: PactProxy): void {
  const is_filtered = PACT_FILTERS.some((name) => (process.env[name] ?? '') !== '');
  if (interactions !== undefined && results.length !== interactions && !is_filtered)
    throw new ContractsSetupError(
      `the pacts with ${provider} have ${interactions} interactions, but Pact's verifier reported ${results.length}`,
    );
  if (proxy.interactions.length !== results.length)
    throw new ContractsSetupError(`Pact's verifier reported ${results.length} interactions but ran ${proxy.interactions.length}`);
}
