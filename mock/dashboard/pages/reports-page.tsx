import type { JSX } from 'preact';

export function ReportsPage(): JSX.Element {
  return <p class="empty">Not here yet.</p>;
}
