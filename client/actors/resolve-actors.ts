/** Gets the token of each configured actor: from an environment variable, a command, or OAuth. */
import { nowMs } from '../clock.ts';
import { GrantError, TokenProvider, validateToken, readSecret, type OauthConfig } from './oauth.ts';
import { readClaims } from './read-claims.ts';
import { CommandError, runCommand } from '../config/run-command.ts';
import { ACTOR_NAMES, type ActorConfig, type ActorName, type Config } from '../settings/schema.ts';
import type { ActorSettings, Actors } from '../settings/settings.ts';
import { explainUnset } from '../settings/setup-faults.ts';

/** A token command can query a vault, so it gets 30 seconds. */
const TOKEN_TIMEOUT_MS = 30_000;

interface ActorOptions {
  auth_url: string | undefined;
  env: NodeJS.ProcessEnv;
  /** Where commands run: the folder of the configuration file. */
  cwd: string;
  timeout_ms?: number;
}

/** Gets a token for every configured actor. Never throws for a missing token: it returns the reason in `problems`. */
export async function resolveActors(config: Config['actors'] = {}, options: ActorOptions): Promise<Actors> {
  const actors = new Map<ActorName, ActorSettings>();
  const problems = new Map<ActorName, string>();
  const provider = new TokenProvider(options.auth_url, options.env, options.timeout_ms ?? TOKEN_TIMEOUT_MS);
  for (const name of ACTOR_NAMES) {
    const actor = config[name];
    if (actor === undefined) continue;
    try {
      actors.set(name, await resolveActor(actor, provider, options));
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      problems.set(name, `actors.${name}${error.key === '' ? '' : `.${error.key}`}: ${error.message}`);
    }
  }
  return { actors, problems };
}

/** Finds actors whose environment variables are not set or empty. Sends no request, because a refresh token can be single-use. */
export function findUnset(config: Config['actors'] = {}, env: NodeJS.ProcessEnv): ReadonlyMap<ActorName, string> {
  const unset = new Map<ActorName, string>();
  for (const name of ACTOR_NAMES) {
    const problems = listVariables(config[name] ?? {}).flatMap(([key, variable]) => {
      const problem = variable === undefined ? undefined : explainUnset(env, variable);
      return problem === undefined ? [] : [`actors.${name}.${key}: ${problem}`];
    });
    if (problems[0] !== undefined) unset.set(name, problems[0]);
  }
  return unset;
}

/** The variables of the first configured token source. */
type Variable = readonly [key: string, name: string | undefined];

function listVariables({ token_env, token_command, oauth }: ActorConfig): readonly Variable[] {
  if (token_env !== undefined) return [['token_env', token_env]];
  if (token_command !== undefined) return [];
  return [
    ['oauth.client_secret_env', oauth?.client_secret_env],
    ['oauth.refresh_token_env', oauth?.refresh_token_env],
  ];
}

async function resolveActor(actor: ActorConfig, provider: TokenProvider, options: ActorOptions): Promise<ActorSettings> {
  const who = { team_id: actor.team_id, user_id: actor.user_id };
  if (actor.token_env !== undefined) {
    const token = readSecret(options.env, 'token_env', actor.token_env);
    validateToken('token_env', `what ${actor.token_env} holds`, token);
    return { ...who, token, shown_as: actor.token_env, ...readClaims(token, nowMs()) };
  }
  if (actor.token_command !== undefined) {
    const { token_command } = actor;
    const renew = async (): Promise<string> => runForToken(token_command, options);
    const token = await renew();
    return { ...who, token, renew, ...readClaims(token, nowMs()) };
  }
  if (actor.oauth !== undefined) return { ...who, ...(await requestToken(actor.oauth, provider)) };
  throw new GrantError('', 'has no source for a token; add token_env, token_command, or oauth');
}

async function requestToken(oauth: OauthConfig, provider: TokenProvider): Promise<Omit<ActorSettings, 'team_id' | 'user_id'>> {
  const { token, expires_at_ms, scopes } = await provider.get(oauth);
  const { refresh_token_env } = oauth;
  return {
    token,
    ...readClaims(token, nowMs()),
    ...(scopes === undefined ? {} : { scopes }),
    ...(expires_at_ms === undefined ? {} : { expires_at_ms }),
    renew: async () => (await provider.get(oauth)).token,
    ...(refresh_token_env !== undefined && provider.isUsedUp(refresh_token_env) ? { used_up_env: refresh_token_env } : {}),
  };
}

async function runForToken(command: string, { cwd, env, timeout_ms = TOKEN_TIMEOUT_MS }: ActorOptions): Promise<string> {
  const printed = await runCommand(command, { cwd, env, timeout_ms }).catch((error: unknown) => {
    if (error instanceof CommandError) throw new GrantError('token_command', `the command ${error.message}`);
    throw error;
  });
  return validateToken('token_command', 'what the command printed', printed.trim());
}
