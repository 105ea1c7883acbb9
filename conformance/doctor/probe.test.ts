import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { elapsedMs, nowMs } from '#client';
import type { Finding } from './finding.ts';
import { probe } from './probe.ts';

const TIMEOUT_MS = 700;
const ERROR = '{"error":{"status":401,"code":"unauthenticated","message":"x"}}';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
  server = undefined;
});

async function listen(one: Server): Promise<number> {
  server = one;
  one.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return (one.address() as AddressInfo).port;
}

async function probeHttp(line: (response: ServerResponse) => void, base = '/v1'): Promise<readonly Finding[]> {
  const port = await listen(createServer((_, response) => line(response)));
  return probe(`http://127.0.0.1:${port}${base}`, TIMEOUT_MS);
}

async function probeTcp(onData: (socket: Socket) => void): Promise<readonly Finding[]> {
  const port = await listen(createTcpServer((socket) => socket.once('data', () => onData(socket))));
  return probe(`http://127.0.0.1:${port}/v1`, TIMEOUT_MS);
}

const say =
  (status: number, text: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(text);

/** The only finding that is not ok, as one line. */
function onlyProblem(findings: readonly Finding[]): string {
  const bad = findings.filter(({ level }) => level !== 'ok');
  expect(bad).toHaveLength(1);
  expect(bad[0]?.message).not.toContain('\n');
  expect(bad[0]?.message).not.toMatch(/\bat .*:\d+:\d+/);
  return `${bad[0]?.level} ${bad[0]?.message}`;
}

test('AUTH-1 a target that rejects a request without a token exists', async () => {
  expect(await probeHttp(say(401, ERROR, { 'content-type': 'application/json' }))).toEqual([
    { level: 'ok', about: 'target', message: expect.stringMatching(/^127\.0\.0\.1:\d+: it responds in \d+ ms$/) },
    { level: 'ok', about: 'clock', message: "agrees with the target's clock" },
  ]);
});

describe('a bad target is one clear finding, within the time limit', () => {
  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['hangs', () => {}, /^bad .*no response.* within 0\.7 s: the port is open/],
    [
      'hangs in the middle of a body',
      (response) => void response.writeHead(200).write('{"items":'),
      /^bad .*its response began and then stopped/,
    ],
    [
      'breaks off in the middle of a body',
      (response) => void response.writeHead(401, { 'content-length': 999 }).write('{"e', () => response.destroy()),
      /^bad .*closed the connection in the middle of a response/,
    ],
    [
      'resets',
      (response) => void response.socket?.resetAndDestroy(),
      /^bad .*closes connections.*\((ECONNRESET|UND_ERR_SOCKET)\)/,
    ],
    [
      'shows a web page',
      say(200, '<!doctype html><p>Sign in', { 'content-type': 'text/html' }),
      /^bad .*returns 200 with a web page/,
    ],
    [
      'shows a web page and calls it JSON',
      say(404, '\n<html>', { 'content-type': 'application/json' }),
      /^bad .*returns 404 with a web page/,
    ],
    [
      'redirects',
      say(302, '', { location: 'https://www.example.com/login' }),
      /^bad .*redirects \(302\) to 'https:\/\/www\.example\.com\/login'/,
    ],
    ['redirects nowhere', say(301, ''), /^bad .*redirects \(301\) to 'nowhere'/],
    ['is down behind its proxy', say(503, '{"message":"no healthy upstream"}'), /^bad .*is down: it returns 503/],
    ['says nothing', say(200, ''), /^bad .*a body that is not JSON: ''/],
    ['moves the terminal', say(200, 'hi\u001b[2J\u0007\u202eyou'), /^bad .*not JSON: 'hi.*you'$/],
    ['has no such path', say(404, ERROR), /^warn .*returns 404 for \/inventory/],
    [
      'refuses with a web page',
      say(401, '<p>Unauthorized', { 'content-type': 'text/html' }),
      /^warn .*returns 401 without an Error object/,
    ],
    ['needs no token', say(200, '{"items":[]}'), /^warn .*returns 200 without a token/],
    ['limits at once', say(429, ERROR), /^warn .*returns 429/],
    ['limits at once, in words', say(429, 'Slow down'), /^warn .*returns 429/],
    ['has another error form', say(401, '{"detail":"x"}'), /^warn .*returns 401 without an Error object/],
  ])('that %s', async (_, shown, finding) => {
    const began = elapsedMs();
    const line = onlyProblem(await probeHttp(shown));
    expect(line).toMatch(finding);
    // oxlint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(elapsedMs() - began).toBeLessThan(TIMEOUT_MS + 1_500);
  });

  test('that sends a gigabyte, of which only a little is read', async () => {
    let sent = 0;
    const findings = await probeHttp((response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const pour = (): void => {
        while (sent < 1e9 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
      };
      response.writeHead(200);
      pour();
    });
    expect(onlyProblem(findings)).toMatch(/^bad .*its response is too long, .* longer than 0.25 MiB/);
    expect(sent).toBeLessThan(50e6);
  });

  test('that sends a body forever', async () => {
    const findings = await probeHttp((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(onlyProblem(findings)).toMatch(/^bad .*its response began and then stopped/);
  });

  test('that sends nonsense', async () => {
    expect(onlyProblem(await probeTcp((socket) => void socket.end('\u0000\u0001SSH-2.0-OpenSSH\r\n\r\n')))).toMatch(
      /^bad .*does not speak HTTP/,
    );
  });

  test('that sends endless headers', async () => {
    const findings = await probeTcp((socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n`));
    expect(onlyProblem(findings)).toMatch(/^bad .*its response headers are too long/);
  });

  test('that does not respond', async () => {
    expect(onlyProblem(await probe('http://127.0.0.1:1/v1', TIMEOUT_MS))).toMatch(
      /^bad .*it refused the connection \(ECONNREFUSED\)/,
    );
  });

  test('whose name does not resolve', async () => {
    expect(onlyProblem(await probe('http://gristmill-is-not-here.invalid/v1', 5_000))).toMatch(
      /^bad .*the host name (is unknown|could not be resolved)/,
    );
  });

  test('that speaks http instead of https, or the reverse', async () => {
    const port = await listen(createServer((_, response) => response.end('{}')));
    expect(onlyProblem(await probe(`https://127.0.0.1:${port}/v1`, TIMEOUT_MS))).toMatch(/^bad .*the TLS handshake failed/);
    const files = makeCertificates();
    const tls_port = await listen(createTlsServer(files.self_signed, (_, response) => response.end('{}')));
    expect(onlyProblem(await probe(`http://127.0.0.1:${tls_port}/v1`, TIMEOUT_MS))).toMatch(
      /^bad .*(closes connections|does not speak HTTP)/,
    );
  });
});

interface Pair {
  key: Buffer;
  cert: Buffer;
}

/** Certificates of a new authority: expired, for another name, and good; and a self-signed one. */
function makeCertificates(): { ca: string; self_signed: Pair; expired: Pair; other_name: Pair; good: Pair } {
  const dir = mkdtempSync(join(tmpdir(), 'gristmill-tls-'));
  const openssl = (command: string): Buffer => execFileSync('openssl', command.split(' '), { cwd: dir, stdio: 'pipe' });
  const read = (name: string): Buffer => readFileSync(join(dir, name));
  const new_key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  try {
    openssl(`req -x509 ${new_key} -keyout ca.key -out ca.crt -days 2 -subj /CN=Authority`);
    writeFileSync(join(dir, 'index.txt'), '');
    writeFileSync(
      join(dir, 'ca.cnf'),
      '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=p\ncopy_extensions=copy\nunique_subject=no\n[p]\ncommonName=supplied\n',
    );
    const issue = (name: string, san: string, from: string, to: string): Pair => {
      openssl(`req ${new_key} -keyout ${name}.key -out ${name}.csr -subj /CN=${name} -addext subjectAltName=${san}`);
      const signing = '-batch -config ca.cnf -cert ca.crt -keyfile ca.key';
      openssl(`ca ${signing} -in ${name}.csr -out ${name}.crt -startdate ${from} -enddate ${to}`);
      return { key: read(`${name}.key`), cert: read(`${name}.crt`) };
    };
    const far = '20990101000000Z';
    const expired = issue('expired', 'IP:127.0.0.1', '20200101000000Z', '20210101000000Z');
    const other_name = issue('other', 'DNS:other.example', '20200101000000Z', far);
    const good = issue('good', 'IP:127.0.0.1', '20200101000000Z', far);
    return {
      ca: read('ca.crt').toString(),
      self_signed: { key: read('ca.key'), cert: read('ca.crt') },
      expired,
      other_name,
      good,
    };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('a certificate that is expired, for another name, self-signed, or of an unknown issuer is named', async () => {
  const { ca, self_signed, expired, other_name, good } = makeCertificates();
  const probeTls = async (pair: Pair): Promise<readonly Finding[]> => {
    const port = await listen(createTlsServer(pair, (_, response) => say(401, ERROR)(response)));
    return probe(`https://127.0.0.1:${port}/v1`, 3_000);
  };
  expect(onlyProblem(await probeTls(self_signed))).toMatch(/^bad .*certificate is self-signed.*NODE_EXTRA_CA_CERTS/);
  expect(onlyProblem(await probeTls(good))).toMatch(/^bad .*an unknown authority/);

  const known = getCACertificates('default');
  setDefaultCACertificates([...known, ca]);
  try {
    expect(onlyProblem(await probeTls(expired))).toMatch(/^bad .*its certificate has expired.*\(CERT_HAS_EXPIRED\)/);
    expect(onlyProblem(await probeTls(other_name))).toMatch(/^bad .*its certificate is for another host name/);
    expect((await probeTls(good)).map(({ level }) => level)).toEqual(['ok', 'ok']);
  } finally {
    setDefaultCACertificates(known);
  }
});

describe('the clocks', () => {
  test.each([
    [0, "ok agrees with the target's clock"],
    [-25, "ok agrees with the target's clock"],
    [45, 'warn the clocks of this machine and of the target are 45 s apart'],
    [-280, 'warn the clocks of this machine and of the target are 280 s apart'],
    [310, 'warn the clocks of this machine and of the target are 310 s apart; unless'],
    [-86_400, 'warn the clocks of this machine and of the target are 86400 s apart'],
  ])('SIG-3 that are %i s apart', async (skew_s, expected) => {
    const date = new Date(nowMs() + skew_s * 1_000).toUTCString();
    const finding = (await probeHttp(say(401, ERROR, { date }))).find(({ about }) => about === 'clock');
    const line = `${finding?.level} ${finding?.message}`;
    // A Date has whole seconds, so it can differ by one.
    expect(line.replace(/\d+ s/, '')).toContain(expected.replace(/\d+ s/, ''));
    expect(Math.abs(Number(/(\d+) s/.exec(line)?.[1] ?? skew_s) - Math.abs(skew_s))).toBeLessThanOrEqual(
      skew_s === -25 || skew_s === 0 ? 50 : 1,
    );
  });

  test('that cannot be compared', async () => {
    const findings = await probeHttp((response) => {
      response.sendDate = false;
      say(401, ERROR)(response);
    });
    expect(onlyProblem(findings)).toMatch(/^warn the response has no Date/);
  });
});

test('CONV-8 an address that does not end in /v1 is a warning', async () => {
  expect(onlyProblem(await probeHttp(say(401, ERROR), '/api'))).toBe('warn its address does not end in /v1 (CONV-8)');
});
