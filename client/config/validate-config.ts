/** Validates the content of a configuration file. Each problem names the key and what to do, without quoting possible secrets. */
import type { z } from 'zod';
import { isObject } from '../json.ts';
import { closestName } from '#spec/closest-name';
import { findMisuse } from './find-misuse.ts';
import { Config, readConfigSchema } from '../settings/schema.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Keys under which people put secrets, and the keys to use instead. */
const SECRET_KEYS: ReadonlyMap<string, string> = new Map([
  ['token', 'token_env'],
  ['access_token', 'token_env'],
  ['bearer', 'token_env'],
  ['api_key', 'token_env'],
  ['client_secret', 'client_secret_env'],
  ['secret', 'client_secret_env'],
  ['refresh_token', 'refresh_token_env'],
  ['admin_token', 'admin_token_env'],
  ['password', 'token_command'],
]);

/** A valid configuration, or its problems, such as `actors.buyer.tokn_env: is unknown; did you mean token_env?` */
type ConfigValidation = { config: Config; notices: readonly string[] } | { problems: readonly string[] };

/** @param content the parsed file. An empty file is an empty configuration */
export function validateConfig(content: unknown): ConfigValidation {
  const { known, notices } = dropNewerKeys(withoutEmptySections(content ?? {}));
  const parsed = Config.safeParse(known);
  const problems = parsed.success ? findMisuse(parsed.data) : parsed.error.issues.flatMap(explain);
  if (parsed.success && problems.length === 0) return { config: parsed.data, notices };
  return { problems };
}

/** In YAML, `hooks:` is null if all lines below it are comments. */
function withoutEmptySections(content: unknown): unknown {
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
}

/** Sections that can have keys of newer versions. Unknown keys that resemble no known key are ignored with a notice. */
const OPEN_SECTIONS = ['hooks', 'fixtures'] as const;

function dropNewerKeys(content: unknown): { known: unknown; notices: readonly string[] } {
  if (!isObject(content)) return { known: content, notices: [] };
  const known = { ...content };
  const notices: string[] = [];
  for (const section of OPEN_SECTIONS) {
    const below = content[section];
    if (!isObject(below)) continue;
    const names = listKeys([section]);
    const newer = Object.keys(below).filter((key) => !names.includes(key) && closestName(key, names) === undefined);
    known[section] = Object.fromEntries(Object.entries(below).filter(([key]) => !newer.includes(key)));
    notices.push(...newer.map((key) => `${section}.${key} is unknown and was ignored; known keys: ${names.join(', ')}`));
  }
  return { known, notices };
}

function explain(issue: Issue): readonly string[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainKey(issue.path, key));
  return [`${at === '' ? 'the whole file' : at}: ${advise(issue)}`];
}

function explainKey(path: Path, key: string): string {
  const at = [...path.map(String), key].join('.');
  const known = listKeys(path);
  const instead = SECRET_KEYS.get(key.toLowerCase());
  if (instead !== undefined && known.includes(instead)) {
    const how =
      instead === 'token_command' ? 'give a command that prints it in' : 'put it in an environment variable, and name that in';
    return `${at}: this file must not contain secrets; ${how} ${instead}`;
  }
  const section = known.find((name) => listKeys([...path, name]).includes(key));
  const closest = section === undefined ? closestName(key, known) : `${section}.${key}`;
  return `${at}: is unknown; ${closest === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${closest}?`}`;
}

function listKeys(path: Path): readonly string[] {
  let place: unknown = readConfigSchema();
  for (const step of path) {
    if (!isObject(place)) return [];
    const properties = isObject(place['properties']) ? place['properties'] : {};
    place = properties[String(step)] ?? (typeof step === 'number' ? place['items'] : place['additionalProperties']);
  }
  if (!isObject(place)) return [];
  if (isObject(place['properties'])) return Object.keys(place['properties']);
  const names = isObject(place['propertyNames']) ? place['propertyNames']['enum'] : undefined;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string, in quotation marks if it looks like a number',
  object: 'keys with values below it',
  record: 'keys with values below it',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

function advise(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return `${issue.message.endsWith('received undefined') ? 'is missing; ' : ''}give ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_format') return 'use a complete URL, such as https://api.example.com/v1';
  if (issue.code === 'invalid_value') return `give ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'too_small') return `give at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `give at most ${issue.maximum}`;
  return issue.message;
}
