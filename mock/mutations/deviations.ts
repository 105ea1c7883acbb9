/** The violations and variants of a world, and their seams. */
import { closestName } from '#spec/closest-name';
import { joinSeams } from './join-seams.ts';
import type { Seams } from './seams.ts';
import { CLEAN_SEAMS } from './seams.ts';
import type { Variant } from './variants/kit/variant.ts';
import type { Violation } from './violations/violation.ts';

type DeviationKind = 'violation' | 'variant';

/** The names that are on, in the order of the request. */
export interface DeviationNames {
  violations: readonly string[];
  variants: readonly string[];
}

export interface Deviations extends DeviationNames {
  seams: Seams;
}

/** All violations and variants. */
export interface Catalog {
  violations: readonly Violation[];
  variants: readonly Variant[];
  /** Groups of variants of which only one can be on. */
  exclusive: readonly (readonly string[])[];
}

export const CLEAN: Deviations = { violations: [], variants: [], seams: CLEAN_SEAMS };

/** Thrown for a name that is unknown, or that another name excludes. */
export class DeviationError extends Error {
  override readonly name = 'DeviationError';
  readonly kind: DeviationKind;
  /** The name that cannot be turned on. */
  readonly deviation: string;

  constructor(kind: DeviationKind, deviation: string, message: string) {
    super(message);
    this.kind = kind;
    this.deviation = deviation;
  }
}

/** @param meant the names that were probably meant */
function unknownName(kind: DeviationKind, name: string, meant: readonly string[]): DeviationError {
  return new DeviationError(kind, name, `'${name}' is not a known ${kind}; ${describeMeant(meant)}`);
}

/** How many names of a clause an error message lists. */
const NAMES_MAX = 5;

function describeMeant([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'gristmill mock --list shows them all';
  if (others.length === 0) return `the closest is '${first}'`;
  const rest = others.length + 1 - NAMES_MAX;
  const more = rest > 0 ? `, and ${rest} more; gristmill explain ${first.slice(0, first.indexOf('/'))} lists them` : '';
  return `use one of ${[first, ...others].slice(0, NAMES_MAX).join(', ')}${more}`;
}

/** Loads the catalog on first use, so that a clean mock starts quickly. */
export async function loadCatalog(): Promise<Catalog> {
  const [{ VIOLATIONS }, { EXPLORER_ONLY }, { VARIANTS, EXCLUSIVE }] = await Promise.all([
    import('./violations/index.ts'),
    import('./violations/deep/index.ts'),
    import('./variants/index.ts'),
  ]);
  return { violations: [...VIOLATIONS, ...EXPLORER_ONLY], variants: VARIANTS, exclusive: EXCLUSIVE };
}

/** @throws DeviationError */
export async function loadDeviations(names: DeviationNames): Promise<Deviations> {
  if (names.violations.length === 0 && names.variants.length === 0) return CLEAN;
  return arrangeDeviations(await loadCatalog(), names);
}

/**
 * Joins the seams of the named deviations; duplicates count once. Variants are outermost, so that they also apply to what violations return. They apply in the
 * order of the catalog, whatever the order of the names.
 * @throws DeviationError
 */
export function arrangeDeviations(catalog: Catalog, names: DeviationNames): Deviations {
  const violations = [...new Set(names.violations)];
  const variants = [...new Set(names.variants)];
  const chosen_variants = variants.map((name) => choose('variant', catalog.variants, name));
  const chosen = [
    ...violations.map((name) => choose('violation', catalog.violations, name)),
    ...catalog.variants.filter((variant) => chosen_variants.includes(variant)),
  ];
  if (chosen.length === 0) return CLEAN;
  const [excluded, other] = findExclusion(variants, catalog.exclusive) ?? [];
  if (excluded !== undefined)
    throw new DeviationError(
      'variant',
      excluded,
      `'${excluded}' and '${other}' give the same lists another shape; use one of them`,
    );
  const seams = chosen.map(({ seams: made }) => (typeof made === 'function' ? made() : made));
  return { violations, variants, seams: joinSeams(seams) };
}

/** The first variant that an earlier one excludes, and that one. */
export function findExclusion(
  variants: readonly string[],
  exclusive: Catalog['exclusive'],
): readonly [excluded: string, other: string] | undefined {
  for (const [index, name] of variants.entries()) {
    const groups = exclusive.filter((group) => group.includes(name));
    const other = variants.slice(0, index).find((earlier) => earlier !== name && groups.some((group) => group.includes(earlier)));
    if (other !== undefined) return [name, other];
  }
  return undefined;
}

function choose<Entry extends { name: string }>(kind: DeviationKind, entries: readonly Entry[], name: string): Entry {
  const found = entries.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const names = entries.map((entry) => entry.name);
  // If the clause exists, suggests only its names.
  const [clause = '', own] = name.split('/');
  const of_clause = names.filter((known) => known.startsWith(`${clause.toUpperCase()}/`));
  if (own === undefined && of_clause.length > 0) throw unknownName(kind, name, of_clause);
  const closest = closestName(name, of_clause.length === 0 ? names : of_clause);
  throw unknownName(kind, name, closest === undefined ? [] : [closest]);
}
