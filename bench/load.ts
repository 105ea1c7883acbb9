import autocannon from 'autocannon';
import { headersOf } from './connection.ts';
import { readCpuMs } from './process-figures.ts';
import { QUERIES } from './queries.ts';
import type { ServerProcess } from './server-process.ts';

const SECONDS = 4;
const CONNECTIONS = 10;

/** What a round of load got out of a server. */
export interface Load {
  requests_a_second: number;
  /** Of the server alone, which tells more than the rate where the load generator is the slower of the two; undefined where the system does not tell. */
  cpu_us_a_request: number | undefined;
}

/** Asks a server the queries in turn, as fast as it answers. @throws where it fails or refuses any */
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
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors and ${result.non2xx} refusals under load`);

  const answered = result['2xx'];
  const is_told = cpu_before_ms !== undefined && cpu_after_ms !== undefined;
  return {
    requests_a_second: answered / result.duration,
    cpu_us_a_request: is_told ? ((cpu_after_ms - cpu_before_ms) * 1000) / answered : undefined,
  };
}
