import { expect, test } from 'vitest';
import type { TestMock } from '../../../testing/open-mock.ts';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { openReceiver, answerWith } from '../../../testing/receiver.ts';
import { readStream } from '../../../testing/read-stream.ts';
import { expose, histogram } from './prometheus-text.ts';

interface Metric {
  type: string;
  help: string;
  /** Values by what stands before them. */
  samples: Map<string, number>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\"|\\n)*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? ([+-]?(?:Inf|\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)|NaN)$`);

function readValue(text: string): number {
  return Number(text.replace('Inf', 'Infinity'));
}

/** The text format 0.0.4, and no more of it than a careful writer needs: no time stamps, no comments, no empty lines, all of a metric in one place. */
function parseExposition(text: string): Map<string, Metric> {
  expect(text.endsWith('\n')).toBe(true);
  const metrics = new Map<string, Metric>();
  const lines = text.slice(0, -1).split('\n');
  let name = '';
  for (const [index, line] of lines.entries()) {
    const [, described = '', help = ''] = /^# HELP (\S+) ((?:[^\\]|\\\\|\\n)+)$/.exec(line) ?? [];
    if (described !== '') {
      const [, typed, type = ''] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(lines[index + 1] ?? '') ?? [];
      expect([typed, described], line).toEqual([described, expect.stringMatching(`^${NAME}$`)]);
      expect(metrics.has(described), `${described} comes twice`).toBe(false);
      metrics.set(described, { type, help, samples: new Map() });
      name = described;
    } else if (!line.startsWith('# TYPE ')) {
      const [, of = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      expect(of, `not a sample: ${line}`).not.toBe('');
      const { type, samples } = metrics.get(name) ?? { type: '', samples: new Map<string, number>() };
      const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
      expect(names, line).toContain(of);
      const key = `${of === name ? '' : of.slice(name.length)}{${labels}}`;
      expect(samples.has(key), `${line} comes twice`).toBe(false);
      samples.set(key, readValue(value));
    }
  }
  for (const [of, { type, samples }] of metrics) {
    if (type === 'counter') expect(of).toMatch(/_total$/);
    if (type === 'histogram') expectHistograms(samples);
  }
  return metrics;
}

/** Every histogram rises to +Inf, which is its count. */
function expectHistograms(samples: ReadonlyMap<string, number>): void {
  const buckets = [...samples].filter(([key]) => key.startsWith('_bucket'));
  const of = (key: string): string => key.replace(/^_bucket/, '').replace(/,?le="[^"]*"/, '');
  for (const [labels, own] of Map.groupBy(buckets, ([key]) => of(key))) {
    const bounds = own.map(([key]) => readValue(/le="([^"]*)"/.exec(key)?.[1] ?? ''));
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    expect(bounds.at(-1)).toBe(Number.POSITIVE_INFINITY);
    const counts = own.map(([, count]) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(samples.get(`_count${labels}`)).toBe(counts.at(-1));
    expect(samples.get(`_sum${labels}`)).toBeGreaterThanOrEqual(0);
  }
}

async function readMetrics({ mock }: TestMock, control_url = mock.control_url): Promise<Map<string, Metric>> {
  const response = await fetch(`${control_url}/metrics`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return parseExposition(await response.text());
}

test('what is odd in a label or a help is escaped, and numbers are as the format has them', () => {
  const text = expose([
    { name: 'odd', help: 'a \\ b\nc "d"', type: 'gauge', samples: [{ labels: { of: 'a\\b"c"\nd', to: '' }, value: 1e-7 }] },
    {
      name: 'none',
      help: 'Nothing.',
      type: 'gauge',
      samples: [{ value: Number.NaN }, { labels: { of: '1' }, value: -Infinity }],
    },
    { name: 'long', help: 'A while.', type: 'histogram', samples: histogram({ of: '1' }, [0.5, 1], [2, 0, 3], 9.5) },
  ]);
  expect(text.split('\n')).toEqual([
    '# HELP odd a \\\\ b\\nc "d"',
    '# TYPE odd gauge',
    String.raw`odd{of="a\\b\"c\"\nd",to=""} 1e-7`,
    '# HELP none Nothing.',
    '# TYPE none gauge',
    'none NaN',
    'none{of="1"} -Inf',
    '# HELP long A while.',
    '# TYPE long histogram',
    'long_bucket{of="1",le="0.5"} 2',
    'long_bucket{of="1",le="1"} 2',
    'long_bucket{of="1",le="+Inf"} 5',
    'long_sum{of="1"} 9.5',
    'long_count{of="1"} 5',
    '',
  ]);
  expect(parseExposition(text).get('odd')?.samples).toEqual(new Map([[String.raw`{of="a\\b\"c\"\nd",to=""}`, 1e-7]]));
});

test('the requests by operation, method and class of status, and how long they took', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const none = await readMetrics(mock);
  expect(none.get('gristmill_requests_total')).toMatchObject({ type: 'counter', samples: new Map() });
  await mock.call('buyer', 'GET', '/inventory');
  await mock.call('buyer', 'GET', '/inventory?limit=1');
  await mock.call(null, 'GET', '/inventory');
  await mock.call('buyer', 'HEAD', '/inventory');
  await mock.call('buyer', 'POST', '/webhooks', { body: {} });
  // No operation, and nothing of the control plane.
  await mock.call('buyer', 'GET', '/nothing');
  const metrics = await readMetrics(mock);
  const counted = new Map([
    ['{operation="listInventory",method="GET",status="2xx"}', 2],
    ['{operation="listInventory",method="GET",status="4xx"}', 1],
    ['{operation="listInventory",method="HEAD",status="2xx"}', 1],
    ['{operation="createWebhook",method="POST",status="4xx"}', 1],
  ]);
  expect(metrics.get('gristmill_requests_total')?.samples).toEqual(counted);
  const durations = metrics.get('gristmill_request_duration_seconds')?.samples;
  expect(durations?.get('_count{operation="listInventory"}')).toBe(4);
  const sum = durations?.get('_sum{operation="listInventory"}') ?? 0;
  const { entries } = mock.mock.worlds.default.journal;
  const of_it = entries.filter(({ operation_id }) => operation_id === 'listInventory');
  expect(sum).toBeCloseTo(of_it.reduce((whole, { duration_ms }) => whole + duration_ms, 0) / 1000, 9);
  const within = of_it.filter(({ duration_ms }) => duration_ms <= 2.5).length;
  expect(durations?.get('_bucket{operation="listInventory",le="0.0025"}')).toBe(within);
  // Counters never go back.
  await mock.control('POST', '/reset');
  expect((await readMetrics(mock)).get('gristmill_requests_total')?.samples).toEqual(counted);
});

test('deliveries by what they came to, what is queued, subscriptions, streams, worlds, and the clock', async () => {
  await using receiver = await openReceiver(answerWith(200, 503, 400));
  await using mock = await openTestMock({ lots: 20, clock: 'real' });
  const hook = await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const other = await mock.call('rival', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.countered'] } });
  await mock.control('PATCH', `/webhooks/${(other.body as { data: { id: string } }).data.id}`, { is_active: false });
  for (let asked = 0; asked < 3; asked += 1) {
    const bid = await makeBid(mock, 'buyer', await makeLot(mock));
    await mock.call('seller', 'POST', `/bids/${bid}/reject`);
    await receiver.count(asked + 1);
    await mock.mock.worlds.default.dispatcher.idle();
  }
  const made = (await mock.control('POST', '/worlds', { lots: 20, clock: '2031-01-01T00:00:00Z' })).body as {
    control_url: string;
  };
  await using stream = await readStream(mock);
  await stream.next();
  const metrics = await readMetrics(mock);
  const values = (name: string): unknown => Object.fromEntries(metrics.get(name)?.samples ?? []);
  expect(values('gristmill_delivery_attempts_total')).toEqual({
    '{outcome="delivered"}': 1,
    '{outcome="retrying"}': 1,
    '{outcome="failed"}': 1,
  });
  expect(values('gristmill_outbox_queued')).toEqual({ '{}': 1 });
  expect(values('gristmill_subscriptions')).toEqual({ '{state="active"}': 1, '{state="inactive"}': 1 });
  expect(values('gristmill_streams')).toEqual({ '{}': 1 });
  expect(values('gristmill_journal_bytes')).toEqual({ '{}': expect.any(Number) });
  expect(values('gristmill_journal_dropped')).toEqual({ '{}': 0 });
  expect(values('gristmill_worlds')).toEqual({ '{}': 2 });
  expect(metrics.get('gristmill_clock_offset_seconds')?.samples.get('{}')).toBeCloseTo(0, 1);
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_cpu_seconds_total']) {
    expect(metrics.get(name)?.samples.get('{}'), name).toBeGreaterThan(0);
  }
  expect(JSON.stringify([...metrics].map(([, { samples }]) => [...samples.keys()]))).not.toMatch(/(?:usr|tm|bid|whk|inv)_/);

  await mock.control('POST', '/clock/advance', { seconds: 86_400 });
  await mock.call('buyer', 'DELETE', `/webhooks/${(hook.body as { data: { id: string } }).data.id}`);
  const later = await readMetrics(mock);
  expect(later.get('gristmill_clock_offset_seconds')?.samples.get('{}')).toBeCloseTo(86_400, 0);
  expect(later.get('gristmill_subscriptions')?.samples.get('{state="active"}')).toBe(0);
  const elsewhere = await readMetrics(mock, made.control_url);
  expect(elsewhere.get('gristmill_requests_total')?.samples.size).toBe(0);
  const ahead = (Date.parse('2031-01-01T00:00:00Z') - Date.now()) / 1000;
  expect(elsewhere.get('gristmill_clock_offset_seconds')?.samples.get('{}')).toBeCloseTo(ahead, -2);
});
