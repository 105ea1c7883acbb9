import type { Query } from '#client';

/** `limit=50&sort=price`, for messages. */
export function formatQuery(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
}
