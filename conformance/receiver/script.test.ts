/** The lines of shell that reports print, run by a shell: the receiver sees what it saw from the drill. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Shape } from './compose.ts';
import { DRILLS } from './drills/index.ts';
import { TEST_SECRET, openDrill, openReceiver, type Arrival } from './testing/small-receiver.ts';
import type { DrillContext } from './drill-context.ts';

const runFile = promisify(execFile);

async function paste(script: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', WEBHOOK_SECRET: TEST_SECRET };
  const { stdout } = await runFile('sh', ['-euc', script], { env });
  return stdout;
}

const NAMES = ['svc-event', 'content-type', 'content-length', 'transfer-encoding', 'svc-signature', 'stripe-signature'];

/** A delivery, but for the time at which it was signed and the digits that come from it. */
function look({ url, headers, raw }: Arrival): object {
  const timeless = (value: string): string =>
    value
      .replaceAll(/\b[0-9a-f]{64}|\b[0-9A-F]{64}|\b([0-9a-f]{62}|[0-9a-f]{32})\b/g, (hex) => `${hex.length} digits`)
      .replaceAll(/\b\d{10}\b/g, (t) => `now ${Math.round((Number(t) - Date.now() / 1_000) / 10) * 10}`)
      .replace(/v1=[0-9a-f]$/, 'v1=digit');
  const sent = NAMES.flatMap((name) => (headers[name] === undefined ? [] : [[name, timeless(String(headers[name]))]]));
  return { url, body: raw.toString(), headers: Object.fromEntries(sent) };
}

/** Carries out a drill, takes the line of its last delivery, and runs that too. */
async function repeat(
  action: (t: DrillContext) => Promise<unknown>,
): Promise<{ seen: object[]; statuses: number[]; out: string }> {
  await using receiver = await openReceiver();
  const t = openDrill(new URL(`${receiver.url}?a=it's&b=$HOME`).href);
  await action(t);
  const script = t.exchanges.at(-1)?.script;
  if (script === undefined) throw new Error('nothing was delivered');
  const out = await paste(script);
  return { seen: receiver.arrivals.slice(-2).map(look), statuses: receiver.statuses.slice(-2), out };
}

describe('the command of a drill, run by sh', () => {
  test.concurrent.each([
    ['SIG-1/genuine', 200],
    ['SIG-2/legacy-first', 200],
    ['SIG-3/past-290', 200],
    ['SIG-3/future-310', 400],
    ['SIG-4/forged', 400],
    ['SIG-4/tampered-body', 400],
    ['SIG-4/appended-body', 400],
    ['SIG-4/emptied-body', 400],
    ['SIG-4/one-digit', 400],
    ['SIG-4/cut-by-a-byte', 400],
    ['SIG-4/truncated', 400],
    ['SIG-4/lengthened', 400],
    ['SIG-4/no-header', 400],
    ['SIG-4/empty-header', 400],
    ['SIG-4/nonsense-header', 400],
    ['SIG-4/empty-key', 400],
    ['SIG-2/downgrade', 400],
    ['SIG-3/second-time', 400],
    ['SIG-5/indented', 200],
    ['SIG-5/tabs', 200],
    ['SIG-5/leading-blanks', 200],
    ['SIG-5/trailing-newline', 200],
    ['SIG-5/trailing-crlf', 200],
    ['SIG-5/escapes', 200],
    ['SIG-5/non-ascii', 200],
    ['SIG-5/line-separators', 200],
    ['SIG-5/html', 200],
    ['SIG-5/charset', 200],
  ])('%s comes to %d', async (id, status) => {
    const drill = DRILLS.find((one) => one.id === id);
    if (drill === undefined) throw new Error(`there is no ${id}`);
    const { seen, statuses, out } = await repeat(async (t) => drill.run(t));
    expect(statuses).toEqual([status, status]);
    expect(out).toContain(`HTTP/1.1 ${status} `);
    expect(seen[1]).toEqual(seen[0]);
  });

  test.concurrent.each<[what: string, shape: Shape]>([
    ['quotes', { write: () => `{"id":"it's"}`, header: `t={t},x='"\``, headers: { 'X-A': '' } }],
    [
      'words that a shell would replace',
      { write: () => '{"id":"$HOME `id` $(id) \\\\ !!"}', header: 't={t},v1={v1},$HOME=`id`' },
    ],
    ['a key with a quote', { key: `it's "$HOME"` }],
    ['another header with the same parts', { headers: { 'Stripe-Signature': 't={t},v1={v1}' } }],
    ['a signature with its last digit changed', { header: 't={t},v1={flipped}' }],
    ['a signature in upper case', { header: 't={t},v1={V1}' }],
  ])('%s', async (_what, shape) => {
    const { seen, statuses } = await repeat(async (t) => t.deliver(shape));
    expect(statuses[1]).toBe(statuses[0]);
    expect(seen[1]).toEqual(seen[0]);
  });
});
