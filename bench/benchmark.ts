/** What a figure has to keep to. Benchmarks only say whether it does: machines differ, and a timing that fails a build teaches people to rerun. */
export interface Bar {
  /** The column that is judged. */
  column: string;
  at_most?: number;
  at_least?: number;
}

export interface Row {
  name: string;
  /** By column; a figure that this machine cannot give is left out. */
  figures: Readonly<Record<string, number>>;
  bar?: Bar;
}

export interface Table {
  title: string;
  /** Names of figures, with their unit. */
  columns: readonly string[];
  rows: readonly Row[];
}

export interface Benchmark {
  summary: string;
  /** Takes minutes, and runs only when it is named. */
  is_long?: true;
  /** Measures, and tells what it is doing meanwhile. */
  run: (tell: (progress: string) => void) => Promise<readonly Table[]>;
}

/** Whether the figure keeps to its bar; undefined where there is no bar or no figure. */
export function isMet({ figures, bar }: Row): boolean | undefined {
  const figure = bar === undefined ? undefined : figures[bar.column];
  if (bar === undefined || figure === undefined) return undefined;
  return figure <= (bar.at_most ?? Number.POSITIVE_INFINITY) && figure >= (bar.at_least ?? Number.NEGATIVE_INFINITY);
}
