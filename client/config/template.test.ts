import { expect, test } from 'vitest';
import { SCOPE_PROBES } from '../actors/scopes.ts';
import { parse } from 'yaml';
import { isObject } from '../json.ts';
import { readConfigSchema } from '../settings/schema.ts';
import { validateConfig } from './validate-config.ts';
import { CONFIG_TEMPLATE } from './template.ts';

const [first_line = '', ...lines] = CONFIG_TEMPLATE.split('\n');

/** The file with every example in force. */
const uncommented = lines.map((line) => line.replace(/^# /, '')).join('\n');

/** Every key of the schema, as a path: `actors.buyer.oauth.client_id`. */
function listKeys(schema: unknown, at: string): readonly string[] {
  if (!isObject(schema)) return [];
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const items = listKeys(schema['items'], `${at}0.`);
  const names = isObject(schema['propertyNames']) ? schema['propertyNames']['enum'] : undefined;
  const named = Array.isArray(names) ? names.map((name) => `${at}${String(name)}`) : [];
  return [...items, ...named, ...properties.flatMap(([key, below]) => [`${at}${key}`, ...listKeys(below, `${at}${key}.`)])];
}

/** Every key that a configuration has, as a path. */
function listPaths(value: unknown, at: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => listPaths(item, `${at}${i}.`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, below]) => [`${at}${key}`, ...listPaths(below, `${at}${key}.`)]);
}

test('the unchanged template configures a check of a mock on this machine', () => {
  expect(validateConfig(parse(CONFIG_TEMPLATE))).toEqual({
    config: { target: { base_url: 'http://127.0.0.1:4010/v1' } },
    notices: [],
  });
});

test('the template is valid with every example uncommented', () => {
  expect(validateConfig(parse(uncommented))).toEqual({ config: parse(uncommented), notices: [] });
});

test('the template names every key, each with an example', () => {
  const known = listKeys(readConfigSchema(), '').filter((key) => key !== '$schema');
  const written = new Set(listPaths(parse(uncommented), ''));
  expect(known.length).toBeGreaterThan(50);
  expect(known.filter((key) => !written.has(key))).toEqual([]);
  const ways = [...written].map((path) => path.replace(/^(actors|hooks)\.\w+/, '$1'));
  const of_each = ['token_env', 'token_command', 'oauth', 'team_id', 'user_id'].map((key) => `actors.${key}`);
  expect([...of_each, 'hooks.url', 'hooks.command', 'hooks.token_env'].filter((key) => !ways.includes(key))).toEqual([]);
});

test('the first line points editors to the generated schema', () => {
  expect(first_line).toMatch(
    /^# yaml-language-server: \$schema=\.\/node_modules\/gristmill\/dist\/client\/config\/config\.schema\.json$/,
  );
});

test('the template lists every scope that an actor needs', () => {
  const named = new Set(CONFIG_TEMPLATE.match(/\b[a-z]+\.(?:read|write)\b/g));
  expect(Object.keys(SCOPE_PROBES).filter((scope) => !named.has(scope))).toEqual([]);
});
