/** The text format of Prometheus, version 0.0.4: plain numbers in, lines out. */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

/** One line. */
export interface Sample {
  labels?: Labels;
  value: number;
  /** What is put behind the name of its family: `_bucket` and its like. */
  suffix?: string;
}

/** All that is measured under one name. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

/**
 * The lines of a histogram.
 * @param bounds upper bounds, rising
 * @param counts how many fell between each bound and the one before; one more for what is beyond the last
 */
export function histogram(labels: Labels, bounds: readonly number[], counts: readonly number[], sum: number): Sample[] {
  let total = 0;
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
    total += counts[index] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: writeNumber(bound) }, value: total };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
}

export function expose(families: readonly Family[]): string {
  return families.map((family) => exposeFamily(family)).join('');
}

function exposeFamily({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}`,
  );
  return [`# HELP ${name} ${escape(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function writeNumber(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}
