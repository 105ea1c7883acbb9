/** The interface of a benchmark, and the tables that it returns. */
import { median, percentile } from './statistics.ts';

/** One number, or samples, of which the median counts. */
export type Figure = number | readonly number[];

/**
 * The goal of the key figure. Benchmarks report it but never fail, because timings differ between machines and a flaky failure teaches people
 * to rerun.
 */
export type Goal = { at_most: number } | { at_least: number };

export interface Row {
  /** Unique in the benchmark, so that a comparison finds the row in an earlier run. */
  name: string;
  /** By column. Figures that this machine cannot measure are missing. */
  figures: Readonly<Record<string, Figure>>;
  goal?: Goal | undefined;
}

export interface Table {
  title: string;
  /** Names of the figures, with units. */
  columns: readonly string[];
  /** The column that goals and comparisons use, and whether higher values are better. */
  key: string;
  is_more_better?: true;
  rows: readonly Row[];
}

export type Size = 'quick' | 'full';

/** Shows progress. */
export type ReportProgress = (progress: string) => void;

/** The arguments of a benchmark. */
export interface BenchmarkOptions {
  size: Size;
  report: ReportProgress;
}

export interface Benchmark {
  summary: string;
  /** `quick`: part of every run. `full`: part of a full run. `named`: runs only by name. */
  runs: Size | 'named';
  run: (round: BenchmarkOptions) => Promise<readonly Table[]>;
}

/** The median of a figure, and its interquartile range. */
export interface Summary {
  median: number;
  low: number;
  high: number;
  samples: number;
}

/** @returns undefined if there is no figure */
export function summarize(figure: Figure | undefined): Summary | undefined {
  const samples = typeof figure === 'number' ? [figure] : (figure ?? []);
  if (samples.length === 0) return undefined;
  return { median: median(samples), low: percentile(samples, 25), high: percentile(samples, 75), samples: samples.length };
}

/** Whether the median meets the goal; undefined without a goal or a figure. */
export function isMet(goal: Goal | undefined, summary: Summary | undefined): boolean | undefined {
  if (goal === undefined || summary === undefined) return undefined;
  return 'at_most' in goal ? summary.median <= goal.at_most : summary.median >= goal.at_least;
}

/** A measurement to repeat. */
interface Series {
  /** Shown as progress. */
  name: string;
  rounds: number;
  /** The number of rounds to run first and discard. Default: 0. */
  warm_ups?: number;
  report: ReportProgress;
}

/**
 * Repeats a measurement.
 * @param measure returns a figure per column; undefined if this machine cannot measure it
 * @returns the samples by column
 */
export async function collectSamples(
  { name, rounds, warm_ups = 0, report }: Series,
  measure: (round: number) => Promise<Readonly<Record<string, number | undefined>>>,
): Promise<Record<string, number[]>> {
  const samples: Record<string, number[]> = {};
  for (let round = 1; round <= warm_ups + rounds; round += 1) {
    report(`${name}, round ${round} of ${warm_ups + rounds}`);
    const figures = await measure(round);
    if (round <= warm_ups) continue;
    for (const [column, figure] of Object.entries(figures))
      (samples[column] ??= []).push(...(figure === undefined ? [] : [figure]));
  }
  return samples;
}
