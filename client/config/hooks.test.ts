import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { elapsedMs, poll } from '../clock.ts';
import { serveInTest } from '../testing/in-test.ts';
import { HookError, explainMissingHook, makeHooks } from './hooks.ts';
import { HOOK_NAMES } from '../settings/schema.ts';
import type { RunHook } from '../settings/settings.ts';

const OPTIONS = { cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '', HOOK_TOKEN: 'let-me-in' }, timeout_ms: 5_000 };

async function serve(
  status: number,
  reply: string,
  onBody: (body: string, authorization?: string) => void = () => {},
): Promise<string> {
  const origin = await serveInTest(async (request, response) => {
    onBody(await text(request), request.headers.authorization);
    response.writeHead(status).end(reply);
  });
  return `${origin}/pay`;
}

function payBy(hook: object, options = OPTIONS): RunHook {
  const run = makeHooks({ pay_invoice: hook }, options).get('pay_invoice');
  if (run === undefined) throw new Error('the hook is not there');
  return run;
}

const node = (script: string): { command: string } => ({ command: `node -e '${script}'` });

test('a URL gets the name and the parameters, and returns the result', async () => {
  const got: unknown[] = [];
  const url = await serve(200, '{"ok":true,"result":{"paid_at":"now"}}', (body, authorization) =>
    got.push(JSON.parse(body), authorization),
  );
  expect(await payBy({ url, token_env: 'HOOK_TOKEN' })({ trade_id: 'trd_1' })).toEqual({ paid_at: 'now' });
  expect(got).toEqual([{ hook: 'pay_invoice', params: { trade_id: 'trd_1' } }, 'Bearer let-me-in']);
});

test('the line break after a token in the environment is not sent, and a blank token counts as missing', async () => {
  const got: unknown[] = [];
  const url = await serve(200, '{"ok":true}', (_, authorization) => got.push(authorization));
  const withToken = (token: string): RunHook =>
    payBy({ url, token_env: 'HOOK_TOKEN' }, { ...OPTIONS, env: { ...OPTIONS.env, HOOK_TOKEN: token } });
  await withToken('let-me-in\n')({});
  expect(got).toEqual(['Bearer let-me-in']);
  await expect(withToken(' ')({})).rejects.toThrow(HookError);
  expect(got).toHaveLength(1);
});

test('the hook all stands for each hook that is not named, and an error names its key', async () => {
  const got: unknown[] = [];
  const url = await serve(200, '{"ok":true}', (body, authorization) => got.push(JSON.parse(body), authorization));
  const all = { url, token_env: 'HOOK_TOKEN' };
  const hooks = makeHooks({ all, set_credit: { command: 'exit 3' } }, OPTIONS);
  expect([...hooks.keys()]).toEqual(HOOK_NAMES);
  await hooks.get('make_offer')?.({ cash_bid_id: 'cb_1' });
  expect(got).toEqual([{ hook: 'make_offer', params: { cash_bid_id: 'cb_1' } }, 'Bearer let-me-in']);
  await expect(hooks.get('set_credit')?.({})).rejects.toMatchObject({ config_key: 'hooks.set_credit.command' });
  const without_token = makeHooks({ all }, { ...OPTIONS, env: {} }).get('pay_invoice');
  await expect(without_token?.({})).rejects.toMatchObject({ config_key: 'hooks.all.token_env' });
});

test('a command gets them on stdin and prints the result', async () => {
  const run = payBy(
    node('const t = require("fs").readFileSync(0, "utf8"); console.log(JSON.stringify({ ok: true, result: { t } }))'),
  );
  expect(await run({ n: 1 })).toEqual({ t: '{"hook":"pay_invoice","params":{"n":1}}' });
});

test('a command can ignore its input and print no result', async () => {
  expect(await payBy({ command: `echo '{"ok":true}'` })({ text: 'x'.repeat(1_000_000) })).toEqual({});
});

test('a hook that says that it is not supported counts as not configured from then on', async () => {
  const asked: string[] = [];
  const url = await serve(200, '{"ok":false,"error":"not supported"}', (body) => asked.push(body));
  const hooks = makeHooks({ all: { url } }, OPTIONS);
  expect(explainMissingHook(hooks, 'set_queue')).toBeUndefined();
  await expect(hooks.get('set_queue')?.({})).rejects.toMatchObject({ is_refusal: true });
  const why = 'the hook set_queue (hooks.all.url) is not supported';
  expect(explainMissingHook(hooks, 'set_queue')).toEqual([why, 'hooks.set_queue']);
  expect(explainMissingHook(hooks, 'set_credit')).toBeUndefined();
});

test.each([
  ['nothing but html', 200, '<html>', /\(hooks\.pay_invoice\.url\) did not return JSON: <html>/],
  ['no ok', 200, '{"result":{}}', /returned no "ok"/],
  ['a failure', 200, '{"ok":false,"error":"no such trade"}', /reported a failure: no such trade/],
  ['a result that is a list', 200, '{"ok":true,"result":[]}', /"result" that is not an object/],
  ['a status', 503, 'try later', /returned 503: try later/],
  ['a wrong token', 401, 'who?', /\(hooks\.pay_invoice\.token_env\) returned 401 to a request without a token: who\?$/],
  ['a redirect', 302, '', /returned 302: nothing/],
  ['a flood', 200, 'x'.repeat(2_000_000), /longer than/],
])('a URL that responds with %s is a HookError', async (_, status, response, message) => {
  const run = payBy({ url: await serve(status, response) });
  await expect(run({})).rejects.toThrow(message);
  await expect(run({})).rejects.toBeInstanceOf(HookError);
});

test('a URL without a server is named with its key', async () => {
  await expect(payBy({ url: 'http://127.0.0.1:1/' })({})).rejects.toMatchObject({
    config_key: 'hooks.pay_invoice.url',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a URL that rejects the token names the variable with the token', async () => {
  await expect(payBy({ url: await serve(401, 'who?'), token_env: 'HOOK_TOKEN' })({})).rejects.toMatchObject({
    config_key: 'hooks.pay_invoice.token_env',
    message: 'the hook pay_invoice (hooks.pay_invoice.token_env) returned 401 to the token in HOOK_TOKEN: who?',
  });
  const all = makeHooks({ all: { url: await serve(401, 'who?'), token_env: 'HOOK_TOKEN' } }, OPTIONS).get('pay_invoice');
  await expect(all?.({})).rejects.toMatchObject({ config_key: 'hooks.all.token_env' });
});

test('a token that is missing from the environment is reported before any request', async () => {
  const run = payBy({ url: 'http://127.0.0.1:1/', token_env: 'NOT_SET' });
  await expect(run({})).rejects.toThrow('hooks.pay_invoice.token_env) needs the environment variable NOT_SET');
});

test.each([
  ['fails', node('console.error("no\\nmoney"); process.exit(3)'), /hooks\.pay_invoice\.command\) exited with 3: no \| money/],
  [
    'is not there',
    { command: 'gristmill-no-such-command' },
    /could not be started: .*\(exit code 127\): .*gristmill-no-such-command/,
  ],
  ['prints no JSON', { command: 'echo done' }, /not return JSON: done/],
  ['floods', node('process.stdout.write("x".repeat(3e6))'), /printed more than/],
])('a command that %s is a HookError', async (_, hook, message) => {
  await expect(payBy(hook)({})).rejects.toThrow(message);
});

test('a command that hangs is killed with its children', async () => {
  const marker = `gristmill_hang_${process.pid}`;
  const began = elapsedMs();
  const run = payBy(
    { command: `echo slow >&2; sleep 60 & node -e 'setInterval(() => {}, 1000)' ${marker}` },
    { ...OPTIONS, timeout_ms: 600 },
  );
  await expect(run({})).rejects.toThrow('did not end within 0.6 s: slow');
  expect(elapsedMs() - began).toBeLessThan(5_000);
  const is_gone = await poll(async () => ((await isRunning(marker)) ? undefined : true), { within_ms: 5_000 });
  expect(is_gone).toBe(true);
});

async function isRunning(marker: string): Promise<boolean> {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .some((line) => line.endsWith(marker) && line.startsWith('node'));
}

test('only configured hooks are available', () => {
  expect([...makeHooks(undefined, OPTIONS).keys()]).toEqual([]);
  expect([...makeHooks({ set_queue: { command: 'true' } }, OPTIONS).keys()]).toEqual(['set_queue']);
});
