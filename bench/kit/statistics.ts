/** The median. @throws RangeError if there are no samples */
export function median(samples: readonly number[]): number {
  const sorted = sort(samples);
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

/** The `percent`-th percentile (nearest rank). @throws RangeError if there are no samples */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = sort(samples);
  return at(sorted, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
}

function sort(samples: readonly number[]): number[] {
  return samples.toSorted((a, b) => a - b);
}

function at(sorted: readonly number[], index: number): number {
  const sample = sorted[index];
  if (sample === undefined) throw new RangeError('there are no samples');
  return sample;
}
