/** Parts that several sections of the page share. */
import type { CheckVerdict, ClauseVerdict } from '../../check/verdicts.ts';
import { html, type Markup } from './markup.ts';

/** The color of the verdict of a check: that of a clause verdict. */
export const CHECK_COLORS: Readonly<Record<CheckVerdict, ClauseVerdict>> = {
  pass: 'verified',
  fail: 'violated',
  warn: 'warned',
  skip: 'not_verified',
  blocked: 'not_verified',
  not_selected: 'not_selected',
  error: 'violated',
  expected_failure: 'warned',
  flaky: 'warned',
  unexpected_pass: 'violated',
};

/** The address of a clause in the page. It also works without the script. */
export function hrefOf(id: string): string {
  return `#clause=${encodeURIComponent(id)}`;
}

export function linkAll(ids: readonly string[]): readonly Markup[] {
  return ids.map((id, index) => html`${index === 0 ? '' : ', '}<a href="${hrefOf(id)}">${id}</a>`);
}

/** A text with its parts between backticks as code. */
export function markCode(text: string): readonly Markup[] {
  return text.split('`').map((part, index, parts) => {
    // A last backtick without a partner stays.
    if (index % 2 === 1) return index === parts.length - 1 ? html`\`${part}` : html`<code>${part}</code>`;
    return html`${part}`;
  });
}

/** A sign that screen readers skip, because the verdict is also in words. */
export function drawSign(sign: string): Markup {
  return html`<span class="sign" data-sign="${sign}" aria-hidden="true"></span>`;
}

export function drawPill(color: string, { sign, label }: { readonly sign: string; readonly label: string }): Markup {
  return html`<span class="pill ${color}">${drawSign(sign)}${label}</span>`;
}
