import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../program.ts';

const PACT = { consumer: { name: 'desk' }, provider: { name: 'market' }, interactions: [{}] };

describe('gristmill contracts', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gristmill-'));
    writeFileSync(join(folder, 'pact.json'), JSON.stringify(PACT));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  /** What is printed, and the exit code. */
  async function call(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const said = { out: '', err: '' };
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      said.out += String(chunk);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      said.err += String(chunk);
      return true;
    });
    const code = await run(args.map((arg) => arg.replace('{folder}', folder)));
    vi.restoreAllMocks();
    return { code, ...said };
  }

  test('states are listed with what they make, as text and as JSON', async () => {
    const text = await call('contracts', 'states');
    expect(text.code).toBe(0);
    expect(text.out).toMatch(
      /^a settled trade\n {2}Both invoices are paid: .*\n {2}params {2}.*\n {2}values {2}lot_id, bid_id, reference, trade_id$/m,
    );
    const states = JSON.parse((await call('contracts', 'states', '--json')).out) as { name: string; values: object }[]; // our own output
    expect(states.length).toBeGreaterThan(30);
    expect(states.find(({ name }) => name === 'a listed lot')).toMatchObject({ values: { lot_id: 'the listing' } });
  });

  test.each([
    [['verify'], "missing required argument 'pacts'"],
    [['verify', ''], '<pacts>: an empty text names no pact'],
    [['verify', '{folder}/none'], 'none: there is no such file or folder'],
    [['verify', '{folder}/pact.json', '--consumer', 'dsek'], '--consumer: no pact found of dsek; there are pacts of desk'],
    [['verify', '{folder}/pact.json', '--actor', 'byer'], "--actor: 'byer' is no actor (did you mean buyer?)"],
    [['verify', '{folder}/pact.json', '--token-env', 'BUYER'], "--token-env: 'BUYER' will not do"],
    [
      ['verify', '{folder}/pact.json', '--token-env', 'BUYER=NOT_SET_ANYWHERE'],
      'the environment variable NOT_SET_ANYWHERE is not set',
    ],
    [['verify', '{folder}/pact.json', '--publish'], '--publish: takes --provider-version as well'],
    [['verify', '{folder}/pact.json', '--state-hook', 'here'], "--state-hook: 'here' is no address"],
    [['verify', '{folder}/pact.json', '--target', 'ftp://x'], "'ftp://x' begins with ftp:"],
    [['verify', '{folder}/pact.json', '--target', 'http://192.0.2.1/v1', '--timeout', '0.1'], 'is not to be written to'],
    [['prism', 'http://127.0.0.1:9/v1', '--only', 'NOPE'], "gristmill: --only: 'NOPE' fits no check; gristmill conform --list"],
    [['verify', '{folder}/pact.json', '--timeout', '1e3'], "--timeout: '1e3' will not do; give a number from 0.1 to 600"],
    [['pirsm'], "unknown command 'pirsm'"],
  ])('wrong usage is exit code 2 and one line: %j', async (args, said) => {
    const { code, out, err } = await call('contracts', ...args);
    expect(err).toContain(said);
    expect(err).toMatch(/^gristmill: [^\n]+\n$/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('a target that is not there is exit code 3', async () => {
    const { code, err } = await call('contracts', 'verify', '{folder}/pact.json', '--target', 'http://127.0.0.1:9/v1');
    expect(err).toContain('http://127.0.0.1:9/v1: gave no answer');
    expect(code).toBe(3);
  });
});
