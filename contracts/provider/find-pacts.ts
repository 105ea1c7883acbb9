/** Finds pacts: files, folders, URLs of files, and brokers. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeThrown, NoResponse, sendRequest, isObject } from '#client';
import { ContractsSetupError, PactSourceError } from '../errors.ts';

/** A local or remote pact file. */
export interface PactFile {
  readonly kind: 'file';
  readonly at: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: number;
}

/** The URL of a broker, which serves pacts by the name of the provider. */
export interface Broker {
  readonly kind: 'broker';
  readonly at: string;
}

export type PactSource = PactFile | Broker;

/** The credentials for a broker. */
export interface BrokerAccess {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

const PACT_BYTES_MAX = 8 * 1024 * 1024;

/**
 * @param named as typed; paths are relative to `cwd`
 * @throws PactSourceError for an unreadable file, an invalid pact, or an empty folder
 */
export async function findPacts(
  named: readonly string[],
  cwd: string,
  access: BrokerAccess = {},
): Promise<readonly PactSource[]> {
  if (named.length === 0) throw new PactSourceError('pacts', 'name at least one file, folder, URL of a pact, or broker');
  const found: PactSource[] = [];
  for (const name of named) {
    if (/^https?:\/\//.test(name)) found.push(await readAddress(name, access));
    else found.push(...readPath(name, resolve(cwd, name)));
  }
  return found;
}

function readPath(name: string, path: string): readonly PactFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new PactSourceError(name, 'there is no such file or folder');
  if (!stats.isDirectory()) return [describe(name, path, readJson(name, path))];
  const files = readdirSync(path).filter((file) => file.endsWith('.json'));
  if (files.length === 0) throw new PactSourceError(name, 'no pact found: the folder has no .json file');
  return files
    .toSorted()
    .map((file) => describe(join(name, file), join(path, file), readJson(join(name, file), join(path, file))));
}

function readJson(name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new PactSourceError(name, `cannot be read: ${describeThrown(error)}`);
  }
}

/** @throws PactSourceError if it is not a pact or has no interactions */
function describe(name: string, at: string, json: unknown): PactFile {
  const pact = isObject(json) ? json : {};
  const [consumer, provider] = [nameIn(pact['consumer']), nameIn(pact['provider'])];
  if (consumer === undefined || provider === undefined)
    throw new PactSourceError(name, 'is not a pact: it names no consumer or no provider');
  // Versions before 4 have separate messages.
  const interactions = countOf(pact['interactions']) + countOf(pact['messages']);
  if (interactions === 0) throw new PactSourceError(name, 'has no interactions');
  return { kind: 'file', at, consumer, provider, interactions };
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function nameIn(party: unknown): string | undefined {
  const name = isObject(party) ? party['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

async function readAddress(url: string, access: BrokerAccess): Promise<PactSource> {
  const headers = { accept: 'application/hal+json, application/json', ...authorize(access) };
  const response = await sendRequest(url, { headers, bytes_max: PACT_BYTES_MAX }).catch((error: unknown) => {
    if (error instanceof NoResponse) throw new ContractsSetupError(`${url}: did not respond: ${error.message}`);
    throw error;
  });
  if (response.status === 401 || response.status === 403)
    throw new ContractsSetupError(
      `${url}: returned ${response.status}; set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD`,
    );
  if (response.status !== 200) throw new ContractsSetupError(`${url}: returned ${response.status}`);
  const links = isObject(response.json) ? response.json['_links'] : undefined;
  // The index of a broker has certain links. A pact from a broker has such links too, but also a consumer.
  const is_broker =
    isObject(links) && Object.keys(links).some((name) => name.startsWith('pb:')) && !('consumer' in Object(response.json));
  return is_broker ? { kind: 'broker', at: url } : describe(url, url, response.json);
}

function authorize({ token, username, password }: BrokerAccess): Readonly<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}
