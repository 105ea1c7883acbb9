/** The limit of a figure. Benchmarks report it but never fail, because timings differ between machines and a flaky failure teaches people to rerun. */
export interface Limit {
  /** The column that the limit applies to. */
  column: string;
  at_most?: number;
  at_least?: number;
}

export interface Row {
  name: string;
  /** By column. Figures that this machine cannot measure are missing. */
  figures: Readonly<Record<string, number>>;
  limit?: Limit;
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
  /** Measures, and reports progress to `report`. */
  run: (report: (progress: string) => void) => Promise<readonly Table[]>;
}

/** Whether the figure meets its limit; undefined if there is no limit or no figure. */
export function isMet({ figures, limit }: Row): boolean | undefined {
  const figure = limit === undefined ? undefined : figures[limit.column];
  if (limit === undefined || figure === undefined) return undefined;
  return figure <= (limit.at_most ?? Number.POSITIVE_INFINITY) && figure >= (limit.at_least ?? Number.NEGATIVE_INFINITY);
}
