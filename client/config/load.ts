/** Finds and reads `gristmill.config.*`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../settings/config-error.ts';
import { validateConfig } from './validate-config.ts';
import type { Config } from '../settings/schema.ts';
import { describeThrown } from './describe-thrown.ts';

/** In the order of error messages. */
export const CONFIG_FILES = ['ts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((ending) => `gristmill.config.${ending}`);

const FILE_BYTES_MAX = 1024 * 1024;
const PROBLEMS_MAX = 10;

export interface LoadedConfig {
  config: Config;
  /** Undefined if there is no file. */
  path: string | undefined;
  /** The working directory of its commands. */
  dir: string;
  /** Warnings about its content. */
  notices: readonly string[];
}

/**
 * Reads the file that `--config` names, or the one in the working directory. Without a file, the configuration is empty.
 * @throws ConfigError with the file, the key, and what to do
 */
export async function loadConfig(cwd: string, named?: string): Promise<LoadedConfig> {
  const path = named === undefined ? findFile(cwd) : resolveFile(cwd, named);
  if (path === undefined) return { config: {}, path, dir: cwd, notices: [] };

  const name = named ?? basename(path);
  const result = validateConfig(await readContent(name, path));
  if ('config' in result) return { ...result, path, dir: dirname(path) };
  const { problems } = result;
  const rest = problems.length - PROBLEMS_MAX;
  const listed = problems.slice(0, PROBLEMS_MAX).join('; ');
  throw new ConfigError(name, rest > 0 ? `${listed}; and ${rest} more` : listed);
}

function findFile(cwd: string): string | undefined {
  const there = CONFIG_FILES.filter((name) => existsSync(join(cwd, name)));
  if (there.length > 1) throw new ConfigError('--config', `found ${there.join(' and ')}; keep one, or select one with --config`);
  return there[0] === undefined ? undefined : join(cwd, there[0]);
}

function resolveFile(cwd: string, named: string): string {
  const path = isAbsolute(named) ? named : join(cwd, named);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new ConfigError('--config', `there is no file ${named}; gristmill init creates gristmill.config.yaml`);
  if (!stat.isFile()) throw new ConfigError('--config', `${named} is not a file`);
  return path;
}

async function readContent(name: string, path: string): Promise<unknown> {
  try {
    switch (extname(path)) {
      case '.ts':
      case '.js':
      case '.mjs':
        return await importDefault(path);
      case '.json':
        return parseJson(readText(path));
      case '.yaml':
      case '.yml':
        return await parseYaml(readText(path));
      default:
        throw new Error('its name must end in .ts, .js, .mjs, .json, .yaml, or .yml');
    }
  } catch (error) {
    // Only the first line: later lines can quote the file, including secrets.
    const [why = ''] = describeThrown(error).trim().split('\n');
    throw new ConfigError(name, `cannot be read: ${why.replace(/:$/, '')}`);
  }
}

function readText(path: string): string {
  const { size } = statSync(path);
  if (size > FILE_BYTES_MAX) throw new Error(`it has ${size} bytes; the limit is ${FILE_BYTES_MAX}`);
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Leave out the end of the message: it can quote the file, including secrets.
    throw new Error(
      String(error)
        .replace(/^\w+: /, '')
        .replace(/, (?:\.\.\.)?".*$/s, ''),
      { cause: error },
    );
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  return parse(text);
}

async function importDefault(path: string): Promise<unknown> {
  // The exports of the file have no known type.
  const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  if (!Object.hasOwn(module, 'default')) throw new Error('it has no default export; add export default { … }');
  return module.default;
}
