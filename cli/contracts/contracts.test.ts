import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { sendJson, serve } from '#client/testing/server';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Ran } from '../testing/run-here.ts';
import { runHere } from '../testing/run-here.ts';

const PACT = { consumer: { name: 'desk' }, provider: { name: 'market' }, interactions: [{}] };

describe('gristmill contracts', () => {
  const folder = makeTestFolder();
  beforeAll(() => {
    writeFileSync(join(folder, 'pact.json'), JSON.stringify(PACT));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** What is printed, and the exit code. */
  async function call(...args: string[]): Promise<Ran> {
    return runHere(...args.map((arg) => arg.replace('{folder}', folder)));
  }

  test('states lists the states and what they create, as text and as JSON', async () => {
    const text = await call('contracts', 'states');
    expect(text.code).toBe(0);
    expect(text.out).toMatch(/^a settled trade\n {2}A trade with both invoices paid/m);
    const states = JSON.parse((await call('contracts', 'states', '--json')).out) as { name: string; values: object }[]; // our own output
    expect(states.length).toBeGreaterThan(30);
    expect(states.find(({ name }) => name === 'a listed lot')).toMatchObject({ values: { lot_id: 'the listing' } });
  });

  test.each([
    [['verify'], "missing required argument 'pacts'"],
    [['verify', ''], '<pacts>: an empty argument names no pact'],
    [['verify', '{folder}/none'], 'none: there is no such file or folder'],
    [['verify', '{folder}/pact.json', '--consumer', 'dsek'], '--consumer: no pact of dsek found; there are pacts of desk'],
    [['verify', '{folder}/pact.json', '--actor', 'byer'], "--actor: 'byer' is not an actor (did you mean buyer?)"],
    [['verify', '{folder}/pact.json', '--token-env', 'BUYER'], "--token-env: 'BUYER' is not ACTOR=VARIABLE"],
    [
      ['verify', '{folder}/pact.json', '--token-env', 'BUYER=NOT_SET_ANYWHERE'],
      'the environment variable NOT_SET_ANYWHERE is not set',
    ],
    [['verify', '{folder}/pact.json', '--publish'], '--publish: needs --provider-version'],
    [
      ['verify', '{folder}/pact.json', '--provider-version', '1.2.3'],
      '--provider-version: is the version to publish results for',
    ],
    [['verify', '{folder}/pact.json', '--branch', 'main'], '--branch: is for pacts of a broker and for published results'],
    [
      ['verify', '{folder}/pact.json', '--consumer', 'desk', '--consumer', 'typo', '--target', 'http://127.0.0.1:9/v1'],
      '--consumer: no pact of typo found; there are pacts of desk',
    ],
    [['verify', '{folder}/pact.json', '--state-hook', 'here'], "--state-hook: 'here' is not an http address"],
    [['verify', '{folder}/pact.json', '--target', 'ftp://x'], "'ftp://x'"],
    [['verify', '{folder}/pact.json', '--target', 'http://192.0.2.1/v1', '--timeout', '0.1'], '192.0.2.1'],
    [['prism', 'http://127.0.0.1:9/v1', '--only', 'NOPE'], "gristmill: --only: 'NOPE' "],
    [['verify', '{folder}/pact.json', '--timeout', '1e3'], "--timeout: '1e3' "],
    [['pirsm'], "unknown command 'pirsm' (Did you mean prism?)"],
  ])('wrong usage exits with 2 and prints one line: %j', async (args, message) => {
    const { code, out, complaint } = await call('contracts', ...args);
    expect(complaint).toContain(message);
    expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('empty variables for a broker count as unset, and the line break after a token is not sent', async () => {
    const seen: unknown[] = [];
    await using broker = await serve((request, response) => {
      seen.push(request.headers.authorization);
      sendJson(response, 401, {});
    });
    vi.stubEnv('PACT_BROKER_TOKEN', '');
    vi.stubEnv('PACT_BROKER_USERNAME', 'desk');
    vi.stubEnv('PACT_BROKER_PASSWORD', 'pass');
    expect((await call('contracts', 'verify', broker.base_url)).code).toBe(3);
    vi.stubEnv('PACT_BROKER_TOKEN', 'let-me-in\n');
    expect((await call('contracts', 'verify', broker.base_url)).code).toBe(3);
    expect(seen).toEqual([`Basic ${btoa('desk:pass')}`, 'Bearer let-me-in']);
  });

  test('a target that does not respond exits with 3', async () => {
    const { code, complaint } = await call('contracts', 'verify', '{folder}/pact.json', '--target', 'http://127.0.0.1:9/v1');
    expect(complaint).toContain('http://127.0.0.1:9/v1: did not respond');
    expect(code).toBe(3);
  });
});
