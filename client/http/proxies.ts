/** Proxies between this machine and the target, from the environment variables that curl reads too. */
import type * as Undici from 'undici';
import { ConfigError } from '../settings/config-error.ts';
import { isLoopbackTarget } from '../settings/target-url.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables, in order of precedence. */
const KEYS = {
  http: ['http_proxy', 'HTTP_PROXY'],
  https: ['https_proxy', 'HTTPS_PROXY'],
  none: ['no_proxy', 'NO_PROXY'],
} as const;
/** A proxy would take these names for its own machine. */
const THIS_HOST = ['localhost', '127.0.0.1', '::1'];

interface Proxies {
  /** For http and https; the proxy for http stands in for a missing one for https. */
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy: string;
}

/**
 * The proxies of `HTTPS_PROXY` and `HTTP_PROXY`, except to this machine and the hosts of `NO_PROXY`.
 * @returns undefined if there are none
 * @throws ConfigError if one is not a URL of http or https
 */
export function readProxies(env: Env = process.env): Proxies | undefined {
  const read = (keys: readonly string[]): { key: string; value: string } | undefined =>
    keys.flatMap((key) => (env[key] === undefined || env[key] === '' ? [] : [{ key, value: env[key] }]))[0];
  const [http, https] = [KEYS.http, KEYS.https].map((keys) => {
    const { key, value } = read(keys) ?? {};
    return key === undefined || value === undefined ? undefined : readProxyUrl(key, value);
  });
  if (http === undefined && https === undefined) return undefined;
  return {
    ...(http === undefined ? {} : { httpProxy: http }),
    ...(https === undefined ? {} : { httpsProxy: https }),
    noProxy: [...THIS_HOST, read(KEYS.none)?.value ?? ''].join(','),
  };
}

/** Names the proxies that are set, without passwords, at the end of a connection error. Does not read NO_PROXY. @returns empty without a proxy, or if the target is on this machine */
export function describeProxies(base_url: string): string {
  const { httpProxy, httpsProxy = httpProxy } = isLoopbackTarget(base_url) ? {} : (readProxies() ?? {});
  const hosts = new Set([httpProxy, httpsProxy].flatMap((url) => (url === undefined ? [] : [new URL(url).host])));
  return hosts.size === 0 ? '' : `; HTTPS_PROXY or HTTP_PROXY is ${[...hosts].join(' and ')}`;
}

/** Connections of undici, through the proxies if there are any. */
export function openAgent({ Agent, EnvHttpProxyAgent }: typeof Undici, options: Undici.Agent.Options = {}): Undici.Dispatcher {
  const proxies = readProxies();
  return proxies === undefined ? new Agent(options) : new EnvHttpProxyAgent({ ...options, ...proxies });
}

function readProxyUrl(key: string, text: string): string {
  // curl takes `proxy.example:3128` too.
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  // The value can contain a password.
  throw new ConfigError(key, 'it is not the URL of an http proxy; use one such as http://proxy.example:3128, or unset it');
}
