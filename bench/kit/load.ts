import autocannon from 'autocannon';
import { headersOf } from './connection.ts';
import { readCpuMs } from './process-figures.ts';
import type { ServerProcess } from './server-process.ts';

export const CONNECTIONS = 10;

/** The result of a round of load. */
interface Load {
  requests_per_second: number;
  /**
   * The CPU time of the server. More useful than the rate if the load generator is slower than the server. Undefined if the system does not
   * report it.
   */
  cpu_us_per_request: number | undefined;
}

export interface LoadRequest {
  method: 'GET' | 'POST';
  /** Below `base_url`. */
  path: string;
  body?: object | undefined;
}

export interface LoadOptions {
  /** Sent in turn. */
  requests: readonly LoadRequest[];
  token: string;
  /** How long to send, in seconds. Default: until each request was sent once. */
  seconds?: number | undefined;
}

/** Sends requests as fast as the server responds. @throws if one fails or returns an error */
export async function load(
  { base_url, pid }: Pick<ServerProcess, 'base_url' | 'pid'>,
  { requests, token, seconds }: LoadOptions,
): Promise<Load> {
  const { origin, pathname } = new URL(base_url);
  const before = pathname.replace(/\/$/, '');
  const sent = requests.map(({ method, path, body }) => ({
    method,
    path: `${before}${path}`,
    headers: headersOf(token, body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  const cpu_before_ms = readCpuMs(pid);
  const started_ms = performance.now();
  let ended_ms = started_ms;
  const run = (options: Omit<autocannon.Options, 'url'>): Promise<autocannon.Result> =>
    new Promise((resolve, reject) => {
      const instance = autocannon({ ...options, url: origin }, (error: unknown, result) => {
        if (error instanceof Error) reject(error);
        else resolve(result);
      });
      // Measured here, because autocannon with `amount` ends up to a second after the last response.
      instance.on('response', () => {
        ended_ms = performance.now();
      });
    });
  const results = await Promise.all(
    // With a duration, every connection repeats the whole list. To send each request once, each connection gets a part of the list.
    seconds === undefined
      ? partsOf(sent).map((part) => run({ connections: 1, amount: part.length, requests: part }))
      : [run({ connections: CONNECTIONS, duration: seconds, requests: sent })],
  );
  const cpu_after_ms = readCpuMs(pid);
  for (const { errors, non2xx } of results)
    if (errors + non2xx > 0) throw new Error(`${base_url}: ${errors} connection errors and ${non2xx} error responses under load`);

  const succeeded = results.reduce((sum, result) => sum + result['2xx'], 0);
  const has_cpu_times = cpu_before_ms !== undefined && cpu_after_ms !== undefined;
  return {
    requests_per_second: succeeded / ((ended_ms - started_ms) / 1000),
    cpu_us_per_request: has_cpu_times ? ((cpu_after_ms - cpu_before_ms) * 1000) / succeeded : undefined,
  };
}

function partsOf<Item>(items: readonly Item[]): Item[][] {
  const parts = Array.from({ length: CONNECTIONS }, (_, part) => items.filter((_item, index) => index % CONNECTIONS === part));
  return parts.filter(({ length }) => length > 0);
}
