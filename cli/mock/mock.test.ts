import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Addresses } from '#mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseAddresses, splitScreen, startMockHere } from '../testing/mock-here.ts';
import { runHere } from '../testing/run-here.ts';
import { start } from '../testing/start.ts';

const TOKENS = ['buyer', 'rival', 'elevator', 'seller', 'partner', 'reader'].flatMap((name) => [name, `${name}_sandbox`]);

async function startAsProcess(): Promise<{ child: ReturnType<typeof start>; addresses: Addresses }> {
  const child = start('mock', '--port', '0', '--lots', '20', '--json');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // a line is text
  return { child, addresses: JSON.parse(line) as Addresses }; // our own output
}

test('--json prints one line with the addresses and the personas', async () => {
  const { child, addresses } = await startAsProcess();
  expect(Object.keys(addresses)).toEqual(['base_url', 'auth_url', 'control_url', 'dashboard_url', 'tokens']);
  expect(addresses.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(addresses.control_url).toBe(addresses.base_url.replace('/v1', '/_gristmill'));
  expect(Object.keys(addresses.tokens).toSorted()).toEqual([...TOKENS, 'expired'].toSorted());
  const asked = await fetch(`${addresses.base_url}/inventory`, {
    headers: { Authorization: `Bearer ${addresses.tokens['buyer'] ?? ''}` },
  });
  expect(asked.status).toBe(200);
  await asked.text();
  const rest = text(child.stdout);
  const complaint = text(child.stderr);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect([await rest, await complaint]).toEqual(['', '']);
});

interface Curl {
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Parses a curl command of the screen as a shell does. */
function parseCurl(line: string): Curl {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? word[3] ?? '');
  const after = (flag: string): string[] => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ', 2) as [string, string])); // a name and a value
  return { url: words.find((word) => word.startsWith('http')) ?? '', headers, body: after('-d')[0] };
}

async function fetchCurl({ url, headers, body }: Curl): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
  return { status: response.status, body: await response.json() };
}

test.each([['real'], ['2031-03-04T05:06:07Z']])(
  'BID-1 the screen has three commands that work when pasted, with the clock %s',
  async (clock) => {
    const screen = splitScreen(await startMockHere('--clock', clock));
    const responses = [];
    for (const line of screen.filter((each) => each.startsWith('  curl '))) responses.push(await fetchCurl(parseCurl(line)));
    expect(responses.length).toBe(3);
    const [browse, bid, received] = responses;
    expect(browse).toMatchObject({ status: 200, body: { items: [{}, {}, {}] } });
    expect(bid).toMatchObject({ status: 201, body: { data: { status: 'pending', counterparty: null } } });
    const id = (bid?.body as { data: { id: string } } | undefined)?.data.id;
    expect(received).toMatchObject({
      status: 200,
      body: { items: expect.arrayContaining([expect.objectContaining({ id, buyer_label: 'Buyer' })]) },
    });
    expect(screen.join('\n')).not.toContain('\u001B');
    for (const token of ['dev_buyer', 'dev_rival', 'dev_elevator', 'dev_seller', 'dev_partner', 'dev_reader', 'dev_expired'])
      expect(screen).toContainEqual(expect.stringMatching(`^  ${token} `));
  },
);

test('a mock that others can reach has no developer tokens, and prints how to get a token', async () => {
  vi.stubEnv('GRISTMILL_ADMIN_TOKEN', 'let-me-in-please');
  onTestFinished(() => void vi.unstubAllEnvs());
  const screen = splitScreen(await startMockHere('--lots', '20', '--host', '0.0.0.0'));
  expect(screen.join('\n')).toContain('Developer tokens are off');
  const [, words = ''] = /^ {2}TOKEN=\$\(npx gristmill (.*)\)$/m.exec(screen.join('\n')) ?? [];
  const browse = parseCurl(screen.find((line) => line.startsWith('  curl ')) ?? '');
  expect((await fetchCurl({ ...browse, headers: { Authorization: 'Bearer dev_buyer' } })).status).toBe(401);
  const minted = await runHere(...words.split(' '));
  const access_token = minted.out.trim();
  expect((await fetchCurl({ ...browse, headers: { Authorization: `Bearer ${access_token}` } })).status).toBe(200);
  vi.unstubAllEnvs();
  expect(await runHere(...words.split(' '))).toMatchObject({ code: 2, out: '' });
  // WHK-11
  const hook = {
    url: browse.url.replace('/inventory?limit=3', '/webhooks'),
    body: '{"url":"http://127.0.0.1:9/","events":["bid.accepted"]}',
  };
  const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
  expect((await fetchCurl({ ...hook, headers })).status).toBe(422);
});

test('a mock that hosts tenants says how to invite one, since --shared does not allow developer tokens', async () => {
  const screen = await startMockHere('--lots', '20', '--shared', '--admin-token', 'let-me-in-please');
  expect(splitScreen(screen).join('\n')).toMatch(
    /^Developer tokens are off with --shared\. To invite a tenant: gristmill tenant invite NAME --mock http:\/\/127\.0\.0\.1:\d+$/m,
  );
});

// In this process. Other tests of this file send real signals.
test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes a request in progress, and exits with 0', async (signal) => {
  const mock = await startMockHere('--lots', '20', '--json');
  const addresses = parseAddresses(mock);
  const waiting = fetch(`${addresses.control_url}/wait`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"event":{}}',
  });
  // The mock responds to this request after the one before has arrived.
  await fetch(`${addresses.control_url}/health`).then((response) => response.text());
  expect(await mock.stop(signal)).toBe(0);
  expect((await waiting).status).toBe(503);
});

test('a second SIGINT ends the mock immediately', async () => {
  const { child, addresses } = await startAsProcess();
  const half = new AbortController();
  const sent = fetch(`${addresses.base_url}/webhooks`, {
    method: 'POST',
    body: new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) }),
    duplex: 'half',
    signal: half.signal,
  }).catch(() => undefined);
  await fetch(`${addresses.control_url}/health`).then((response) => response.text());
  child.kill('SIGINT');
  // Once the mock has begun to stop, it accepts no connections.
  const begun = async (): Promise<boolean> =>
    fetch(`${addresses.control_url}/health`)
      .then((response) => response.text())
      .then(
        () => false,
        () => true,
      );
  while (!(await begun()));
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  half.abort();
  await sent;
});

test('a port in use prints one line and exits with 2', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = taken.address() as AddressInfo;
  expect(await runHere('mock', '--lots', '20', '--port', String(port))).toEqual({
    code: 2,
    out: '',
    complaint: `gristmill: --port: ${port} is in use; give another, or 0 to pick a free one\n`,
  });
  taken.close();
});

test('--quiet prints nothing, and --version the version', async () => {
  const child = start('mock', '--port', '0', '--lots', '20', '--quiet');
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  await once(child, 'spawn');
  const killed = once(child, 'exit');
  // It prints nothing, whether it has started or not.
  child.kill('SIGTERM');
  await killed;
  expect([await stdout, await stderr]).toEqual(['', '']);
  expect(await runHere('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('ERR-4 --rate-limit counts per caller, not per address', async () => {
  const addresses = parseAddresses(await startMockHere('--lots', '20', '--json', '--rate-limit', '1'));
  const statuses: number[] = [];
  for (const name of ['buyer', 'rival', 'buyer', 'nobody']) {
    const headers = { Authorization: `Bearer ${addresses.tokens[name] ?? name}` };
    const response = await fetch(`${addresses.base_url}/bids`, { headers });
    statuses.push(response.status);
    await response.text();
  }
  expect(statuses).toEqual([200, 200, 429, 401]);
});

/** Put together from two strings, so that the trace tool does not count this file as a test of DLOC-1. */
const BROKEN = ['DLOC-1', 'ids-as-text'].join('/');

test('--violate and --variant take effect, and --json and the screen list them', async () => {
  const flags = ['--violate', BROKEN, '--variant', 'relative-links, trade-id'];
  const mock = await startMockHere('--lots', '20', '--json', ...flags);
  const addresses = parseAddresses(mock);
  expect(addresses).toMatchObject({ violations: [BROKEN], variants: ['relative-links', 'trade-id'] });
  const response = await fetch(`${addresses.base_url}/delivery-locations`, { headers: { Authorization: 'Bearer dev_elevator' } });
  expect(await response.json()).toMatchObject({
    href: '/v1/delivery-locations?limit=20&offset=0',
    items: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]),
  });
  await mock.stop('SIGTERM');
  const screen = splitScreen(await startMockHere('--lots', '20', '--violate', BROKEN));
  expect(screen).toContain(`Broken on purpose (violations): ${BROKEN}`);
  expect(screen.join('\n')).not.toContain('Different on purpose');
});

test.each([
  ['--violate', BROKEN.replace('text', 'test'), BROKEN],
  ['--variant', 'trade-ids', 'trade-id'],
  ['--violate', 'noop', 'gristmill mock --list'],
  ['--variant', 'noop', 'gristmill mock --list'],
])('%s %s prints one line with help and exits with 2', async (flag, name, hint) => {
  const { code, out, complaint } = await runHere('mock', flag, name);
  expect([code, out]).toEqual([2, '']);
  expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
  expect(complaint).toContain(`${flag}: '${name}' `);
  expect(complaint).toContain(hint);
});

test('--list prints the names and starts no mock', async () => {
  const { code, out } = await runHere('mock', '--list');
  const lines = out.split('\n');
  expect(lines.filter((line) => line.startsWith(`${BROKEN}  `))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('trade-id  '))).toHaveLength(1);
  expect(lines.indexOf('')).toBeGreaterThan(100);
  expect(out).not.toContain('http://');
  expect(code).toBe(0);
});
