import { personas } from '#fixtures/personas';
import type { Markup } from '../oauth/pages/html.ts';
import { html } from '../oauth/pages/html.ts';
import type { Examples } from '../example-commands.ts';
import type { Addresses } from '../addresses.ts';
import { WHO_IS_WHO } from '../who-is-who.ts';
import type { World } from '../world/world.ts';

export interface FrontPage {
  addresses: Addresses;
  /** Lines for a shell. */
  examples: Examples;
  now: string;
  mode: string;
  version: string;
  world: Pick<World, 'id' | 'options' | 'deviations'>;
}

/** What can be opened from there, relative to `control_url`. */
const LINKS: readonly [path: string, text: string][] = [
  ['/requests', 'Requests: the journal'],
  ['/requests.har', 'The same as a HAR file, for the network panel of a browser'],
  ['/events', 'Events'],
  ['/deliveries', 'Deliveries of webhooks'],
  ['/worlds', 'Worlds'],
  ['/metrics', 'Metrics, for Prometheus'],
  ['/openapi-marketplace.json', 'OpenAPI document of the marketplace'],
  ['/openapi.json', 'OpenAPI document of the control plane'],
];

/** The body of the page: where things are, who one can be, what to paste, where to look. */
export function drawFrontPage({ addresses, examples: { about, commands }, now, mode, version, world }: FrontPage): Markup {
  const { base_url, auth_url, control_url } = addresses;
  const { seed, lots, is_lenient } = world.options;
  return html`<h1>Gristmill ${version}</h1>
    <p class="quiet">
      A mock of the Grain Marketplace Enterprise API: world <code>${world.id}</code>, seed <code>${seed}</code>, ${String(lots)} lots,
      ${is_lenient ? 'lenient' : 'strict'}. It is <time datetime="${now}">${now}</time> there, and the clock is ${mode}.
    </p>
    ${drawDeviations(world)}
    <h2>Where</h2>
    <dl>
      <dt>API</dt>
      <dd><code>${base_url}</code></dd>
      <dt>Sign-in (OAuth)</dt>
      <dd><code>${auth_url}</code></dd>
      <dt>Control plane</dt>
      <dd><code>${control_url}</code></dd>
    </dl>
    <h2>Who you can be</h2>
    ${drawTokens(addresses)}
    <h2>What to paste</h2>
    <p>${about}:</p>
    ${commands.map((command) => html`<p><code>${command}</code></p>`)}
    <h2>Where to look</h2>
    <ul>
      ${LINKS.map(([path, text]) => html`<li><a href="${control_url}${path}">${text}</a></li>`)}
    </ul>`;
}

/** Whoever meets such a mock shall not take it for a sound one. */
function drawDeviations({ deviations: { violations, variants } }: FrontPage['world']): readonly Markup[] {
  const rows = [
    ...(violations.length === 0 ? [] : [html`<p role="alert">Broken on purpose: ${violations.join(', ')}</p>`]),
    ...(variants.length === 0 ? [] : [html`<p role="alert">Different on purpose: ${variants.join(', ')}</p>`]),
  ];
  return rows;
}

function drawTokens({ tokens }: Addresses): Markup {
  if (Object.keys(tokens).length === 0) {
    return html`<p>The developer tokens are off, since others can reach this mock. The first line below gets one.</p>`;
  }
  // Object.keys widens the names of the personas to string.
  const names = Object.keys(personas) as (keyof typeof personas)[];
  return html`<dl>
      ${names.map(
        (name) => html`<dt><code>${personas[name].token}</code></dt>
          <dd>${WHO_IS_WHO[name]}</dd>`,
      )}
    </dl>
    <p>Each but <code>dev_expired</code> has a twin in the sandbox: <code>dev_buyer_sandbox</code> and so on.</p>`;
}
