import { LISTS, onBody, onQuery, unwrapped } from '../violations/kit/index.ts';
import { LIMITS } from '#spec';
import { variants } from './variant.ts';

/** A whole number, however long. */
const INTEGER = /^[+-]?\d+$/;

export const LISTS_VARIED = variants({
  'bare-filters: GET /inventory/filters omits the `data` envelope.': {
    clauses: ['INV-12', 'CONV-9'],
    warns: ['CONV-9/every-resource'],
    seams: unwrapped('getInventoryFilters'),
  },
  'limit-clamped: `limit` and `offset` are clamped to their ranges.': {
    clauses: ['PAGE-7'],
    seams: onQuery(LISTS, (query) => {
      clamp(query, 'limit', LIMITS.page_limit_min, LIMITS.page_limit_max);
      clamp(query, 'offset', 0, LIMITS.page_offset_max);
    }),
  },
  'relative-links: Page links have no host.': {
    clauses: ['PAGE-17'],
    seams: onBody(LISTS, (page) => ({
      ...page,
      next: withoutHost(page.next),
      previous: withoutHost(page.previous),
      href: withoutHost(page.href),
    })),
  },
});

function clamp(query: URLSearchParams, name: string, min: number, max: number): void {
  const text = query.get(name) ?? '';
  if (INTEGER.test(text)) query.set(name, String(Math.min(Math.max(Number(text), min), max)));
}

function withoutHost(link: string | null): string | null {
  return link === null ? null : link.replace(/^https?:\/\/[^/]+/, '');
}
