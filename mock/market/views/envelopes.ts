import type { Page } from '#spec';
import type { Visible } from './visible.ts';
import { show } from './visible.ts';

/** CONV-1, CONV-9: wraps a single resource. */
export function viewData<Value>(value: Visible<Value>): Visible<{ data: Visible<Value> }> {
  return show({ data: value });
}

interface PageBounds {
  limit: number;
  offset: number;
  total: number;
}

/** Returns the URL of the same query with this limit and offset. */
export type LinkTo = (limit: number, offset: number) => string;

/** PAGE-1, PAGE-4, PAGE-5, PAGE-6, PAGE-9, PAGE-10, PAGE-12, PAGE-15, PAGE-16: wraps a list in the paging object. The links keep the query. */
export function viewPage<Item>(
  items: readonly Visible<Item>[],
  { limit, offset, total }: PageBounds,
  linkTo: LinkTo,
): Visible<Page<Item>> {
  const has_next = offset + limit < total;
  // The page before one past the end is the last page that has items.
  const previous_offset = Math.max(0, Math.min(offset - limit, Math.floor((total - 1) / limit) * limit));
  return show({
    items: [...items],
    limit,
    offset,
    total,
    next: has_next ? linkTo(limit, offset + limit) : null,
    previous: offset > 0 ? linkTo(limit, previous_offset) : null,
    href: linkTo(limit, offset),
  });
}
