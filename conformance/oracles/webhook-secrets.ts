/** WHK-2: the secret of a subscription, in any response or delivery after its creation. The checks of WHK-2 look for that of the subscription in the path only. */
import { Breach, Reply, isSuccess, readPath, type Exchange, type Receipt, type Run } from '#client';
import { oracle, type Oracle, type OracleOpinion } from './oracle.ts';

/** Responses in which a secret is likely to show. */
const ABOUT_WEBHOOKS: ReadonlySet<string> = new Set(['listWebhooks', 'listDeliveries', 'redeliver', 'deleteWebhook']);

/** A whole secret. A masked or quoted prefix is shorter. */
const SECRET = /whsec_[\w+/=.-]{16,}/g;

/** The secrets that responses of POST /webhooks have shown. */
function knownSecrets(run: Run): Set<string> {
  return run.remember('WHK-2 secrets', () => new Set<string>());
}

/** Whether a text has one of these secrets. */
function hasSecret(text: string, known: ReadonlySet<string>): boolean {
  // Most responses are long and have none.
  return text.includes('whsec_') && (text.match(SECRET) ?? []).some((secret) => known.has(secret));
}

function check(exchange: Exchange, run: Run): OracleOpinion {
  const known = knownSecrets(run);
  if (exchange.operation === 'createWebhook') {
    const secret = readPath(exchange.json, 'data', 'secret');
    if (isSuccess(exchange) && typeof secret === 'string') known.add(secret);
    return undefined;
  }
  if (known.size === 0 || exchange.operation === undefined) return undefined;
  if (hasSecret(`${exchange.text}\n${JSON.stringify(exchange.headers)}`, known)) {
    return new Breach({
      message: `${new Reply(exchange).name} returns the secret of a subscription.`,
      exchange,
      expected: 'the secret in the response to POST /webhooks only',
      is_leak: true,
      likely_cause: 'The whole subscription is serialized, perhaps as part of another record.',
    });
  }
  return ABOUT_WEBHOOKS.has(exchange.operation) && isSuccess(exchange) ? 'fine' : undefined;
}

function checkReceipt({ arrival }: Receipt, run: Run): OracleOpinion {
  if (!hasSecret(`${arrival.text}\n${JSON.stringify(arrival.headers)}`, knownSecrets(run))) return undefined;
  return new Breach({ message: 'A delivery has the secret of a subscription.', expected: 'no secret', is_leak: true });
}

export const WEBHOOK_SECRET_ORACLES: readonly Oracle[] = [
  oracle('WHK-2/secret-nowhere', 'No response after the creation of a subscription has its secret', { check, checkReceipt }),
];
