import type { ActorName, ActorSettings, Redactor } from '#client';
import { ACTOR_NAMES, hideTokens, readVariable } from '#client';
import { closestName } from '#spec/closest-name';
import type { Verification } from '#contracts';
import { ContractsSetupError, PactSourceError, findPacts, renderVerdicts, verifyPacts } from '#contracts';
import { findPactCore } from '#contracts/peers';
import { UsageError } from '../errors.ts';
import { type TargetFlags, openTarget } from './target.ts';

export interface VerifyFlags extends TargetFlags {
  stateHook?: string;
  tokenEnv?: readonly string[];
  actor?: string;
  consumer?: readonly string[];
  provider?: string;
  providerVersion?: string;
  branch?: string;
  latest?: boolean;
  publish?: boolean;
  json?: boolean;
}

/** @returns the exit code @throws UsageError if the arguments or the pacts cannot be used, or ContractsSetupError */
export async function runVerify(named: readonly string[], flags: VerifyFlags): Promise<number> {
  findPactCore();
  try {
    const { verification, redactor } = await verify(named, flags);
    const verdicts = redactor.redactValue(verification.verdicts, VERDICTS);
    process.stdout.write(flags.json === true ? `${JSON.stringify(verdicts, null, 2)}\n` : `${renderVerdicts(verdicts)}\n`);
    for (const problem of verification.problems) process.stderr.write(`gristmill: ${redactor.redact(problem)}\n`);
    return verification.exit_code;
  } catch (error) {
    throw error instanceof PactSourceError ? new UsageError(error.source, error.reason) : error;
  }
}

/** The keys of verdicts are our own, so only their values are redacted. */
const VERDICTS = { own: new Set<string>(), named_by_others: new Set<string>() };

interface Verified {
  verification: Verification;
  redactor: Redactor;
}

async function verify(named: readonly string[], flags: VerifyFlags): Promise<Verified> {
  const { env } = process;
  const { consumer = [], provider, providerVersion, branch, stateHook } = flags;
  if (flags.publish === true && providerVersion === undefined)
    throw new UsageError('--publish', 'needs --provider-version, the version that was verified');
  if (flags.publish !== true && providerVersion !== undefined)
    throw new UsageError('--provider-version', 'is the version to publish results for; add --publish');
  if (stateHook !== undefined && !/^https?:$/.test(URL.parse(stateHook)?.protocol ?? ''))
    throw new UsageError('--state-hook', `'${stateHook}' is not an http address; give one such as http://127.0.0.1:8080/states`);
  if (named.some((one) => one.trim() === ''))
    throw new UsageError('<pacts>', 'an empty argument names no pact; give a file, a folder, or an address');
  const actor = flags.actor === undefined ? undefined : readActorName('--actor', flags.actor);
  const actors = readActors(flags.tokenEnv ?? [], env);
  const access = {
    token: readVariable(env, 'PACT_BROKER_TOKEN'),
    username: readVariable(env, 'PACT_BROKER_USERNAME'),
    password: readVariable(env, 'PACT_BROKER_PASSWORD'),
  };
  const sources = await findPacts(named, process.cwd(), access);
  if (branch !== undefined && flags.publish !== true && sources.every(({ kind }) => kind === 'file'))
    throw new UsageError('--branch', 'is for pacts of a broker and for published results; remove it, or add --publish');

  // An actor with a token from a flag needs none from the configuration.
  await using target = await openTarget({ ...flags, without: [...(flags.without ?? []), ...actors.keys()] });
  const { redactor } = target.settings;
  hideTokens(redactor, actors);
  const verification = await verifyPacts(sources, {
    settings: { ...target.settings, actors: new Map([...target.settings.actors, ...actors]) },
    mock: target.mock,
    state_hook: stateHook,
    consumers: consumer,
    provider,
    actor,
    access,
    is_latest: flags.latest === true,
    publish_version: flags.publish === true ? providerVersion : undefined,
    branch,
  }).catch((error: unknown) => {
    // The error of a broker can quote what was sent to it.
    if (error instanceof ContractsSetupError) throw new ContractsSetupError(redactor.redact(error.message));
    if (error instanceof PactSourceError) throw new PactSourceError(error.source, redactor.redact(error.reason));
    throw error;
  });
  return { verification, redactor };
}

function readActorName(flag: string, text: string): ActorName {
  const name = text.toLowerCase();
  const known = ACTOR_NAMES.find((one) => one === name);
  if (known !== undefined) return known;
  const closest = closestName(name, ACTOR_NAMES);
  const hint = closest === undefined ? '' : ` (did you mean ${closest}?)`;
  throw new UsageError(flag, `'${text}' is not an actor${hint}; give one of ${ACTOR_NAMES.join(', ')}`);
}

/** Reads `BUYER=STAGING_TOKEN`: the token itself is in the environment, since others can read the process list. */
function readActors(flags: readonly string[], env: NodeJS.ProcessEnv): ReadonlyMap<ActorName, ActorSettings> {
  return new Map(
    flags.map((flag): [ActorName, ActorSettings] => {
      const [, actor = '', variable = ''] = /^([^=]+)=(.+)$/.exec(flag) ?? [];
      if (variable === '')
        throw new UsageError('--token-env', `'${flag}' is not ACTOR=VARIABLE; give one such as BUYER=STAGING_BUYER_TOKEN`);
      const token = readVariable(env, variable);
      if (token === undefined)
        throw new UsageError('--token-env', `the environment variable ${variable} is not set; set it to the token`);
      return [readActorName('--token-env', actor), { token, team_id: undefined, user_id: undefined }];
    }),
  );
}
