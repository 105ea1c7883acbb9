import type { JSX } from 'preact';
import { addressOf } from './text.tsx';
import { CopyButton } from './button.tsx';

/** Formats JSON. Other text, such as a body that was cut, stays as it is. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi;
/** Longer texts are shown without colors and links. */
const COLORED_MAX = 60_000;

function colorize(text: string): (string | JSX.Element)[] {
  const parts: (string | JSX.Element)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + token.length;
    const address = quoted === undefined || colon !== undefined ? undefined : addressOf(quoted.slice(1, -1));
    if (address !== undefined) parts.push(<a href={address}>{token}</a>);
    else parts.push(<span class={quoted === undefined ? 'number' : colon === undefined ? 'string' : 'key'}>{token}</span>);
  }
  parts.push(text.slice(end));
  return parts;
}

/** A body, formatted. Ids link to their records. */
export function JsonText({ text, label, cut_from }: { text: string; label: string; cut_from?: number }): JSX.Element {
  if (text === '') return <p class="empty">No body.</p>;
  const formatted = formatJson(text);
  const is_cut = cut_from !== undefined && cut_from > text.length;
  return (
    <figure class="json">
      <pre role="group" tabIndex={0} aria-label={label}>
        {formatted.length > COLORED_MAX ? formatted : colorize(formatted)}
      </pre>
      <figcaption>
        {is_cut && (
          <span>
            The journal keeps the first {text.length} of {cut_from} characters.
          </span>
        )}
        <CopyButton text={formatted} what={label.toLowerCase()} />
      </figcaption>
    </figure>
  );
}
