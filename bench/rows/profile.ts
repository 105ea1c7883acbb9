import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Row } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import { ENDPOINTS } from '../kit/endpoints.ts';
import { load } from '../kit/load.ts';
import { COLLECTION, OTHER, splitProfile, type CpuProfile, type Part, type Window } from '../kit/profile.ts';
import { startServer } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';

const SECONDS = 6;
const INTERVAL_US = 200;

/** From a request to its response. */
const PARTS: readonly Part[] = [
  ['node:http', /^node:(_?https?|_http_\w+|net|stream|internal\/(streams|stream_base_commons|net))/],
  ['Express', /node_modules\/(express|router|path-to-regexp|finalhandler|parseurl|encodeurl)\//],
  ['authentication, limits, bodies', /mock\/server\/(http|oauth|tenants|faults)|node_modules\/zod|spec\//],
  ['journal', /mock\/server\/journal/],
  ['database', /mock\/market\/store|node_modules\/kysely/],
  ['events and deliveries', /mock\/server\/webhooks/],
  ['rules and views', /mock\/(market|server\/handlers)/],
  ['rest of the mock', /mock\//],
];

export const profile: Benchmark = {
  summary: 'which parts of the mock the CPU time of a request goes to',
  runs: 'named',
  run: async ({ report }) => {
    const rows: Row[] = [];
    for (const { name, prepare } of ENDPOINTS) {
      report(name);
      rows.push({ name, figures: await measure(prepare) });
    }
    const columns = ['µs of CPU', ...PARTS.map(([part]) => `${part} %`), `${COLLECTION} %`, `${OTHER} %`];
    return [{ title: 'CPU time by part', columns, key: 'µs of CPU', rows }];
  },
};

/** On the clock of profiles, which the processes of a machine share. */
const now_us = (): number => Number(process.hrtime.bigint()) / 1000;

/** Runs the sources rather than the built package, whose bundles hide the files. */
async function measure(prepare: (typeof ENDPOINTS)[number]['prepare']): Promise<Record<string, number>> {
  using folder = openTemporaryFolder();
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder.path}`, `--cpu-prof-interval=${INTERVAL_US}`];
  let window: Window;
  let cpu_us: number;
  {
    await using mock = await startServer([...flags, 'cli/main.ts', 'mock', '--port', '0', '--json'], {});
    await using connection = openConnection(mock.base_url);
    // The compilers of V8 need the first round.
    await load(mock, await prepare(connection, SECONDS));
    const options = await prepare(connection, SECONDS);
    const from_us = now_us();
    const { cpu_us_per_request } = await load(mock, options);
    window = { from_us, to_us: now_us() };
    cpu_us = cpu_us_per_request ?? 0;
  }
  const [file = ''] = readdirSync(folder.path);
  // Node wrote the profile.
  const times_us = splitProfile(JSON.parse(readFileSync(join(folder.path, file), 'utf8')) as CpuProfile, PARTS, window);
  const total_us = [...times_us.values()].reduce((sum, time_us) => sum + time_us, 0);
  const shares = [...times_us].map(([part, time_us]) => [`${part} %`, (100 * time_us) / total_us] as const);
  return { 'µs of CPU': cpu_us, ...Object.fromEntries(shares) };
}
