import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeTestFolder } from '#client/testing/folder';
import { beforeAll, describe, expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

describe('wrong usage prints one line that names the flag, and exits with 2', () => {
  const folder = makeTestFolder();
  beforeAll(() => {
    writeFileSync(join(folder, 'text.db'), 'This is a letter, not a database. '.repeat(100));
    writeFileSync(join(folder, 'broken.json'), '{"lots":');
    writeFileSync(join(folder, 'no-target.json'), '{}');
    writeFileSync(join(folder, 'wrong.json'), '{"lots":[{"id":"inv 1","quantity_mt":"many"}],"colours":[]}');
    using other = new DatabaseSync(join(folder, 'other.db'));
    other.exec('create table letters (id integer primary key)');
  });
  const complain = async (...args: string[]): Promise<string> => {
    const { code, complaint } = await runHere(...args.map((arg) => arg.replace('{folder}', folder)));
    expect(code).toBe(2);
    return complaint.replaceAll(folder, '{folder}');
  };

  test.each<[args: string[], expected: string | RegExp]>([
    [['mokc'], "unknown command 'mokc' (Did you mean mock?)"],
    [['qwertyuiop'], "unknown command 'qwertyuiop'; --help lists the commands"],
    [['mock', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['mock', '--qwertyuiop'], "unknown option '--qwertyuiop'; to see how to use it, add --help"],
    [
      ['conform', '--target', 'http://127.0.0.1:9/v1'],
      "unknown option '--target'; give the URL of the deployment without an option, as in gristmill conform URL",
    ],
    [['explain'], "missing required argument 'clause'; to see how to use it, add --help"],
    [['mock', 'now'], /^too many arguments/],
    [['mock', '--world-ttl', '59s'], /^--world-ttl: '59s' is not valid; /],
    [['mock', '--port'], "option '--port <number>' argument missing"],
    [['mock', '--port', 'http'], /^--port: 'http' .* 0 to 65535$/],
    [['mock', '--port', '65536'], /^--port: '65536' /],
    [['mock', '--port', '80.5'], /^--port: '80.5' /],
    [['mock', '--lots', '19'], /^--lots: '19' .* 20 to 1000000$/],
    [['cleanup', '--timeout', '1e3'], /^--timeout: '1e3' /],
    [['cleanup', 'nowhere'], /^target: 'nowhere' /],
    [['conform', '--list', '--timeout', '+5'], /^--timeout: '\+5' /],
    [['conform', '--list', '--only', 'NOPE'], /^--only: 'NOPE' .*gristmill conform --list/],
    [['conform', '--list', '--require', 'PRIVATE'], /^--require: 'PRIVATE' /],
    [['explore', '--list', '--config', '{folder}/none.json'], /^--config: .*none\.json/],
    [['doctor', 'http://127.0.0.1:9/v1', '--config', '{folder}/none.json'], /^--config: .*none\.json/],
    [['receiver', '--list', '--event', 'bid.acepted'], /^--event: /],
    [['receiver', '--list', '--report', 'json={folder}/x'], /^--report: --list runs no drills/],
    [
      ['compare', '{folder}/none.json', '{folder}/none.json'],
      /^compare: \{folder\}\/none.json cannot be read: there is no such file; /,
    ],
    [['merge', '{folder}/none.json'], /^merge: \{folder\}\/none.json cannot be read: there is no such file; /],
    [['merge', '{folder}/wrong.json'], /^merge: \{folder\}\/wrong.json /],
    [['explain', 'PRIVY'], /^explain: there is no clause or area 'PRIVY'; did you mean PRIV\?$/],
    [['conform', 'http://127.0.0.1:9/v1', '--without', 'byer'], /^--without: 'byer' .*did you mean buyer\?$/],
    [['conform', '--list', '--report', 'nope'], /^--report: nope/],
    [['conform', '--config', '{folder}/no-target.json'], /^target: no target is set; /],
    [['conform', 'ftp://x/v1'], /^target: 'ftp:/],
    [['conform', 'http://127.0.0.1:9/v1', '--clause', 'BID-4x'], /^--clause: 'BID-4X' /],
    [['conform', 'http://127.0.0.1:9/v1', '--shard', '3/2'], /^--shard: '3\/2' /],
    [['conform', 'http://127.0.0.1:9/v1', '--report', 'pdf=x'], /^--report: pdf=x: there is no format "pdf"/],
    [
      ['conform', 'http://127.0.0.1:9/v1', '--report', 'json={folder}/x', '--report', 'html={folder}/x'],
      '--report: two reports would go to {folder}/x; give each its own path',
    ],
    [['explore', '--story', '{folder}/text.db/story.txt'], /^--story: .* cannot be written: a file is in the place of a folder/],
    [['token', '--sandbx'], "unknown option '--sandbx' (Did you mean --sandbox?)"],
    [['token', '--as', 'buyer', '--expires-in', '0x10'], /^--expires-in: '0x10' .* 1 to/],
    [['mock', '--seed', ' '], /^--seed: give text/],
    [['mock', '--clock', 'noon'], /^--clock: 'noon' is not valid; use real, frozen, or an instant/],
    [['mock', '--clock', '2026-13-01T00:00:00Z'], /^--clock: /],
    [['mock', '--clock', '1970-01-01T00:00:00Z'], /^--clock: /],
    [['mock', '--public-url', 'mock.example'], /^--public-url: 'mock.example' is not a plain http address/],
    [['mock', '--public-url', 'ftp://mock.example'], /^--public-url: /],
    [['mock', '--public-url', 'https://mock.example?x=1'], /^--public-url: /],
    [
      ['mock', '--allow-host', 'mock.internal', '--allow-host', 'http://mock:4010'],
      "--allow-host: 'http://mock:4010' is not a host name; leave out scheme and port, as in mock.internal",
    ],
    [['mock', '--allow-host', 'mock:4010'], /^--allow-host: 'mock:4010' is not a host name/],
    [['mock', '--allow-host', ''], /^--allow-host: '' is not a host name/],
    [['mock', '--rate-limit', '0'], /^--rate-limit: '0' /],
    [['mock', '--log', 'loud'], "--log: 'loud' is invalid; use pretty, json, or off"],
    [['wait', 'evnt'], "<kind>: 'evnt' is invalid; use request, event, or delivery"],
    [['mock', '--host', ''], /^--host: give an address/],
    [
      ['mock', '--host', '192.0.2.1', '--port', '0', '--lots', '20'],
      "--host: '192.0.2.1' is not an address of this machine; give 127.0.0.1 or 0.0.0.0",
    ],
    [
      ['mock', '--admin-token', 'short'],
      /^--admin-token or GRISTMILL_ADMIN_TOKEN: is too short or has a character that is not allowed; give/,
    ],
    [['mock', '--port', '0', '--port', '1'], '--port: is given twice and takes one value; remove one'],
    [['explore', '--seed=1', '--seed', '1', '--list'], /^--seed: is given twice/],
    [['contracts', 'verify', 'x', '--provider', 'a', '--provider', 'b'], /^--provider: is given twice/],
    [['mock', '--strict', '--lenient'], "option '--strict' cannot be used with option '--lenient'"],
    [['mock', '--db', 'postgres://ada:secret@localhost'], /^--db: the address names no database; (?!.*secret)/],
    [['mock', '--db', 'postgres:ada:secret'], /^--db: the address of the database cannot be read; (?!.*secret)/],
    [['mock', '--db', 'postgres://ada:secret@127.0.0.1:1/x'], /^--db: PostgreSQL at 127.0.0.1:1 does not respond; (?!.*secret)/],
    [['mock', '--db', ''], /^--db: give the path of a file/],
    [['mock', '--db', '{folder}'], /^--db: '\{folder\}' /],
    [['mock', '--db', `{folder}/${'n'.repeat(300)}`], /^--db: '\{folder\}\/n+' .*250 characters/],
    [['mock', '--db', '{folder}/no/world.db'], /^--db: '\{folder\}\/no\/world.db' /],
    [['mock', '--db', '{folder}/text.db'], /^--db: '\{folder\}\/text.db' is not a SQLite database/],
    [['mock', '--db', '{folder}/other.db'], /^--db: '\{folder\}\/other.db' /],
    [
      ['mock', '--fixtures', '{folder}/none.json'],
      /^--fixtures: \{folder\}\/none.json cannot be read: there is no such file; give /,
    ],
    [['mock', '--fixtures', '{folder}/broken.json'], /^--fixtures: '\{folder\}\/broken.json' is not JSON: /],
    [
      ['mock', '--fixtures', '{folder}/wrong.json'],
      /has wrong fields: lots\[0\]\.id must be .*; lots\[0\]\.reference is required; .*; and \d+ more$/,
    ],
  ])('%j', async (args, expected) => {
    const complaint = await complain(...args);
    expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
    const message = complaint.slice('gristmill: '.length, -1);
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  test('without a command it prints the help', async () => {
    expect(await complain()).toContain('Check a deployment:\n');
  });
});
