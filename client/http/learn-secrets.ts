import { isObject } from '../replies/json-node.ts';
import type { Exchange } from '../replies/exchange.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** What answers give out that is to be kept secret, by the key that it stands under. */
const KEYS = {
  secret: 'WEBHOOK_SECRET',
  access_token: 'ACCESS_TOKEN',
  refresh_token: 'REFRESH_TOKEN',
  client_secret: 'CLIENT_SECRET',
};

/** Hides what an answer gives out before anything of that answer is written down. */
export function learnSecrets(redactor: Redactor, { json }: Exchange): void {
  const resource = isObject(json) && isObject(json['data']) ? json['data'] : json;
  if (!isObject(resource)) return;
  for (const [key, name] of Object.entries(KEYS)) {
    const value = resource[key];
    if (typeof value === 'string') redactor.hide(value, name);
  }
}
