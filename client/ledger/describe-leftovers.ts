const IDS_NAMED_MAX = 5;

interface Leftovers {
  /** In the singular. */
  readonly noun: string;
  readonly count: number;
  readonly actors: ReadonlySet<string>;
  readonly why: string;
  /** The known ids, which can be fewer than `count`. */
  readonly ids: readonly string[];
}

/** `3 farms of seller, partner: the API cannot delete farms: farm_1, farm_2, farm_3` */
export function describeLeftovers({ noun, count, actors, why, ids }: Leftovers): string {
  const what = count === 1 ? `a ${noun}` : `${count} ${noun}s`;
  return `${what} of ${[...actors].join(', ')}: ${why}${ids.length === 0 ? '' : `: ${listIds(ids, count)}`}`;
}

/** The first few ids. @param count how many there are */
export function listIds(ids: readonly string[], count = ids.length): string {
  const shown = ids.slice(0, IDS_NAMED_MAX);
  const rest = count - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
