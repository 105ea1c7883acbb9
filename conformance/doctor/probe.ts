/** Whether a server is there and responds like the API: one request without a token. */
import { NoResponse, describeProxies, sendRequest, isObject, nowMs, readPath, type HttpResponse } from '#client';
import { bad, ok, warn, type Finding } from './finding.ts';

const KEY = 'target.base_url';
/** The response without a token is an Error object, so only this much of it is read. */
const BYTES_MAX = 262_144;
const SLOW_MS = 3_000;
const SKEW = { warn_s: 30, moved_s: 300 } as const;
const QUOTE_MAX = 80;

/** Connection errors of the system and the HTTP client, with what to do about each. */
const CONNECTION_ERRORS: readonly (readonly [code: RegExp, message: string])[] = [
  [
    /^(ENOTFOUND|EAI_NODATA|EAI_NONAME)$/,
    'the host name is unknown. Check the spelling, and that this machine is on the right network',
  ],
  [/^EAI_AGAIN$/, 'the host name could not be resolved. Check the network'],
  [/^ECONNREFUSED$/, 'it refused the connection. Check the host and port in the URL, and that the server is running'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    'it cannot be reached from this machine. Check whether a VPN or proxy is needed',
  ],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'the connection timed out. Check for a firewall'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired. Renew it'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet. Check the clock of this machine'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'its certificate is self-signed. Add its authority to NODE_EXTRA_CA_CERTS',
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    'its certificate is from an unknown authority. Add the authority to NODE_EXTRA_CA_CERTS, or make the server send the full chain',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name. Check the address'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'the TLS handshake failed. Check whether the port serves https or http'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'it closes connections. Check whether it requires https, or a proxy is in between'],
  [/^HPE_/, 'the server does not speak HTTP. Check the port'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'its response headers are too long'],
];

/** Requests the inventory without a token: the response shows whether the API is at this address, and what time it is there. */
export async function probe(base_url: string, timeout_ms: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (!base_url.endsWith('/v1')) findings.push(warn('target', 'its address does not end in /v1 (CONV-8)', KEY));
  try {
    const sent_at_ms = nowMs();
    const response = await sendRequest(`${base_url}/inventory?limit=1`, { timeout_ms, bytes_max: BYTES_MAX });
    return [...findings, checkResponse(base_url, response), checkClock(response, sent_at_ms)];
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return [...findings, bad('target', `${new URL(base_url).host}: ${explain(error)}${describeProxies(base_url)}`, KEY)];
  }
}

function explain(error: NoResponse): string {
  const { code, got, message } = error;
  if (code === 'TIMEOUT')
    return got === 'nothing'
      ? `${message}: the port is open, but the server may be down`
      : `its response began and then stopped: ${message}`;
  if (code === 'TOO_LONG') return `its response is too long, even to a request without a token: ${message}`;
  if (got === 'head') return `it closed the connection in the middle of a response (${code})`;
  const words = CONNECTION_ERRORS.find(([pattern]) => pattern.test(code))?.[1];
  return words === undefined ? `no response: ${message}` : words.replace(/\.|$/, ` (${code})$&`);
}

/** Without a token, 401 and an Error object are expected (AUTH-1). This only finds out whether it is the API; the checks cover the details. */
function checkResponse(base_url: string, { status, headers, text, json, duration_ms }: HttpResponse): Finding {
  const { host } = new URL(base_url);
  const one = (level: Finding['level'], message: string): Finding => ({
    level,
    about: 'target',
    message: `${host}: ${message}`,
    ...(level === 'ok' ? {} : { config_key: KEY }),
  });
  if (status >= 300 && status < 400)
    return one(
      'bad',
      `it redirects (${status}) to ${quote(headers['location'] ?? 'nowhere')}: use the address of the API itself`,
    );
  if ([502, 503, 504].includes(status)) return one('bad', `it is down: it returns ${status}`);
  // It is an API that rejects the request. Checks cover the form of the rejection.
  if (status === 401 && !isObject(readPath(json, 'error')))
    return one('warn', 'it returns 401 without an Error object (AUTH-1, CONV-5)');
  if (status === 429) return one('warn', 'it returns 429 for the first request: something else may be using up the rate limit');
  if (/^\s*</.test(text) || (headers['content-type'] ?? '').includes('text/html'))
    return one(
      'bad',
      `it returns ${status} with a web page: check that the address is that of the API, not of a website or proxy`,
    );
  if (json === undefined) return one('bad', `it returns ${status} with a body that is not JSON: ${quote(text)}`);
  if (status === 404) {
    // Below /v1 it can be a breach of AUTH-1, which a check covers. Elsewhere it is the wrong address.
    const level = base_url.endsWith('/v1') ? 'warn' : 'bad';
    return one(level, 'it returns 404 for /inventory: check the address of the API, including /v1');
  }
  if (status === 401) {
    const took = `it responds in ${Math.round(duration_ms)} ms`;
    return duration_ms > SLOW_MS
      ? one('warn', `${took}: that is slow, and checks may run out of time (--timeout)`)
      : one('ok', took);
  }
  return one('warn', `it returns ${status} without a token, instead of 401 and an Error object (AUTH-1)`);
}

/** SIG-3: the clocks of sender and receiver can differ by 300 s at most. */
function checkClock({ headers, duration_ms }: HttpResponse, sent_at_ms: number): Finding {
  const date_ms = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(date_ms)) return warn('clock', 'the response has no Date header, so the clocks cannot be compared');
  // A Date header has whole seconds.
  const skew_s = (date_ms + 500 - (sent_at_ms + duration_ms / 2)) / 1_000;
  const apart = `the clocks of this machine and of the target are ${Math.round(Math.abs(skew_s))} s apart`;
  if (Math.abs(skew_s) >= SKEW.moved_s)
    return warn(
      'clock',
      `${apart}; unless the target's clock was moved on purpose, correct the wrong one. Signatures can use either`,
    );
  if (Math.abs(skew_s) > SKEW.warn_s) return warn('clock', `${apart}: signatures tolerate 300 s`);
  return ok('clock', "agrees with the target's clock");
}

/** Untrusted text on one line, without anything that would move a terminal's cursor. */
function quote(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return `'${line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX)}…` : line}'`;
}
