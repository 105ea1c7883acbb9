import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from './program.ts';

describe('what cannot work is one line that names the flag, and exit code 2', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gristmill-'));
    writeFileSync(join(folder, 'text.db'), 'This is a letter, not a database. '.repeat(100));
    writeFileSync(join(folder, 'broken.json'), '{"lots":');
    writeFileSync(join(folder, 'wrong.json'), '{"lots":[{"id":"inv 1","quantity_mt":"many"}],"colours":[]}');
    using other = new DatabaseSync(join(folder, 'other.db'));
    other.exec('create table letters (id integer primary key)');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const complain = async (...args: string[]): Promise<string> => {
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      said.push(String(chunk));
      return true;
    });
    expect(await run(args.map((arg) => arg.replace('{folder}', folder)))).toBe(2);
    vi.restoreAllMocks();
    return said.join('').replaceAll(folder, '{folder}');
  };

  test.each<[args: string[], said: string | RegExp]>([
    [['mokc'], "unknown command 'mokc' (Did you mean mock?)"],
    [['mock', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['mock', '--qwertyuiop'], "unknown option '--qwertyuiop'; --help shows what there is"],
    [['explain'], "missing required argument 'clause'; --help shows what there is"],
    [['mock', 'now'], /^too many arguments/],
    [
      ['mock', '--world-ttl', '59s'],
      "--world-ttl: '59s' will not do; give a time such as 30m, 24h or 7d, from 1m to 365d, or none",
    ],
    [['mock', '--port'], "option '--port <number>' argument missing"],
    [['mock', '--port', 'http'], "--port: 'http' will not do; give a whole number from 0 to 65535"],
    [['mock', '--port', '65536'], /^--port: '65536' will not do/],
    [['mock', '--port', '-1'], /^--port: '-1' will not do/],
    [['mock', '--port', '80.5'], /^--port: '80.5' will not do/],
    [['mock', '--lots', '19'], "--lots: '19' will not do; give a whole number from 20 to 1000000"],
    [['cleanup', '--timeout', '1e3'], /^--timeout: '1e3' will not do; give a number from 0.1 to 600$/],
    [['cleanup', 'nowhere'], /^target: 'nowhere' is no URL/],
    [['conform', '--list', '--timeout', '+5'], /^--timeout: '\+5' will not do/],
    [['conform', '--list', '--only', 'NOPE'], "--only: 'NOPE' fits no check; gristmill conform --list shows them all"],
    [
      ['conform', '--list', '--require', 'PRIVATE'],
      /^--require: 'PRIVATE' is no id of a clause; give one such as PRIV-4, an area/,
    ],
    [
      ['receiver', 'http://127.0.0.1:9/', '--require', 'SIG'],
      /^--require: 'SIG' is no id of a clause; give one such as PRIV-4 or/,
    ],
    [['explore', '--list', '--config', '{folder}/none.json'], /^--config: there is no file /],
    [['doctor', 'http://127.0.0.1:9/v1', '--config', '{folder}/none.json'], /^--config: there is no file /],
    [['receiver', '--list', '--timeout', 'soon'], /^--timeout: 'soon' will not do/],
    [['receiver', '--list', '--event', 'bid.acepted'], /^--event: no event of type/],
    [['receiver', '--list', '--report', 'json={folder}/x'], /^--report: --list runs nothing/],
    [['compare', '{folder}/none.json', '{folder}/none.json'], /^compare: \{folder\}\/none.json cannot be read: /],
    [['merge', '{folder}/none.json'], /^merge: \{folder\}\/none.json cannot be read: /],
    [['merge', '{folder}/wrong.json'], /^merge: \{folder\}\/wrong.json is no report of gristmill: /],
    [['explain', 'PRIVY'], /^explain: there is no clause 'PRIVY'; /],
    [['conform', 'http://127.0.0.1:9/v1', '--without', 'byer'], "--without: 'byer' is no actor; did you mean buyer?"],
    [['conform', '--list', '--report', 'nope'], /^--report: nope: there is no format/],
    [
      ['conform', 'http://127.0.0.1:9/v1', '--update-baseline', '{folder}'],
      /^--update-baseline: \{folder\} cannot be written: it is a folder; /,
    ],
    [
      ['conform', 'http://127.0.0.1:9/v1', '--report', 'json={folder}/x', '--report', 'html={folder}/x'],
      '--report: two reports would go to {folder}/x; give each a path of its own',
    ],
    [
      ['explore', '--story', '{folder}/text.db/story.txt'],
      /^--story: .* cannot be written: a file stands where a folder has to be/,
    ],
    [['token', '--sandbx'], "unknown option '--sandbx' (Did you mean --sandbox?)"],
    [['token', '--as', 'buyer', '--expires-in', '0x10'], /^--expires-in: '0x10' will not do; give a whole number from 1 to/],
    [['mock', '--lots', '1e3'], /^--lots: '1e3' will not do/],
    [['mock', '--seed', ' '], /^--seed: give a text/],
    [['mock', '--clock', 'noon'], /^--clock: 'noon' will not do; give real, frozen, or an instant/],
    [['mock', '--clock', '2026-13-01T00:00:00Z'], /^--clock: /],
    [['mock', '--clock', '1970-01-01T00:00:00Z'], /^--clock: /],
    [['mock', '--public-url', 'mock.example'], /^--public-url: 'mock.example' will not do/],
    [['mock', '--public-url', 'ftp://mock.example'], /^--public-url: /],
    [['mock', '--public-url', 'https://mock.example?x=1'], /^--public-url: /],
    [
      ['mock', '--allow-host', 'mock.internal', '--allow-host', 'http://mock:4010'],
      "--allow-host: 'http://mock:4010' is not a host name; give it without scheme and port, such as mock.internal",
    ],
    [['mock', '--allow-host', 'mock:4010'], /^--allow-host: 'mock:4010' is not a host name/],
    [['mock', '--allow-host', ''], /^--allow-host: '' is not a host name/],
    [['mock', '--rate-limit', '0'], /^--rate-limit: '0' will not do/],
    [['mock', '--host', ''], /^--host: give an address/],
    [
      ['mock', '--host', '192.0.2.1', '--port', '0', '--lots', '20'],
      "--host: '192.0.2.1' is no address of this machine; give 127.0.0.1 or 0.0.0.0",
    ],
    [['mock', '--admin-token', 'short'], /^--admin-token: give at least 8 characters/],
    [['mock', '--port', '0', '--port', '1'], '--port: is given twice, and takes one value; leave one out'],
    [['explore', '--seed=1', '--seed', '1', '--list'], /^--seed: is given twice/],
    [['contracts', 'verify', 'x', '--provider', 'a', '--provider', 'b'], /^--provider: is given twice/],
    [['mock', '--strict', '--lenient'], "option '--strict' cannot be used with option '--lenient'"],
    [['mock', '--db', 'postgres://localhost/x'], /^--db: PostgreSQL is not in this version/],
    [['mock', '--db', ''], '--db: give the path of a file'],
    [['mock', '--db', '{folder}'], "--db: '{folder}' is a folder; give the path of a file, or of one to make"],
    [
      ['mock', '--db', `{folder}/${'n'.repeat(300)}`],
      /^--db: '\{folder\}\/n+' is too long: a name has at most 250 characters here/,
    ],
    [['mock', '--db', '{folder}/no/world.db'], /^--db: '\{folder\}\/no\/world.db' cannot be made: there is no folder/],
    [
      ['mock', '--db', '{folder}/text.db'],
      "--db: '{folder}/text.db' is not a SQLite database; give another file, or one to make",
    ],
    [
      ['mock', '--db', '{folder}/other.db'],
      "--db: '{folder}/other.db' is a database of something else; give another file, or one to make",
    ],
    [['mock', '--fixtures', '{folder}/none.json'], /^--fixtures: '\{folder\}\/none.json' cannot be read: ENOENT/],
    [['mock', '--fixtures', '{folder}/broken.json'], /^--fixtures: '\{folder\}\/broken.json' is not JSON: /],
    [
      ['mock', '--fixtures', '{folder}/wrong.json'],
      /will not do: lots\[0\]\.id must be .*; lots\[0\]\.reference is required; .*; and \d+ more$/,
    ],
  ])('%j', async (args, said) => {
    const complaint = await complain(...args);
    expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
    const message = complaint.slice('gristmill: '.length, -1);
    if (typeof said === 'string') expect(message).toBe(said);
    else expect(message).toMatch(said);
  });

  test('without a command it shows what there is', async () => {
    expect(await complain()).toContain('mock [options]');
  });
});
