import type { ComponentChildren, JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { attempt, notify } from '../state/notices.ts';
import { after } from '../state/time.ts';

interface ButtonProps {
  children: ComponentChildren;
  /** Runs on a click. The button is disabled until it ends, and a notice shows a failure. */
  act: () => unknown;
  /** The notice to show on success. */
  done?: string;
  look?: 'plain' | 'main' | 'danger' | 'quiet';
  title?: string;
  disabled?: boolean;
  pressed?: boolean;
  /** For screen readers, where the text alone is not enough. It begins with the text. */
  name?: string | undefined;
}

export function Button({
  children,
  act,
  done,
  look = 'plain',
  title,
  disabled = false,
  pressed,
  name,
}: ButtonProps): JSX.Element {
  const is_busy = useSignal(false);
  const run = async (): Promise<void> => {
    is_busy.value = true;
    await attempt(async () => {
      await act();
    }, done);
    is_busy.value = false;
  };
  return (
    <button
      type="button"
      class={`button ${look}`}
      title={title}
      aria-label={name}
      disabled={disabled || is_busy.value}
      aria-pressed={pressed}
      onClick={() => {
        void run();
      }}
    >
      {children}
    </button>
  );
}

const COPIED_MS = 1_500;

/** Copies `text` to the clipboard. If the page cannot use the clipboard, a notice explains why. */
export function CopyButton({ text, label = 'Copy', what }: { text: string; label?: string; what?: string }): JSX.Element {
  const is_copied = useSignal(false);
  const copy = async (): Promise<void> => {
    // Browsers allow clipboard access on https and localhost only.
    if (!isSecureContext) {
      notify('The browser allows copying on https and localhost only. Select the text instead.', true);
      return;
    }
    await navigator.clipboard.writeText(text);
    is_copied.value = true;
    after(COPIED_MS, () => {
      is_copied.value = false;
    });
  };
  return (
    <Button look="quiet" act={copy} name={what === undefined || is_copied.value ? undefined : `${label} ${what}`}>
      {is_copied.value ? 'Copied' : label}
    </Button>
  );
}
