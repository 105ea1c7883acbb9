import type { JSX } from 'preact';

export function WorldsPage(): JSX.Element {
  return <p class="empty">Not here yet.</p>;
}
