import type { FieldError } from '#spec';
import { z } from 'zod';

/**
 * ERR-5: the errors of a body in the order in which its schema declares the fields, whoever found them. What the schema does not know
 * comes last; of equals the one that was found first.
 */
export function inDeclaredOrder(schema: z.core.$ZodType, errors: readonly FieldError[]): readonly FieldError[] {
  const ranked = errors.map((error) => ({ error, ranks: ranksOf(schema, error.field) }));
  return ranked.toSorted((a, b) => compareRanks(a.ranks, b.ranks)).map(({ error }) => error);
}

/** Whether one field is the other, or a part of it: `bids` and `bids[1].grade`. */
export function isWithin(one: string, other: string): boolean {
  const [outer, inner] = one.length <= other.length ? [one, other] : [other, one];
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

/** The place of each part of a field: `bids[1].grade` is [1, 1, 0] in a PlaceBid. */
function ranksOf(schema: z.core.$ZodType, field: string): readonly number[] {
  const ranks: number[] = [];
  let here: z.core.$ZodType | undefined = schema;
  for (const part of field.split(/[.[\]]+/).filter((text) => text !== '')) {
    here = withoutWrapping(here);
    if (here instanceof z.ZodArray) {
      ranks.push(Number(part));
      here = here.element;
    } else if (here instanceof z.ZodObject) {
      const keys = Object.keys(here.shape);
      ranks.push(keys.includes(part) ? keys.indexOf(part) : Number.POSITIVE_INFINITY);
      // A shape is a record of schemas.
      here = here.shape[part] as z.core.$ZodType | undefined;
    } else {
      return ranks;
    }
  }
  return ranks;
}

function withoutWrapping(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  return inner;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  if (at === -1) return a.length - b.length;
  // A field comes before what is within it.
  return (a[at] ?? 0) < (b[at] ?? -1) ? -1 : 1;
}
