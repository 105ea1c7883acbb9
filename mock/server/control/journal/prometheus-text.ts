/** Writes the text format of Prometheus, version 0.0.4. */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

/** One line. */
export interface Sample {
  labels?: Labels;
  value: number;
  /** A suffix of the name, such as `_bucket`. */
  suffix?: string;
}

/** The samples of one metric. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

/**
 * The samples of a histogram.
 * @param bounds ascending upper bounds
 * @param counts one per bucket, and one more for values above the last bound
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
  return families.map(exposeFamily).join('');
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
