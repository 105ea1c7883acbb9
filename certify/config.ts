/** Reads `certify.yaml`. */
import { describeReadError } from '#client/config/describe-read-error';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '#client';
import { closestName } from '#spec/closest-name';
import type { Command } from './testbed/client-process.ts';
import type { Hook } from './testbed/hooks.ts';

export const CONFIG_FILE = 'certify.yaml';

/** The environment variables that every client gets. */
const VARIABLES = [
  'MARKETPLACE_BASE_URL',
  'MARKETPLACE_AUTH_URL',
  'MARKETPLACE_CLIENT_ID',
  'MARKETPLACE_CLIENT_SECRET',
  'MARKETPLACE_ACCESS_TOKEN',
  'MARKETPLACE_REFRESH_TOKEN',
  'MARKETPLACE_WEBHOOK_SECRET',
  'MARKETPLACE_PORT',
  'MARKETPLACE_STATE_DIR',
] as const;
export type Variable = (typeof VARIABLES)[number];

const TIMEOUT_SECONDS = 20;

const HookSchema = z.union([z.strictObject({ url: z.string() }), z.strictObject({ command: z.string().min(1) })]);

const ConfigSchema = z.strictObject({
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
  /** For each variable, the name that the client reads instead. */
  env: z.partialRecord(z.enum(VARIABLES), z.string().regex(/^[A-Za-z_]\w*$/)).default({}),
  /** The webhook URL. It can contain `{port}`. */
  receiver_url: z.string().optional(),
  do: HookSchema.optional(),
  show: HookSchema.optional(),
  /** Stages or areas that do not apply, each with the reason. */
  not_applicable: z.record(z.string(), z.string().min(1)).default({}),
  /** The time limit for one task, or for one run of the command. */
  timeout_seconds: z.number().positive().max(600).default(TIMEOUT_SECONDS),
});
export type CertifyConfig = Omit<z.infer<typeof ConfigSchema>, 'command'> & { command?: Command | undefined };

/**
 * Parses and validates the configuration.
 * @param text the contents of the file; undefined without one
 * @param path the path of the file, for messages
 * @param command what follows `--` on the command line
 * @throws ConfigError that names the field
 */
export function readConfig(text: string | undefined, path: string, command: readonly string[]): CertifyConfig {
  const parsed = ConfigSchema.safeParse(text === undefined ? {} : (readYaml(text, path) ?? {}));
  if (!parsed.success) throw describeIssue(path, parsed.error.issues[0]);
  if (parsed.data.command !== undefined && command.length > 0)
    throw new ConfigError('--', `${path} also has a command; give it in one place only`);
  const config = { ...parsed.data, ...(command.length > 0 ? { command } : {}) };
  if (config.command === undefined && !(config.do !== undefined && 'command' in config.do))
    throw new ConfigError(
      'command',
      'there is no command; pass the one that starts your client after --, or run gristmill certify --init and write it into certify.yaml',
    );
  for (const [key, url] of [
    ['receiver_url', config.receiver_url],
    ['do', urlOf(config.do)],
    ['show', urlOf(config.show)],
  ] as const) {
    if (url !== undefined) checkUrl(key, url);
  }
  return config;
}

/** Reads the configuration file. @returns undefined if no path is given and certify.yaml does not exist. @throws ConfigError if the file cannot be read */
export async function loadConfigText(path: string | undefined): Promise<string | undefined> {
  try {
    return await readFile(path ?? CONFIG_FILE, 'utf8');
  } catch (error) {
    if (path === undefined && error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError('--config', `${path ?? CONFIG_FILE} cannot be read: ${describeReadError(error)}`);
  }
}

const urlOf = (hook: Hook | undefined): string | undefined => (hook !== undefined && 'url' in hook ? hook.url : undefined);

function readYaml(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new ConfigError(path, `is not valid YAML: ${line}`);
  }
}

function checkUrl(key: string, text: string): void {
  const url = URL.parse(text.replaceAll('{port}', '1'));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(key, `'${text}' is not an http address; give one such as http://127.0.0.1:{port}/webhooks`);
}

function describeIssue(path: string, issue: z.core.$ZodIssue | undefined): ConfigError {
  const at = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known: readonly string[] = at === 'env' ? VARIABLES : Object.keys(ConfigSchema.shape);
    const closest = closestName(key, known);
    const hint = closest === undefined ? `use one of ${known.join(', ')}` : `did you mean ${closest}?`;
    return new ConfigError(path, `there is no ${at === 'env' ? 'variable' : 'field'} ${key}; ${hint}`);
  }
  const known = at === 'env' || at.startsWith('env.') ? `; the variables are ${VARIABLES.join(', ')}` : '';
  return new ConfigError(path, `${at === '' ? 'the file' : at}: ${issue?.message ?? 'is invalid'}${known}`);
}
