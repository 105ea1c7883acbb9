/** The envelopes of resources: `data`, the paging object, the Error object, the Deleted object. */
import { z } from 'zod';
import { Id } from './values.ts';

/** CONV-1: a single resource is wrapped. */
export function dataOf<Item extends z.ZodType>(item: Item): z.ZodObject<{ data: Item }> {
  return z.object({ data: item });
}

/** PAGE-1: what every page has beside its items. */
const PAGE_MEMBERS = {
  limit: z.int().meta({ description: 'Page size.', examples: [20] }),
  offset: z.int().meta({ description: 'Start offset.', examples: [0] }),
  total: z.int().meta({ description: 'Total matching count.', examples: [1] }),
  next: z.string().nullable().meta({ description: 'Link to the next page.' }),
  previous: z.string().nullable().meta({ description: 'Link to the previous page.' }),
  href: z.string().meta({ description: 'Link to this page.' }),
};

/** PAGE-1: the paging object. */
export function pageOf<Item extends z.ZodType>(item: Item): z.ZodObject<{ items: z.ZodArray<Item> } & typeof PAGE_MEMBERS> {
  return z.object({ items: z.array(item).meta({ description: 'The page of resources.' }), ...PAGE_MEMBERS });
}

export interface Page<Item> {
  items: Item[];
  limit: number;
  offset: number;
  total: number;
  next: string | null;
  previous: string | null;
  href: string;
}

export const FieldError = z.object({ field: z.string(), message: z.string() }).meta({
  id: 'FieldError',
  description: 'An error in one field.',
  examples: [{ field: 'quantity_mt', message: 'must be at least 0.01' }],
});
export type FieldError = z.infer<typeof FieldError>;

export const ErrorObject = z
  .object({
    error: z.object({
      status: z.int(),
      code: z.string(),
      message: z.string(),
      errors: z.array(FieldError).optional(),
    }),
  })
  .meta({
    id: 'Error',
    description: 'An error (ERR-1).',
    examples: [
      {
        error: {
          status: 422,
          code: 'validation_failed',
          message: 'The request failed validation.',
          errors: [{ field: 'quantity_mt', message: 'must be at least 0.01' }],
        },
      },
    ],
  });
export type ErrorObject = z.infer<typeof ErrorObject>;

export const Deleted = z
  .object({ deleted: z.boolean(), id: Id })
  .meta({ id: 'Deleted', description: 'The deleted resource.', examples: [{ deleted: true, id: 'whk_5f0c2a9b7d31e846' }] });
