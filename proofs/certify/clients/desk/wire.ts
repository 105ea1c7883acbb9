import { ApiFailure, type Attempt, type Desk, type Parts } from './desk.ts';

const ATTEMPTS_MAX = 5;
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a request, renews the token once, and retries what can be retried. */
export async function sendThrough(desk: Desk, request: Request): Promise<Response> {
  const { parts } = desk;
  let is_renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const token = await parts.tokenFor(desk, request);
    const outgoing = new Request(request.clone(), { headers: withToken(request.headers, token) });
    const response = await exchange(desk, await parts.prepare(desk, outgoing, attempt));
    if (response?.status === 401 && !is_renewed) {
      is_renewed = true;
      await parts.renew(desk, token);
      continue;
    }
    const last = { request, response, attempt };
    if (!parts.isWorthRetrying(desk, last)) {
      if (response !== undefined) return response;
      throw new ApiFailure({ status: null, code: null, message: `no response to ${request.method} ${request.url}` });
    }
    await sleep(parts.delayMs(desk, last));
  }
}

function withToken(headers: Headers, token: string): Headers {
  const all = new Headers(headers);
  all.set('Authorization', `Bearer ${token}`);
  return all;
}

/** One attempt. A response that is cut off, or is not JSON, counts as no response. */
async function exchange(desk: Desk, request: Request): Promise<Response | undefined> {
  const limit_ms = desk.parts.timeoutMs(desk);
  try {
    const response = await fetch(request, limit_ms === Infinity ? {} : { signal: AbortSignal.timeout(limit_ms) });
    const text = await response.text();
    if (response.ok && text !== '') JSON.parse(text);
    const { status, headers } = response;
    return new Response(text === '' ? null : text, { status, headers });
  } catch {
    return undefined;
  }
}

/** Seconds, or a date. @returns undefined if there is none */
function readRetryAfter(response: Response | undefined): number | undefined {
  const text = response?.headers.get('retry-after');
  if (text === undefined || text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** A request that does nothing more when it is sent twice. */
export function isRepeatable({ method, headers }: Request): boolean {
  return method !== 'POST' || headers.has('Idempotency-Key');
}

export function backoffMs(desk: Desk, { attempt }: Attempt): number {
  return desk.settings.backoff_ms * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

export const wireParts: Pick<Parts, 'prepare' | 'timeoutMs' | 'isWorthRetrying' | 'delayMs'> = {
  prepare: (_desk, request) => request,
  timeoutMs: ({ settings }) => settings.timeout_ms,
  isWorthRetrying: (_desk, { request, response, attempt }) =>
    attempt < ATTEMPTS_MAX && isRepeatable(request) && (response === undefined || TEMPORARY.has(response.status)),
  delayMs: (desk, last) => readRetryAfter(last.response) ?? backoffMs(desk, last),
};
