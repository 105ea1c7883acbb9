import type { JSX } from 'preact';

export function FaultsPage(): JSX.Element {
  return <p class="empty">Not here yet.</p>;
}
