import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Row, Table } from './benchmark.ts';
import { openConnection } from './connection.ts';
import { load, type Load } from './load.ts';
import { QUERIES } from './queries.ts';
import { startBareExpress, startMock, type ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 7;
const ITEMS_PER_PAGE = 20;
const THROUGHPUT_RATIO_MIN = 0.4;

export const throughput: Benchmark = {
  summary: 'GET /inventory with 20 items, varying filters, and authentication, against Express with responses of the same size',
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'gristmill-bench-'));
    try {
      return await compareThroughput(join(folder, 'page.json'), report);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

type Side = 'mock' | 'text' | 'json';

async function compareThroughput(page_path: string, report: (progress: string) => void): Promise<Table[]> {
  await using mock = await startMock();
  writeFileSync(page_path, await readTypicalPage(mock));
  await using text = await startBareExpress('text', page_path);
  await using json = await startBareExpress('json', page_path);
  const loads: Record<Side, Load[]> = { mock: [], text: [], json: [] };
  // The first round is a warm-up and is discarded.
  for (let round = 0; round <= ROUNDS; round += 1) {
    report(`round ${round + 1} of ${ROUNDS + 1}`);
    const latest = { mock: await load(mock), text: await load(text), json: await load(json) };
    if (round === 0) continue;
    loads.mock.push(latest.mock);
    loads.text.push(latest.text);
    loads.json.push(latest.json);
  }

  const limit = { column: 'ratio', at_least: THROUGHPUT_RATIO_MIN };
  return [
    tableOf('requests per second', loads, ({ requests_per_second }) => requests_per_second, { limit }),
    tableOf(
      'CPU time of the server per request, in microseconds',
      loads,
      ({ cpu_us_per_request }) => cpu_us_per_request ?? Number.NaN,
    ),
  ];
}

function tableOf(
  title: string,
  loads: Record<Side, Load[]>,
  figureOf: (load: Load) => number,
  limits: Pick<Row, 'limit'> = {},
): Table {
  const mock = median(loads.mock.map(figureOf));
  const compare = (name: string, side: Side): Row => {
    const peer = median(loads[side].map(figureOf));
    return { name, figures: { mock, Express: peer, ratio: mock / peer } };
  };
  return {
    title: `${title} (medians of ${ROUNDS} rounds)`,
    columns: ['mock', 'Express', 'ratio'],
    rows: [
      // The limit applies to the peer that serializes JSON, as every API does. That alone halves the rate of Express.
      { ...compare('against Express with response.json of a page', 'json'), ...limits },
      compare('against Express with response.send of a prepared text', 'text'),
    ],
  };
}

/** Returns the response whose length is closest to the average. Each must be a full page. */
async function readTypicalPage(mock: ServerProcess): Promise<string> {
  await using connection = openConnection(mock.base_url);
  const texts: string[] = [];
  for (const query of QUERIES) {
    const { text } = await connection.get(query);
    // The mock returns a page.
    const { items } = JSON.parse(text) as { items: unknown[] };
    if (items.length !== ITEMS_PER_PAGE) throw new Error(`GET ${query} returned ${items.length} items, not ${ITEMS_PER_PAGE}`);
    texts.push(text);
  }
  const average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  return texts.reduce((best, text) => (Math.abs(text.length - average) < Math.abs(best.length - average) ? text : best));
}
