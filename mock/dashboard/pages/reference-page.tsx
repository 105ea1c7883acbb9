import type { JSX } from 'preact';

export function ReferencePage(): JSX.Element {
  return <p class="empty">Not here yet.</p>;
}
