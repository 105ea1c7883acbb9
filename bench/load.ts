import autocannon from 'autocannon';
import { headersOf } from './connection.ts';
import { readCpuMs } from './process-figures.ts';
import { QUERIES } from './queries.ts';
import type { ServerProcess } from './server-process.ts';

const SECONDS = 4;
const CONNECTIONS = 10;

/** The result of a round of load. */
export interface Load {
  requests_per_second: number;
  /** Of the server alone. More useful than the rate if the load generator is slower than the server. Undefined if the system does not report it. */
  cpu_us_per_request: number | undefined;
}

/** Sends the queries in turn, as fast as the server responds. @throws if a request fails or returns an error */
export async function load({ base_url, pid }: ServerProcess): Promise<Load> {
  const { origin, pathname } = new URL(base_url);
  const cpu_before_ms = readCpuMs(pid);
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: headersOf('dev_buyer'),
    requests: QUERIES.map((query) => ({ method: 'GET', path: `${pathname}${query}` })),
  });
  const cpu_after_ms = readCpuMs(pid);
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} connection errors and ${result.non2xx} error responses under load`);

  const answered = result['2xx'];
  const is_told = cpu_before_ms !== undefined && cpu_after_ms !== undefined;
  return {
    requests_per_second: answered / result.duration,
    cpu_us_per_request: is_told ? ((cpu_after_ms - cpu_before_ms) * 1000) / answered : undefined,
  };
}
