/** Finds out which headers a receiver reads that deliveries do not have (EVT-2). */
import type { Shape } from './compose.ts';

/** Whether the receiver accepts such a delivery. */
export type Accepts = (probe: Shape) => Promise<boolean>;
type Headers = Readonly<Record<string, string>>;

/** Headers of other senders that carry a signature. */
const SIGNATURES =
  'X-SVC-Signature SVC_Signature SVC-Webhook-Signature Signature X-Signature X-Signature-256 Webhook-Signature X-Webhook-Signature X-Hub-Signature X-Hub-Signature-256 Stripe-Signature X-Hmac-Signature X-Hmac-SHA256 X-Shopify-Hmac-Sha256 X-Slack-Signature X-Grain-Signature Authorization'.split(
    ' ',
  );

/** Headers of other senders that carry the time, the type, or an id. */
const COMPANIONS: Headers = {
  ...spread(['X-Timestamp', 'X-SVC-Timestamp', 'SVC-Timestamp', 'X-Webhook-Timestamp', 'X-Signature-Timestamp'], '{t}'),
  ...spread(['X-SVC-Event', 'X-Event', 'X-Event-Type', 'X-Webhook-Event', 'X-GitHub-Event', 'X-Event-Name'], '{type}'),
  ...spread(['X-Event-Id', 'SVC-Event-Id', 'X-SVC-Event-Id', 'X-Webhook-Id', 'X-Request-Id', 'Idempotency-Key'], '{id}'),
};

/** Standard Webhooks: three headers, and a signature in base64 with the decoded secret. */
function standardWebhooks(prefix: string): Headers {
  return { [`${prefix}-id`]: '{id}', [`${prefix}-timestamp`]: '{t}', [`${prefix}-signature`]: 'v1,{standard}' };
}

const SENDERS: readonly Headers[] = [
  { ...spread(SIGNATURES, 't={t},v1={v1}'), ...COMPANIONS },
  { ...spread(SIGNATURES, '{v1}'), ...COMPANIONS },
  { ...spread(SIGNATURES, '{sha256}'), ...COMPANIONS },
  { ...spread(SIGNATURES, 'sha256={sha256}'), ...COMPANIONS },
  standardWebhooks('webhook'),
  standardWebhooks('svix'),
];

/** Values of headers that receivers require and the document does not promise, and what to do. */
const VALUES: readonly (readonly [name: string, values: readonly string[], advice: string])[] = [
  [
    'Content-Type',
    ['application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream'],
    'deliveries have application/json: accept it with and without a charset.',
  ],
  ['X-Forwarded-Proto', ['https'], 'a proxy in front of it sets this header: test the address of the proxy.'],
  ...(
    [
      ['User-Agent', ['SVC-Webhooks/1.0 (Grain Marketplace)', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0']],
      ['Accept', ['application/json, */*']],
      ['Content-Encoding', ['identity']],
      ['Origin', ['https://grain.example']],
      ['X-Requested-With', ['XMLHttpRequest']],
    ] as const
  ).map(([name, values]) => [name, values, 'the document does not promise this header: accept deliveries without it.'] as const),
];

/** Ways in which clients and proxies write the names of headers. */
const NAMES: readonly (readonly [what: string, writeName: (name: string) => string])[] = [
  ['in lower case', (name) => name.toLowerCase()],
  ['in upper case', (name) => name.toUpperCase()],
  ['in title case', (name) => name.toLowerCase().replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())],
];

/** @returns which header the receiver reads; undefined if none that was tried helps */
export async function diagnoseHeaders(shape: Shape, accepts: Accepts): Promise<string | undefined> {
  const withHeaders = (headers: Headers): Shape => ({ ...shape, headers: { ...shape.headers, ...headers } });
  for (const [what, writeName] of NAMES) {
    if (await accepts({ ...shape, writeName }))
      return `It finds SVC-Signature only if the names of headers are ${what}: compare names without case (HTTP).`;
  }
  for (const all of SENDERS) {
    if (!(await accepts(withHeaders(all)))) continue;
    let needed = all;
    for (const name of Object.keys(all)) {
      const { [name]: _left_out, ...rest } = needed;
      if (Object.keys(rest).length > 0 && (await accepts(withHeaders(rest)))) needed = rest;
    }
    const names = Object.entries(needed).map(
      ([name, value]) => `${name}${value.includes('{sha256}') ? ' (the HMAC of the body alone)' : ''}`,
    );
    return `It reads the header${names.length > 1 ? 's' : ''} ${names.join(', ')}, which deliveries do not have: the signature and its time are in SVC-Signature, the type is in SVC-Event, and the id is in the body (EVT-2).`;
  }
  for (const [name, values, advice] of VALUES) {
    for (const value of values) {
      if (await accepts(withHeaders({ [name.toLowerCase()]: value }))) return `It accepts \`${name}: ${value}\`, and ${advice}`;
    }
  }
  return undefined;
}

function spread(names: readonly string[], value: string): Headers {
  return Object.fromEntries(names.map((name) => [name, value]));
}
