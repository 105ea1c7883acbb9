/** The page inside the frame of the API reference. scalar.js, which is loaded first, defines `Scalar`. */
import { adminHeaders } from './state/control.ts';

declare const Scalar: { createApiReference: (frame: Element, configuration: object) => unknown };

interface Addresses {
  base_url: string;
  tokens: Record<string, string>;
}

interface ApiDocument {
  components?: { securitySchemes?: Record<string, object> };
}

/** The root of the world, seen from `dashboard/reference`. */
const ROOT = new URL('../', location.href);

async function read<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', ...adminHeaders() };
  const response = await fetch(new URL(path, ROOT), { ...init, headers });
  if (!response.ok) throw new Error(`${path} replied ${response.status}. Open the dashboard first.`);
  // Cast: docs/control-plane.md documents the response of each path.
  return (await response.json()) as Body;
}

async function findToken({ tokens }: Addresses, persona: string): Promise<string> {
  const known = tokens[persona];
  if (known !== undefined) return known;
  const body = JSON.stringify({ persona });
  return (await read<{ access_token: string }>('_gristmill/tokens', { method: 'POST', body })).access_token;
}

async function draw(frame: Element): Promise<void> {
  const persona = new URLSearchParams(location.search).get('as') ?? 'buyer';
  const addresses = await read<Addresses>('');
  const [content, token] = await Promise.all([
    read<ApiDocument>('_gristmill/openapi-marketplace.json'),
    findToken(addresses, persona),
  ]);
  const [scheme = 'oauth'] = Object.keys(content.components?.securitySchemes ?? {});
  // Trial requests use a developer token instead of an OAuth sign-in.
  const components = { ...content.components, securitySchemes: { [scheme]: { type: 'http', scheme: 'bearer' } } };
  Scalar.createApiReference(frame, {
    content: { ...content, components, servers: [{ url: new URL('v1', ROOT).href }] },
    authentication: { preferredSecurityScheme: scheme, securitySchemes: { [scheme]: { token } } },
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'none',
  });
}

const frame = document.querySelector('#app');
if (frame !== null)
  draw(frame).catch((error: unknown) => {
    frame.textContent = String(error);
  });
