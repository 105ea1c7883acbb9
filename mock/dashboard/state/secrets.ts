/** The secrets of subscriptions. The API shows each once, so the page keeps them until the tab is closed. */
import { signal } from '@preact/signals';

const KEY = 'gristmill-webhook-secrets';

function read(): Readonly<Record<string, string>> {
  try {
    // Cast: written by `keepSecret`.
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export const secrets = signal<Readonly<Record<string, string>>>(read());

export function keepSecret(subscription_id: string, secret: string): void {
  secrets.value = { ...secrets.value, [subscription_id]: secret };
  sessionStorage.setItem(KEY, JSON.stringify(secrets.value));
}
