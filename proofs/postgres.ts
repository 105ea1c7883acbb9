/** A PostgreSQL server for tests, in a temporary folder. Debian's `postgresql` package provides the programs. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#client';
import { Client } from 'pg';

const run = promisify(execFile);

const DEBIAN = '/usr/lib/postgresql';
const USER = 'gristmill';
/** Tests search all output for it. */
export const PASSWORD = 'wheat-9f2c';

interface PostgresOptions {
  /** Whether commits wait for the disk. Needed only if the machine itself may crash: a killed server loses nothing either way. */
  is_durable?: boolean;
  /** Further settings, such as `{ max_connections: '20' }`. */
  settings?: Readonly<Record<string, string>>;
}

export interface Postgres extends AsyncDisposable {
  readonly port: number;
  /** The URL of a database, whether it exists or not. */
  url(database: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Runs one statement as the superuser. */
  query(sql: string, database?: string): Promise<unknown[]>;
  start(): Promise<void>;
  /** Stops the server as a crash does. */
  stop(): Promise<void>;
  /** Stops the server and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts an empty server on a free port of 127.0.0.1. It ends with this process, even if this process is killed.
 * @throws Error if PostgreSQL is not installed: a test that cannot run fails, and is not skipped
 */
export async function startPostgres({ is_durable = false, settings = {} }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'gristmill-postgres-'));
  const asUser = await findUser(folder);
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const execute = async (program: string, args: readonly string[]): Promise<void> => {
    const [file = '', ...rest] = [...asUser, join(bin, program), ...args];
    await run(file, rest);
  };

  const release = startGuard(asUser, join(bin, 'pg_ctl'), folder);
  const password = join(folder, 'password');
  await writeFile(password, PASSWORD, { mode: 0o644 });
  // A linguistic collation, so that a query that relies on the order of bytes without saying so fails.
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'];
  await execute('initdb', ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${password}`, '--no-sync', ...locale]);
  const port = await findFreePort();
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Commits still reach the operating system, so that a killed server loses none.
    ...(is_durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);

  const url = (database: string): string => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const query = async (sql: string, database = 'postgres'): Promise<unknown[]> => {
    const client = new Client({ connectionString: url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => execute('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-o', options.join(' ')]);
  const stop = async (): Promise<void> => execute('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w']);
  const close = async (): Promise<void> => {
    await release();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    const logged = await readFile(log, 'utf8').catch(() => '');
    await close();
    throw new Error(`PostgreSQL did not start: ${logged}`, { cause: error });
  }
  return {
    port,
    url,
    createDatabase: async (name) => {
      await query(`create database "${name}"`);
      return url(name);
    },
    query,
    start,
    stop,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The folder of the newest installed version, or PG_BINDIR. */
function findPrograms(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env['PG_BINDIR'] ?? '', ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  const found = folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
  if (found === undefined)
    throw new Error('PostgreSQL is not installed: run tools/install-postgres.sh, or name its folder of programs in PG_BINDIR.');
  return found;
}

/** PostgreSQL refuses to run as root. @returns the beginning of the commands that run it as another user */
async function findUser(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const { stdout } = await run('id', ['-u', 'postgres']);
  const uid = stdout.trim();
  await chown(folder, Number(uid), 0);
  return ['setpriv', `--reuid=${uid}`, '--clear-groups', '--'];
}

/**
 * Starts a shell that waits until its input ends, as it does when this process dies, and then stops the server and removes its folder. It
 * has a separate session, so that Ctrl-C does not end it first. @returns a function that ends the input and waits for the shell
 */
function startGuard(asUser: readonly string[], pg_ctl: string, folder: string): () => Promise<void> {
  const script = 'read -r _; "$0" stop -D "$1/data" -m immediate -w >/dev/null 2>&1; rm -rf "$1"';
  const [file, ...args] = [...asUser, 'sh', '-c', script, pg_ctl, folder];
  const child = spawn(file, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  const ended = once(child, 'close');
  return async () => {
    child.stdin.end();
    await ended;
  };
}
