/** Checks with one request without a token whether the target responds like the API. */
import type { HttpAnswer } from '#client';
import { NoResponse, sendRequest, isObject, nowMs } from '#client';
import type { Finding } from './finding.ts';

const KEY = 'target.base_url';
/** The maximum size of the response, which should be an Error object. */
const BYTES_MAX = 262_144;
const SLOW_MS = 3_000;
const SKEW = { warn_s: 30, fatal_s: 300 } as const;
const QUOTE_MAX = 80;

/** Error codes of a failed connection, with an explanation and what to do. */
const TROUBLES: readonly (readonly [code: RegExp, message: string])[] = [
  [/^(ENOTFOUND|EAI_NODATA|EAI_NONAME)$/, 'the host name does not exist: check the spelling and the network of this machine'],
  [/^EAI_AGAIN$/, 'the host name could not be looked up: check the network'],
  [/^ECONNREFUSED$/, 'the connection was refused: check that it is running, and the port'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'it cannot be reached from this machine: check the VPN or proxy'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'it does not accept connections: check the firewall'],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired: renew it'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet: check the clock of this machine'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'the certificate is self-signed: add its authority to NODE_EXTRA_CA_CERTS',
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    'the authority of the certificate is unknown: add it to NODE_EXTRA_CA_CERTS, or configure the server to send the whole chain',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate is for another host name: check the URL'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'the TLS handshake failed: check whether the port uses http instead of https'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'it closes connections: check whether the port uses https instead of http, or a proxy interferes',
  ],
  [/^HPE_/, 'the server does not speak HTTP: check the port'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'the response headers are too long'],
];

/** @param timeout_ms the timeout of the request */
export async function probe(base_url: string, timeout_ms: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (!base_url.endsWith('/v1'))
    findings.push({ level: 'warn', about: 'target', message: 'the URL does not end with /v1 (CONV-8)', config_key: KEY });
  try {
    const sent_at_ms = nowMs();
    const answer = await sendRequest(`${base_url}/inventory?limit=1`, { timeout_ms, bytes_max: BYTES_MAX });
    return [...findings, ...examineAnswer(base_url, answer), ...examineClock(answer, sent_at_ms)];
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return [
      ...findings,
      { level: 'bad', about: 'target', message: `${new URL(base_url).host}: ${explain(error)}`, config_key: KEY },
    ];
  }
}

function explain(error: NoResponse): string {
  const { code, got, message } = error;
  if (code === 'TIMEOUT')
    return got === 'nothing'
      ? `${message}: check that the server is up, not only its port`
      : `it begins a response and then hangs: ${message}`;
  if (code === 'TOO_LONG') return `the response to a request without a token is too long: ${message}`;
  if (got === 'head') return `it closes the connection in the middle of a response (${code})`;
  const words = TROUBLES.find(([pattern]) => pattern.test(code))?.[1];
  return words === undefined ? `no response: ${message}` : `${words} (${code})`;
}

/** Whether this is the API at all. Without a token, it must return 401 and an Error object (AUTH-1), which checks verify in detail. */
function examineAnswer(base_url: string, { status, headers, text, json, duration_ms }: HttpAnswer): readonly Finding[] {
  const { host } = new URL(base_url);
  const one = (level: Finding['level'], message: string): readonly Finding[] => [
    { level, about: 'target', message: `${host}: ${message}`, ...(level === 'ok' ? {} : { config_key: KEY }) },
  ];
  if (status >= 300 && status < 400)
    return one('bad', `it redirects (${status}) to ${quote(headers['location'] ?? 'nowhere')}: use the URL of the API itself`);
  if ([502, 503, 504].includes(status)) return one('bad', `it is down: it returns ${status}`);
  // This can be the API. Checks verify the error.
  if (status === 401 && json === undefined) return one('warn', 'it returns 401 without an Error object (AUTH-1, CONV-5)');
  if (/^\s*</.test(text) || (headers['content-type'] ?? '').includes('text/html'))
    return one('bad', `it returns ${status} with a web page: check that this is the URL of the API, not of a website or proxy`);
  if (json === undefined) return one('bad', `it returns ${status} with a body that is not JSON: ${quote(text)}`);
  if (status === 404) {
    // Under /v1, it may be a violation of AUTH-1, which a check covers; otherwise, it is the wrong URL.
    const level = base_url.endsWith('/v1') ? 'warn' : 'bad';
    return one(level, 'it returns 404 for /inventory: check the URL of the API, including /v1');
  }
  if (status === 429) return one('warn', 'it returns 429 for the first request: another client may use up the rate limit');
  if (status === 401 && isObject(json) && isObject(json['error'])) {
    const took = `it responds in ${Math.round(duration_ms)} ms`;
    return duration_ms > SLOW_MS ? one('warn', `${took}, which is slow: checks may time out (--timeout)`) : one('ok', took);
  }
  return one('warn', `it returns ${status} without a token, instead of 401 and an Error object (AUTH-1)`);
}

/** SIG-3: the clocks of sender and receiver can differ by at most 300 s. */
function examineClock({ headers, duration_ms }: HttpAnswer, sent_at_ms: number): readonly Finding[] {
  const date_ms = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(date_ms))
    return [{ level: 'warn', about: 'clock', message: 'the response has no Date header, so the clocks cannot be compared' }];
  // A Date has whole seconds.
  const skew_s = (date_ms + 500 - (sent_at_ms + duration_ms / 2)) / 1_000;
  const apart = `the clocks of this machine and of the target differ by ${Math.round(Math.abs(skew_s))} s`;
  if (Math.abs(skew_s) >= SKEW.fatal_s)
    return [{ level: 'bad', about: 'clock', message: `${apart}, so signatures cannot be checked: correct the wrong one` }];
  if (Math.abs(skew_s) > SKEW.warn_s) return [{ level: 'warn', about: 'clock', message: `${apart}; signatures allow 300 s` }];
  return [{ level: 'ok', about: 'clock', message: 'agrees with the clock of the target' }];
}

/** Quotes text of the target in one line, without control characters. */
function quote(text: string): string {
  const line = text.replaceAll(/[^\P{C}]+|\s+/gu, ' ').trim();
  return `'${line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX)}…` : line}'`;
}
