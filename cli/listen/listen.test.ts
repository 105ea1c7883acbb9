import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { verifySignature } from '#conformance/webhooks/verify-signature';
import { createMock } from '#mock';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../program.ts';
import { start } from '../testing/start.ts';
import { runListen } from './listen.ts';

beforeEach(() => {
  vi.stubEnv('GRISTMILL_WEBHOOK_SECRET', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

interface Listening {
  /** What has been printed so far. */
  out: () => string;
  complaint: () => string;
  /** The lines of --json. */
  lines: () => Record<string, unknown>[];
  url: string;
  stop: () => Promise<number>;
}

/** Listens in this process until `stop`. What other commands print is part of the output. */
async function listen(flags: Partial<Parameters<typeof runListen>[0]> = {}): Promise<Listening> {
  const out: string[] = [];
  const complaint: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => complaint.push(String(chunk)) > 0);
  const end = new AbortController();
  const ended = runListen({ port: '0', host: '127.0.0.1', ...flags }, end.signal);
  const stop = async (): Promise<number> => {
    end.abort();
    return ended;
  };
  onTestFinished(() => void stop());
  const url = await Promise.race([
    vi.waitFor(() => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(out.join(''))?.[0];
      if (found === undefined) throw new Error('it does not listen yet');
      return found;
    }),
    ended.then((code) => {
      throw new Error(`it ended with ${code}: ${complaint.join('')}`);
    }),
  ]);
  const lines = (): Record<string, unknown>[] =>
    out
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>); // objects, as --json promises
  return { out: () => out.join(''), complaint: () => complaint.join(''), lines, url, stop };
}

test('a delivery of trigger is verified with the development secret if none is given', async () => {
  const { url, out, stop } = await listen();
  expect(await run(['trigger', 'bid.accepted', '--to', url, '--count', '2'])).toBe(0);
  expect(await run(['trigger', 'trade.settled', '--to', url, '--sandbox', '--secret', 'whsec_other'])).toBe(1);
  expect(await stop()).toBe(0);
  expect(out()).toMatch(/Verifies with the development secret/);
  expect(out()).toMatch(/✓ bid\.accepted {2}evt_\w+ {2}live {2}new event {2}returned 200\n/);
  expect(out()).toMatch(/✓ bid\.accepted {2}evt_\w+ {2}live {2}repeat, delivery 2 {2}returned 200\n/);
  expect(out()).toMatch(
    /✗ trade\.settled {2}evt_\w+ {2}sandbox {2}new event {2}returned 400\n {10}signature_mismatch: [^]*It was verified with the development secret, which is the default/,
  );
  expect(out()).toMatch(/3 deliveries, 2 valid, 1 invalid\.\n$/);
});

test('--json prints a line for the address, one per delivery, and one with the counts', async () => {
  const { url, lines, stop } = await listen({ json: true, secret: 'whsec_mine' });
  const response = await fetch(url, { method: 'POST', headers: { connection: 'close' }, body: '{"id":"evt_1","type":"a.b"}' });
  expect([response.status, await response.json()]).toEqual([400, { error: 'no_header', message: expect.any(String) }]);
  await fetch(url, { method: 'POST', headers: { connection: 'close' }, body: Buffer.from([0xff, 0x00]) });
  await stop();
  expect(lines()).toEqual([
    { listening: url },
    expect.objectContaining({
      valid: false,
      reason: 'no_header',
      id: 'evt_1',
      times: 1,
      answered: 400,
      body: '{"id":"evt_1","type":"a.b"}',
    }),
    expect.objectContaining({ valid: false, reason: 'no_header', body_base64: '/wA=' }),
    { deliveries: 2, good: 0 },
  ]);
});

test('control characters of a sender do not reach the terminal', async () => {
  const { url, out, stop } = await listen({ verbose: true });
  await fetch(url, { method: 'POST', headers: { connection: 'close' }, body: '{"id":"\\u001b[2J","type":"a\\u0007"}' });
  await stop();
  expect(out()).not.toContain('\u001B[2J');
  expect(out()).toContain(String.raw`\u001b[2J`);
});

test('--quiet prints only deliveries that are not valid', async () => {
  const hello = await listen({ secret: 'whsec_quiet' });
  await hello.stop();
  vi.restoreAllMocks();
  // It does not print its address, so it gets the port of a listener that has ended.
  const { port } = new URL(hello.url);
  const out: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const end = new AbortController();
  const ended = runListen({ port, host: '127.0.0.1', secret: 'whsec_quiet', quiet: true }, end.signal);
  const flags = ['--to', hello.url, '--json', '--secret'];
  await vi.waitFor(async () => {
    expect(await run(['trigger', 'bid.accepted', ...flags, 'whsec_quiet'])).toBe(0);
  });
  await run(['trigger', 'bid.rejected', ...flags, 'whsec_other']);
  end.abort();
  expect(await ended).toBe(0);
  const printed = out.filter((line) => !line.startsWith('{'));
  expect(printed).toEqual([expect.stringMatching(/✗ bid\.rejected/)]);
});

test('--forward-to prints how the other receiver responded', async () => {
  await using behind = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(request.url === '/v1/bad' ? 403 : 200).end());
  });
  const good = await listen({ forwardTo: `${behind.base_url}/good` });
  expect(await run(['trigger', 'bid.accepted', '--to', good.url])).toBe(0);
  expect(await run(['trigger', 'bid.accepted', '--to', good.url, '--forge'])).toBe(1);
  await good.stop();
  expect(good.out()).toMatch(/✓ .* forwarded, returned 200 in \d+ ms/);
  expect(good.out()).toContain('your receiver accepted it (SIG-4)');
  vi.restoreAllMocks();
  const bad = await listen({ forwardTo: `${behind.base_url}/bad` });
  expect(await run(['trigger', 'bid.accepted', '--to', bad.url])).toBe(1);
  await bad.stop();
  expect(bad.out()).toContain('The delivery is valid, but your receiver rejected it.');
});

test('SIG-1 with --forward-secret, the other receiver verifies with its own secret, and a forgery stays a forgery', async () => {
  const got: ReturnType<typeof verifySignature>[] = [];
  await using behind = await serve((request, response) => {
    const take = (body: string): void => {
      const verdict = verifySignature(body, request.headers['svc-signature'], 'whsec_of_the_receiver');
      got.push(verdict);
      response.writeHead(verdict.valid ? 200 : 400).end();
    };
    void text(request).then(take);
  });
  const { url, out, stop } = await listen({
    secret: 'whsec_of_the_subscription',
    forwardTo: behind.base_url,
    forwardSecret: 'whsec_of_the_receiver',
  });
  const send = ['trigger', 'bid.accepted', '--to', url, '--secret', 'whsec_of_the_subscription'];
  expect(await run(send)).toBe(0);
  // A forgery must be rejected.
  expect(await run([...send, '--forge'])).toBe(0);
  // An invalid delivery is forwarded unchanged, even if the other receiver accepts it.
  await run(['trigger', 'bid.accepted', '--to', url, '--secret', 'whsec_of_the_receiver']);
  await stop();
  expect(got.map(({ valid }) => valid)).toEqual([true, false, true]);
  expect(out().match(/✓ bid\.accepted/g)).toHaveLength(1);
  expect(out()).toContain('are signed again');
});

test('WHK-2 WHK-5 with --subscribe, a delivery of the mock arrives verified, and the subscription is deleted at the end', async () => {
  await using mock = await createMock({ lots: 20 });
  const call = async (token: string, method: string, path: string, body?: object): Promise<{ items: { id: string }[] }> => {
    const response = await fetch(`${mock.base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { items: { id: string }[] }; // lists, where it is looked at
  };
  const { lines, stop } = await listen({ json: true, subscribe: mock.base_url, token: 'dev_partner' });
  const [hello] = lines();
  expect(hello).toMatchObject({ subscription: { id: expect.stringMatching(/^whk_/), secret: expect.stringMatching(/^whsec_/) } });
  const mine = await call('dev_partner', 'GET', '/me/inventory?status=listed&limit=50');
  // The first lot that takes a plain bid.
  for (const { id } of mine.items) {
    await call('dev_buyer', 'POST', `/inventory/${id}/bids`, {
      price: { amount: 305, unit: 'MT' },
      quantity_mt: 20,
      delivery: { from: '2030-09-01', to: '2030-09-30' },
    });
  }
  await vi.waitFor(() => {
    expect(lines()).toContainEqual(expect.objectContaining({ valid: true, type: 'bid.received', times: 1, answered: 200 }));
  });
  expect((await call('dev_partner', 'GET', '/webhooks')).items.length).toBe(1);
  expect(await stop()).toBe(0);
  expect((await call('dev_partner', 'GET', '/webhooks')).items).toEqual([]);
});

test('WHK-14 if a deployment rejects event types of another audience, --subscribe requests the types that it grants', async () => {
  const made = new Map<string, readonly string[]>();
  await using responses = await serve((request, response) => {
    const reply = (body: string): void => {
      if (request.method === 'DELETE') {
        made.delete(request.url?.split('/').at(-1) ?? '');
        response.writeHead(200).end('{}');
        return;
      }
      const { events } = JSON.parse(body) as { events: string[] }; // what is sent there
      const id = `whk_${made.size}`;
      const is_granted = events.every((type) => type.startsWith('bid.') && type !== 'bid.received');
      if (is_granted) made.set(id, events);
      const errors = [{ field: 'events', message: 'not yours' }];
      response
        .writeHead(is_granted ? 201 : 422)
        .end(JSON.stringify(is_granted ? { data: { id, secret: 'whsec_x' } } : { error: { message: 'No.', errors } }));
    };
    void text(request).then(reply);
  });
  const { lines, stop } = await listen({ json: true, subscribe: responses.base_url, token: 'dev_buyer' });
  expect(lines()[0]).toMatchObject({ subscription: { events: ['bid.accepted', 'bid.rejected', 'bid.countered'] } });
  expect([...made.values()]).toEqual([['bid.accepted', 'bid.rejected', 'bid.countered']]);
  expect(await stop()).toBe(0);
  expect(made.size).toBe(0);
});

test('WHK-5 a subscription that cannot be deleted is reported with its id, with exit code 3', async () => {
  await using responses = await serve((request, response) => {
    const made = JSON.stringify({ data: { id: 'whk_stays', secret: 'whsec_x' } });
    request.resume().on('end', () => response.writeHead(request.method === 'DELETE' ? 500 : 201).end(made));
  });
  const { complaint, stop } = await listen({ json: true, subscribe: responses.base_url, token: 'dev_buyer' });
  expect(await stop()).toBe(3);
  expect(complaint()).toContain('did not delete the subscription whk_stays; delete it yourself: status 500');
});

test('as a process, it exits with 0 and a count after SIGINT, and ends when its reader closes the pipe', async () => {
  const child = start('listen', '--port', '0', '--json');
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reader, 'line');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(lines.at(-1)).toBe('{"deliveries":0,"good":0}');

  const unread = start('listen', '--port', '0', '--json');
  const [line] = (await once(createInterface(unread.stdout), 'line')) as [string]; // a line is text
  unread.stdout.destroy();
  const { listening } = JSON.parse(line) as { listening: string };
  await fetch(listening, { method: 'POST', headers: { connection: 'close' }, body: '{}' });
  expect(await once(unread, 'exit')).toEqual([0, null]);
});
