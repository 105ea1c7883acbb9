import { LISTS, onBody, violation, withoutQuery } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const PAGING: readonly Violation[] = [
  violation('PAGE-2/limit-ignored', 'Every page has the default size.', withoutQuery(LISTS, 'limit')),
  violation(
    'PAGE-5/next-forgets-filters',
    'The link to the next page asks for limit and offset alone.',
    onBody('listInventory', (page) => ({ ...page, next: page.next === null ? null : forget(page.next) })),
  ),
];

function forget(link: string): string {
  const url = new URL(link);
  const { searchParams: asked } = url;
  url.search = new URLSearchParams({ limit: asked.get('limit') ?? '', offset: asked.get('offset') ?? '' }).toString();
  return url.href;
}
