/** The limit of a figure. Benchmarks report it but never fail, because timings differ between machines and a flaky failure teaches people to rerun. */
export interface Bar {
  /** The column that the limit applies to. */
  column: string;
  at_most?: number;
  at_least?: number;
}

export interface Row {
  name: string;
  /** By column. Figures that this machine cannot measure are missing. */
  figures: Readonly<Record<string, number>>;
  bar?: Bar;
}

export interface Table {
  title: string;
  /** Names of the figures, with units. */
  columns: readonly string[];
  rows: readonly Row[];
}

export interface Benchmark {
  summary: string;
  /** If true, the benchmark takes minutes and runs only by name. */
  is_long?: true;
  /** Measures, and reports progress to `tell`. */
  run: (tell: (progress: string) => void) => Promise<readonly Table[]>;
}

/** Whether the figure meets its limit; undefined if there is no limit or no figure. */
export function isMet({ figures, bar }: Row): boolean | undefined {
  const figure = bar === undefined ? undefined : figures[bar.column];
  if (bar === undefined || figure === undefined) return undefined;
  return figure <= (bar.at_most ?? Number.POSITIVE_INFINITY) && figure >= (bar.at_least ?? Number.NEGATIVE_INFINITY);
}
