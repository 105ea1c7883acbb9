/** Whether anybody is there, and speaks as the API does: one request without a token. */
import type { HttpAnswer } from '#client';
import { NoResponse, sendRequest, isObject, nowMs } from '#client';
import type { Finding } from './finding.ts';

const KEY = 'target.base_url';
/** An answer without a token is an Error object: more of it is not read. */
const BYTES_MAX = 262_144;
const SLOW_MS = 3_000;
const SKEW = { warn_s: 30, moved_s: 300 } as const;
const QUOTE_MAX = 80;

/** What the system and the HTTP client call a line that does not come about, in words that say what to do. */
const TROUBLES: readonly (readonly [code: RegExp, message: string])[] = [
  [
    /^(ENOTFOUND|EAI_NODATA|EAI_NONAME)$/,
    'its name is not known: is it spelled right, and is this machine in the right network?',
  ],
  [/^EAI_AGAIN$/, 'its name could not be looked up: is there a network?'],
  [/^ECONNREFUSED$/, 'nobody listens there: is it running, and is the port right?'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'there is no way to it from this machine: is a VPN or a proxy missing?'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'it takes no connection: is a firewall in between?'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired: have it renewed'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet: is the clock of this machine right?'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'its certificate is self-signed: name its authority in NODE_EXTRA_CA_CERTS',
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    'its certificate comes from an authority that is not known here: name that in NODE_EXTRA_CA_CERTS, or have the server send the whole chain',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name: is the address right?'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'no TLS came about: does it speak https at that port, and not http?'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'it breaks connections off: does it speak https where http was asked for, or is a proxy in between?',
  ],
  [/^HPE_/, 'what answers there does not speak HTTP: is the port right?'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'its headers are longer than any API sends'],
];

/** @param timeout_ms how long one request may take */
export async function probe(base_url: string, timeout_ms: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (!base_url.endsWith('/v1'))
    findings.push({ level: 'warn', about: 'target', message: 'its address does not end in /v1 (CONV-8)', config_key: KEY });
  try {
    const sent_at_ms = nowMs();
    const answer = await sendRequest(`${base_url}/inventory?limit=1`, { timeout_ms, bytes_max: BYTES_MAX });
    return [...findings, ...judgeAnswer(base_url, answer), ...judgeClock(answer, sent_at_ms)];
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
    return got === 'nothing' ? `${message}: is it up, and not only its port?` : `it begins an answer, and then hangs: ${message}`;
  if (code === 'TOO_LONG') return `it floods: to a request without a token ${message}`;
  if (got === 'head') return `it breaks off in the middle of an answer (${code})`;
  const words = TROUBLES.find(([pattern]) => pattern.test(code))?.[1];
  return words === undefined ? `no answer came: ${message}` : `${words} (${code})`;
}

/** Without a token it owes 401 and an Error object (AUTH-1); what a check judges is not judged here, but whether this is the API at all. */
function judgeAnswer(base_url: string, { status, headers, text, json, duration_ms }: HttpAnswer): readonly Finding[] {
  const { host } = new URL(base_url);
  const one = (level: Finding['level'], message: string): readonly Finding[] => [
    { level, about: 'target', message: `${host}: ${message}`, ...(level === 'ok' ? {} : { config_key: KEY }) },
  ];
  if (status >= 300 && status < 400)
    return one(
      'bad',
      `it redirects (${status}) to ${quote(headers['location'] ?? 'nowhere')}: give the address where the API is`,
    );
  if ([502, 503, 504].includes(status)) return one('bad', `it is down: it answers ${status}`);
  // It is an API that refuses: how it says so is judged by checks.
  if (status === 401 && json === undefined) return one('warn', 'it answers 401, and not with an Error object (AUTH-1, CONV-5)');
  if (/^\s*</.test(text) || (headers['content-type'] ?? '').includes('text/html'))
    return one('bad', `it answers ${status} with a web page: is it the address of the API, and not of its pages or of a proxy?`);
  if (json === undefined) return one('bad', `it answers ${status} with something that is not JSON: ${quote(text)}`);
  if (status === 404) {
    // Below /v1 it may be a breach of AUTH-1, which a check judges; elsewhere it is the wrong address.
    const level = base_url.endsWith('/v1') ? 'warn' : 'bad';
    return one(level, 'it answers 404 to /inventory: is the address that of the API, /v1 included?');
  }
  if (status === 429) return one('warn', 'it answers 429 to the first request: is somebody else using it up?');
  if (status === 401 && isObject(json) && isObject(json['error'])) {
    const took = `it answers, in ${Math.round(duration_ms)} ms`;
    return duration_ms > SLOW_MS
      ? one('warn', `${took}: that is slow, and checks may run out of time (--timeout)`)
      : one('ok', took);
  }
  return one('warn', `it answers ${status} without a token, where 401 and an Error object are owed (AUTH-1)`);
}

/** SIG-3: who signs and who verifies may be 300 s apart, no more. */
function judgeClock({ headers, duration_ms }: HttpAnswer, sent_at_ms: number): readonly Finding[] {
  const date_ms = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(date_ms))
    return [{ level: 'warn', about: 'clock', message: 'the answer has no Date: whether the clocks agree is not known' }];
  // A Date has whole seconds.
  const skew_s = (date_ms + 500 - (sent_at_ms + duration_ms / 2)) / 1_000;
  const apart = `the clocks of this machine and of the target are ${Math.round(Math.abs(skew_s))} s apart`;
  if (Math.abs(skew_s) >= SKEW.moved_s)
    return [
      {
        level: 'warn',
        about: 'clock',
        message: `${apart}; if nobody has moved the clock of the target, set the one that is wrong. Signatures are judged by either`,
      },
    ];
  if (Math.abs(skew_s) > SKEW.warn_s) return [{ level: 'warn', about: 'clock', message: `${apart}: signatures allow for 300` }];
  return [{ level: 'ok', about: 'clock', message: 'agrees with that of the target' }];
}

/** What a stranger says, in one line, without anything that would move a terminal. */
function quote(text: string): string {
  const line = text.replaceAll(/[^\P{C}]+|\s+/gu, ' ').trim();
  return `'${line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX)}…` : line}'`;
}
