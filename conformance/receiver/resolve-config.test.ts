import { describe, expect, test } from 'vitest';
import { ConfigError } from '#client';
import { serve } from '#client/testing/server';
import { SECRET_ENV, resolveReceiver, type ReceiverFlags } from './resolve-config.ts';

const URL_OF_ONE = 'http://127.0.0.1:3000/webhooks';
const SECRET = 'whsec_resolve_test';
const GOOD: ReceiverFlags = { url: URL_OF_ONE, secret: SECRET };

function errorOf(flags: ReceiverFlags, env: NodeJS.ProcessEnv = {}): ConfigError {
  try {
    resolveReceiver(flags, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test('defaults are those of the document', () => {
  expect(resolveReceiver(GOOD, {})).toEqual({
    url: URL_OF_ONE,
    secret: SECRET,
    countEffects: undefined,
    failNext: undefined,
    type: 'bid.accepted',
    livemode: true,
    later_seconds: 10,
    selection: { only: [], skip: [], clauses: [], shard: undefined },
    is_strict: false,
    require: [],
    time_limit_ms: 3_600_000,
    timeout_ms: 10_000,
    max_in_flight: 16,
    rerun_flags: expect.any(Array),
    notices: [],
  });
});

test('given values are used', () => {
  const flags: ReceiverFlags = {
    ...GOOD,
    url: ' https://hooks.example.com/in?tenant=7#part ',
    effectUrl: 'http://127.0.0.1:1/effects',
    failUrl: 'http://127.0.0.1:1/fail',
    event: 'trade.settled',
    sandbox: true,
    timeout: '2.5',
    patience: 'full',
    only: ['SIG', 'rty-5'],
    skip: ['SIG-5'],
    clause: ['sig-3'],
    require: ['SIG-3,SIG-7'],
    strict: true,
  };
  expect(resolveReceiver(flags, {})).toMatchObject({
    url: 'https://hooks.example.com/in?tenant=7',
    countEffects: expect.any(Function),
    failNext: expect.any(Function),
    type: 'trade.settled',
    livemode: false,
    later_seconds: 2_170,
    selection: { only: ['SIG', 'rty-5'], skip: ['SIG-5'], clauses: ['SIG-3'] },
    is_strict: true,
    require: ['SIG-3', 'SIG-7'],
    timeout_ms: 2_500,
    // A receiver on another machine gets fewer deliveries at once.
    max_in_flight: 4,
  });
});

describe('an error names its flag', () => {
  test.each<[flags: ReceiverFlags, key: string, said: RegExp]>([
    [{ url: ' ', secret: SECRET }, '<url>', /give an http or https address/],
    [{ url: '/webhooks', secret: SECRET }, '<url>', /'\/webhooks' is not an http or https address/],
    [{ url: 'localhost:3000', secret: SECRET }, '<url>', /'localhost:3000' is not an http/],
    [{ url: 'http://me:pw@127.0.0.1/', secret: SECRET }, '<url>', /a user name or a password/],
    [{ url: URL_OF_ONE }, '--secret-env', /--secret whsec_…, --secret-env NAME, or the variable GRISTMILL_WEBHOOK_SECRET/],
    [{ url: URL_OF_ONE, secret: '' }, '--secret', /give the secret/],
    [{ url: URL_OF_ONE, secret: `${SECRET}\n` }, '--secret', /white space/],
    [{ url: URL_OF_ONE, secretEnv: 'EMPTY' }, '--secret-env', /variable EMPTY is not set or is empty/],
    [{ url: URL_OF_ONE, secretEnv: 'SHORT' }, '--secret-env', /shorter than 8/],
    [{ ...GOOD, effectUrl: URL_OF_ONE, effectCommand: 'x' }, '--effect-url', /either --effect-url or --effect-command/],
    [{ ...GOOD, event: 'weather' }, '--event', /the types are: bid\.accepted, /],
    [{ ...GOOD, timeout: '0' }, '--timeout', /'0' is invalid; use a number from 0.1 to 60$/],
    [{ ...GOOD, timeout: '61' }, '--timeout', /'61'/],
    [{ ...GOOD, timeout: 'long' }, '--timeout', /'long'/],
    [{ ...GOOD, timeout: '' }, '--timeout', /''/],
    [{ ...GOOD, patience: 'none' }, '--patience', /quick, standard, or full/],
    [{ ...GOOD, require: ['SIG-33'] }, '--require', /clause SIG-\d+ does not exist; did you mean SIG-3\?/],
    [{ ...GOOD, only: [''] }, '--only', /empty/],
    [{ ...GOOD, skip: ['SIG,,RTY'] }, '--skip', /empty/],
  ])('%j: %s', (flags, key, said) => {
    const error = errorOf(flags, { EMPTY: '', SHORT: 'short' });
    expect(error.key).toBe(key);
    expect(error.message).toMatch(said);
    expect(error.message).not.toContain('\n');
    expect(error.message).not.toContain(SECRET);
  });
});

describe('the secret', () => {
  test('comes from the environment, by a given or the default name', () => {
    expect(resolveReceiver({ url: URL_OF_ONE, secretEnv: 'MINE' }, { MINE: SECRET }).secret).toBe(SECRET);
    expect(resolveReceiver({ url: URL_OF_ONE }, { [SECRET_ENV]: SECRET }).secret).toBe(SECRET);
    expect(resolveReceiver(GOOD, { [SECRET_ENV]: 'whsec_another' }).secret).toBe(SECRET);
  });

  test("with another form than the marketplace's is used unchanged, and reported", () => {
    const { secret, notices } = resolveReceiver({ ...GOOD, secret: 'plainsecret' }, {});
    expect(secret).toBe('plainsecret');
    expect(notices).toEqual([expect.stringMatching(/does not begin with whsec_/)]);
    expect(notices.join('')).not.toContain('plainsecret');
  });

  test.each<[flags: ReceiverFlags, rerun: readonly string[]]>([
    [GOOD, ['--secret "$WEBHOOK_SECRET"']],
    [{ url: URL_OF_ONE, secretEnv: 'MINE' }, ['--secret-env MINE']],
    [{ url: URL_OF_ONE }, []],
    [
      {
        url: URL_OF_ONE,
        effectCommand: "cat 'my file'",
        failUrl: 'http://127.0.0.1:1/f?a=1&b=2',
        event: 'bid.rejected',
        sandbox: true,
        patience: 'quick',
        timeout: '2',
        strict: true,
      },
      [
        String.raw`--effect-command 'cat '\''my file'\'''`,
        "--fail-url 'http://127.0.0.1:1/f?a=1&b=2'",
        '--event bid.rejected',
        '--patience quick',
        '--timeout 2',
        '--sandbox',
        '--strict',
      ],
    ],
  ])('is not part of the command that reruns a drill: %j', (flags, rerun) => {
    const { rerun_flags } = resolveReceiver(flags, { MINE: SECRET, [SECRET_ENV]: SECRET });
    expect(rerun_flags).toEqual(rerun);
    expect(rerun_flags.join(' ')).not.toContain(SECRET);
  });
});

test('--fail-url gets a POST and must return 2xx', async () => {
  const asked: string[] = [];
  await using server = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(request.url === '/v1/fail' ? 204 : 404).end();
  });
  await resolveReceiver({ ...GOOD, failUrl: `${server.base_url}/fail` }, {}).failNext?.();
  await expect(resolveReceiver({ ...GOOD, failUrl: `${server.base_url}/no` }, {}).failNext?.()).rejects.toThrow(
    /--fail-url .* returned 404/,
  );
  expect(asked).toEqual(['POST /v1/fail', 'POST /v1/no']);
});
