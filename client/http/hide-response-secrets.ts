import type { Exchange } from '../replies/exchange.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { resourceIn } from '../replies/read-items.ts';

/** Keys of responses that hold secrets. */
const KEYS = {
  secret: 'WEBHOOK_SECRET',
  access_token: 'ACCESS_TOKEN',
  refresh_token: 'REFRESH_TOKEN',
  client_secret: 'CLIENT_SECRET',
};

/** Redacts the secrets in a response, before any of it is written. */
export function hideResponseSecrets(redactor: Redactor, { json }: Exchange): void {
  const resource = resourceIn(json);
  for (const [key, name] of Object.entries(KEYS)) {
    const value = resource[key];
    if (typeof value === 'string') redactor.hide(value, name);
  }
}
