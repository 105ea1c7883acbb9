/** Finds mistakes in a configuration that match the schema. */
import type { ActorConfig, Config } from '../settings/schema.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Common prefixes of tokens and secrets. */
const SECRET_START = /^(?:live|sandbox|secret|whsec|sk|pk|ghp|xox[a-z]|dev)_\S{8,}|^eyJ[\w-]{10,}/;
/** Text that looks random and is too long for the name of a variable. */
const RANDOM_LOOK = /^(?=\S{32,}$)(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)/;

/** One line per mistake, without quoting possible secrets. Does not check `fixtures`. */
export function findMisuse(config: Config): readonly string[] {
  const { fixtures: _, $schema: __, ...checked } = config;
  return [
    ...checkTexts('', checked),
    ...Object.entries(config.actors ?? {}).flatMap(([name, actor]) => checkActor(`actors.${name}`, actor)),
    ...Object.entries(config.hooks ?? {}).flatMap(([name, hook]) => checkHook(`hooks.${name}`, hook)),
  ];
}

/** Checks all URLs and names of variables, which it recognizes by their keys. */
function checkTexts(at: string, value: unknown): readonly string[] {
  if (typeof value === 'string') {
    if (/(^|[._])url$/.test(at)) return checkUrl(at, value);
    return at.endsWith('_env') ? checkVariable(at, value) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => checkTexts(at === '' ? key : `${at}.${key}`, below));
}

function checkActor(key: string, { token_env, token_command, oauth }: ActorConfig): readonly string[] {
  const ways = Object.entries({ token_env, token_command, oauth }).filter(([, value]) => value !== undefined);
  const names = ways.map(([way]) => way).join(' and ');
  return [
    ...(ways.length > 1 ? [`${key}: ${names} are set; keep one of them`] : []),
    ...(ways.length === 0 ? [`${key}: has no source for a token; add token_env, token_command, or oauth`] : []),
  ];
}

type Hook = NonNullable<NonNullable<Config['hooks']>['pay_invoice']>;

function checkHook(key: string, { url, command, token_env }: Hook): readonly string[] {
  const is_one = (url === undefined) !== (command === undefined);
  return [
    ...(is_one ? [] : [`${key}: set either url or command`]),
    ...(token_env !== undefined && command !== undefined
      ? [`${key}.token_env: applies only to url; a command reads its own variables`]
      : []),
  ];
}

function checkUrl(key: string, text: string): readonly string[] {
  const { protocol, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol)) return [`${key}: begins with ${protocol}; use a URL that begins with http: or https:`];
  if (username !== '' || password !== '')
    return [`${key}: contains a user name or password; remove it, because this file must not contain secrets`];
  return [];
}

/** Detects a secret in place of the name of a variable. */
function checkVariable(key: string, name: string): readonly string[] {
  if (SECRET_START.test(name) || RANDOM_LOOK.test(name))
    return [
      `${key}: seems to contain the secret itself; put the secret in an environment variable, and write its name here, such as BUYER_TOKEN`,
    ];
  if (!VARIABLE.test(name))
    return [`${key}: is not a name of an environment variable; use letters, digits, and _, such as BUYER_TOKEN`];
  return [];
}
