/** A page with nothing on it, in place of a refusal. */
export const EMPTY_PAGE = { items: [], limit: 20, offset: 0, total: 0, next: null, previous: null, href: '/v1' };
