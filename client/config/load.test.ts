import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../testing/in-test.ts';
import type { ConfigError } from '../settings/config-error.ts';
import { validateConfig } from './validate-config.ts';
import { readFixtures } from '../actors/read-fixtures.ts';
import { loadConfig } from './load.ts';

let cwd = '';
beforeEach(() => {
  cwd = makeFolder();
});

function write(name: string, text: string): void {
  writeFileSync(join(cwd, name), text);
}

const EXPECTED = { target: { base_url: 'https://api.example.com/v1' }, actors: { buyer: { token_env: 'BUYER_TOKEN' } } };

test.each([
  [
    'ts',
    `const url: string = 'https://api.example.com/v1';\nexport default { target: { base_url: url }, actors: { buyer: { token_env: 'BUYER_TOKEN' } } };`,
  ],
  ['mjs', `export default ${JSON.stringify(EXPECTED)};`],
  ['js', `module.exports = ${JSON.stringify(EXPECTED)};`],
  ['json', `\uFEFF${JSON.stringify(EXPECTED)}`],
  ['yaml', 'target: { base_url: https://api.example.com/v1 }\nactors:\n  buyer: { token_env: BUYER_TOKEN }\nhooks:\n'],
  ['yml', 'target:\n  base_url: https://api.example.com/v1\nactors:\n  buyer:\n    token_env: BUYER_TOKEN\n'],
])('a file that ends in .%s is found and read', async (ending, text) => {
  const name = `gristmill.config.${ending}`;
  write(name, text);
  expect(await loadConfig(cwd)).toEqual({ config: EXPECTED, path: join(cwd, name), dir: cwd, notices: [] });
});

test('--config names another file; commands run in its folder', async () => {
  mkdirSync(join(cwd, 'sub'));
  write('sub/staging.yaml', 'target: { mode: sandbox }');
  write('gristmill.config.json', '{ this is not read');
  expect(await loadConfig(cwd, 'sub/staging.yaml')).toEqual({
    config: { target: { mode: 'sandbox' } },
    path: join(cwd, 'sub/staging.yaml'),
    dir: join(cwd, 'sub'),
    notices: [],
  });
});

test('a missing file and an empty file are an empty configuration', async () => {
  expect(await loadConfig(cwd)).toEqual({ config: {}, path: undefined, dir: cwd, notices: [] });
  write('gristmill.config.yaml', '# nothing yet\n');
  expect((await loadConfig(cwd)).config).toEqual({});
});

test.each([
  ['gristmill.config.json', '{', /^gristmill\.config\.json: cannot be read: /],
  ['gristmill.config.yaml', 'a: [', /^gristmill\.config\.yaml: cannot be read: .* at line 1/],
  ['gristmill.config.yaml', 'target: {}\ntarget: {}', /^gristmill\.config\.yaml: cannot be read: Map keys must be unique/],
  ['gristmill.config.mjs', 'export const config = {};', /^gristmill\.config\.mjs: cannot be read: it has no default export/],
  ['gristmill.config.mjs', 'throw new Error("no luck");', /^gristmill\.config\.mjs: cannot be read: no luck/],
  ['gristmill.config.json', '[]', /^gristmill\.config\.json: the whole file: give keys with values below it/],
])('%s with %j is rejected in one line', async (name, text, message) => {
  write(name, text);
  const { message: said, name: kind } = await loadConfig(cwd).then(
    () => new Error('it was taken'),
    (reason: ConfigError) => reason,
  );
  expect([kind, said]).toEqual(['ConfigError', expect.stringMatching(message)]);
  expect(said).not.toContain('\n');
});

test('a syntax error does not quote the file, and a huge file is not read', async () => {
  write('a.json', '{"token": live_abcdefgh}');
  write('b.yaml', 'actors: { token: live_abcdefgh, : [');
  write('c.json', ' '.repeat(2_000_000));
  for (const name of ['a.json', 'b.yaml']) {
    const error: unknown = await loadConfig(cwd, name).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/^ConfigError: [ab]\.\w+: cannot be read: \S/);
    expect(String(error)).not.toContain('abcd');
  }
  await expect(loadConfig(cwd, 'c.json')).rejects.toThrow('c.json: cannot be read: it has 2000000 bytes');
});

test('two files, a missing one, a folder, and an unknown extension are rejected', async () => {
  write('gristmill.config.json', '{}');
  write('gristmill.config.yaml', '');
  write('gristmill.toml', '');
  await expect(loadConfig(cwd)).rejects.toThrow('--config: found gristmill.config.json and gristmill.config.yaml; keep one');
  await expect(loadConfig(cwd, 'no.yaml')).rejects.toThrow('--config: there is no file no.yaml; gristmill init');
  await expect(loadConfig(cwd, '.')).rejects.toThrow('--config: . is not a file');
  await expect(loadConfig(cwd, 'gristmill.toml')).rejects.toThrow('gristmill.toml: cannot be read: its name must end in');
});

const SECRET = 'live_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';

test.each([
  [{ actors: { byer: {} } }, 'actors.byer: is unknown; did you mean buyer?'],
  [{ hooks: { pay_invoices: { url: 'https://x.example' } } }, 'hooks.pay_invoices: is unknown; did you mean pay_invoice?'],
  [{ base_url: 'http://127.0.0.1:9/v1' }, 'base_url: is unknown; did you mean target.base_url?'],
  [{ actors: { buyer: { user: 'usr_1' } } }, 'actors.buyer.user: is unknown; did you mean user_id?'],
  [{ fixtures: { company_name: 'x' } }, 'fixtures.company_name: is unknown; did you mean verified_company_name?'],
  [{ fixtures: { company: 'x' } }, 'fixtures.company: is unknown; did you mean verified_company_name?'],
  [{ targets: {} }, 'targets: is unknown; did you mean target?'],
  [{ target: { zzzzzzzzz: 1 } }, /^target\.zzzzzzzzz: is unknown; known keys: base_url, auth_url, /],
  [{ allow_extra: [{ key: 'x', reasons: 'y', reason: 'z' }] }, 'allow_extra.0.reasons: is unknown; did you mean reason?'],
  [
    { actors: { buyer: { oauth: { client_idd: 'x', client_id: 'y' } } } },
    'actors.buyer.oauth.client_idd: is unknown; did you mean client_id?',
  ],
  [
    { actors: { buyer: { token: SECRET } } },
    /^actors\.buyer\.token: this file must not contain secrets; put it in an environment variable, and name that in token_env/,
  ],
  [
    { actors: { buyer: { oauth: { client_id: 'x', client_secret: SECRET } } } },
    /client_secret: this file must not contain secrets;.* name that in client_secret_env$/,
  ],
  [{ target: { admin_token: SECRET } }, /admin_token: this file must not contain secrets;.* name that in admin_token_env$/],
  [{ actors: { buyer: { token_env: SECRET } } }, /^actors\.buyer\.token_env: seems to contain the secret itself/],
  [{ actors: { buyer: { token_env: 'eyJhbGciOiJIUzI1NiJ9.e30.abc' } } }, /token_env: seems to contain the secret itself/],
  [{ actors: { buyer: { token_env: '$BUYER TOKEN' } } }, /token_env: is not a name of an environment variable/],
  [{ target: { base_url: 'https://me:pass@api.example.com/v1' } }, /^target\.base_url: contains a user name or password/],
  [{ target: { base_url: 'ftp://api.example.com/v1' } }, /^target\.base_url: begins with ftp:/],
  [{ target: { base_url: 'api' } }, 'target.base_url: use a complete URL, such as https://api.example.com/v1'],
  [{ target: { mode: 'prod' } }, 'target.mode: give live or sandbox'],
  [{ target: { receiver_port: 70_000 } }, 'target.receiver_port: give at most 65535'],
  [{ target: { receiver_port: '80' } }, 'target.receiver_port: give a number'],
  [
    { actors: { buyer: { token_env: 'A', token_command: 'b' } } },
    'actors.buyer: token_env and token_command are set; keep one of them',
  ],
  [{ actors: { buyer: { team_id: 'tm_1' } } }, 'actors.buyer: has no source for a token; add token_env, token_command, or oauth'],
  [{ actors: { buyer: { oauth: {} } } }, /^actors\.buyer\.oauth\.client_id: is missing; give a string/],
  [{ hooks: { set_queue: {} } }, 'hooks.set_queue: set either url or command'],
  [{ hooks: { set_queue: { url: 'https://x.example', command: 'y' } } }, 'hooks.set_queue: set either url or command'],
])('%j is rejected', (content, problem) => {
  const result = validateConfig(content);
  const problems = 'problems' in result ? result.problems : [];
  expect(problems).toHaveLength(1);
  expect(problems[0]).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  expect(problems.join(' ')).not.toContain(SECRET);
  expect(problems.join(' ')).not.toContain('pass@');
});

test('all problems of a file are reported at once', async () => {
  write('gristmill.config.yaml', 'target: { mode: x, receiver_port: -1 }\nactors: { byer: {} }');
  await expect(loadConfig(cwd)).rejects.toThrow(
    'gristmill.config.yaml: target.mode: give live or sandbox; target.receiver_port: give at least 0; actors.byer: is unknown',
  );
});

test('free bodies can have any key, and other objects only the keys of the schema', () => {
  const content = { $schema: './x.json', fixtures: { cash_bid_body: { token: 1, deep: { secret: 2 } } } };
  expect(validateConfig(content)).toEqual({ config: content, notices: [] });
});

test('an unknown hook or fixture is reported and ignored; a misspelled one is an error', () => {
  expect(
    validateConfig({ hooks: { weigh_the_moon: { url: 'http://127.0.0.1:1/' } }, fixtures: { colour_of_barns: 'red' } }),
  ).toEqual({
    config: { hooks: {}, fixtures: {} },
    notices: [
      expect.stringMatching(/^hooks\.weigh_the_moon is unknown and was ignored; known keys: pay_invoice, /) as string,
      expect.stringMatching(/^fixtures\.colour_of_barns is unknown and was ignored/) as string,
    ],
  });
  expect(validateConfig({ hooks: { pay_invoce: { url: 'http://127.0.0.1:1/' } } })).toEqual({
    problems: ['hooks.pay_invoce: is unknown; did you mean pay_invoice?'],
  });
});

test('secrets can be text or lists of text', () => {
  expect(readFixtures({ secrets: { names: ['Two Rivers'], coordinates: [[50.312477, -105.1], '49.5'] }, unit: 'BU' })).toEqual({
    unit: 'BU',
    secrets: ['Two Rivers', '50.312477', '-105.1', '49.5'],
  });
  expect(readFixtures({ secrets: ['Two Rivers', 50.312477] })).toEqual({ secrets: ['Two Rivers', '50.312477'] });
  expect(readFixtures()).toEqual({});
});
