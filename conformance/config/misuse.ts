/** What a configuration of the right shape can still get wrong. */
import type { ActorConfig, Config } from './schema.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** How tokens and secrets begin, here and elsewhere. */
const SECRET_START = /^(?:live|sandbox|secret|whsec|sk|pk|ghp|xox[a-z]|dev)_\S{8,}|^eyJ[\w-]{10,}/;
/** Longer than any name of a variable, and mixed as chance mixes. */
const RANDOM_LOOK = /^(?=\S{32,}$)(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)/;

/** One line for each, in the order of the file; texts that may be secrets are not repeated. */
export function findMisuse(config: Config): readonly string[] {
  return [
    ...judgeTarget(config.target ?? {}),
    ...Object.entries(config.actors ?? {}).flatMap(([name, actor]) => judgeActor(`actors.${name}`, actor)),
    ...Object.entries(config.hooks ?? {}).flatMap(([name, hook]) => judgeHook(`hooks.${name}`, hook)),
  ];
}

function judgeTarget(target: NonNullable<Config['target']>): readonly string[] {
  const { base_url, auth_url, receiver_url, admin_token_env } = target;
  return [
    ...judgeUrl('target.base_url', base_url),
    ...judgeUrl('target.auth_url', auth_url),
    ...judgeUrl('target.receiver_url', receiver_url),
    ...judgeVariable('target.admin_token_env', admin_token_env),
  ];
}

function judgeActor(key: string, { token_env, token_command, oauth }: ActorConfig): readonly string[] {
  const ways = Object.entries({ token_env, token_command, oauth }).filter(([, value]) => value !== undefined);
  const names = ways.map(([way]) => way).join(' and ');
  return [
    ...(ways.length > 1 ? [`${key}: ${names} are there; give one of them`] : []),
    ...(ways.length === 0 ? [`${key}: has no way to a token; give token_env, token_command or oauth`] : []),
    ...judgeVariable(`${key}.token_env`, token_env),
    ...judgeVariable(`${key}.oauth.client_secret_env`, oauth?.client_secret_env),
    ...judgeVariable(`${key}.oauth.refresh_token_env`, oauth?.refresh_token_env),
  ];
}

type Hook = NonNullable<NonNullable<Config['hooks']>['pay_invoice']>;

function judgeHook(key: string, { url, command, token_env }: Hook): readonly string[] {
  const is_one = (url === undefined) !== (command === undefined);
  return [
    ...(is_one ? [] : [`${key}: give either url or command`]),
    ...(token_env !== undefined && command !== undefined
      ? [`${key}.token_env: is for url; a command reads its variables itself`]
      : []),
    ...judgeUrl(`${key}.url`, url),
    ...judgeVariable(`${key}.token_env`, token_env),
  ];
}

function judgeUrl(key: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const { protocol, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol)) return [`${key}: begins with ${protocol}; give a URL that begins with http: or https:`];
  if (username !== '' || password !== '')
    return [`${key}: has a name or a password in it; this file holds no secrets, leave them out`];
  return [];
}

/** Whoever puts the token itself where the name of its variable belongs is told so, without it. */
function judgeVariable(key: string, name: string | undefined): readonly string[] {
  if (name === undefined) return [];
  if (SECRET_START.test(name) || RANDOM_LOOK.test(name))
    return [
      `${key}: seems to hold the secret itself; put that in an environment variable, and its name here, such as BUYER_TOKEN`,
    ];
  if (!VARIABLE.test(name))
    return [`${key}: is no name of an environment variable; give letters, digits and _, such as BUYER_TOKEN`];
  return [];
}
