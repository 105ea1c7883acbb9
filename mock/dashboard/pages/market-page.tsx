import type { JSX } from 'preact';

export function MarketPage(): JSX.Element {
  return <p class="empty">Not here yet.</p>;
}
