import { ConfigError } from './config-error.ts';

/**
 * Validates a target URL and removes trailing slashes. Does not check that it ends in /v1 (CONV-8 and doctor do).
 * @param key the flag or key, for the error message
 */
export function readTargetUrl(key: string, text: string): string {
  const url = URL.parse(text.trim());
  const refuse = (what: string): never => {
    throw new ConfigError(key, `${what}; use an address such as https://api.example.com/v1`);
  };
  // `localhost:4010` parses as a URL with the scheme `localhost:`, so look for `://` first.
  if (!text.includes('://')) return refuse(`'${text}' is not a URL: it must begin with http:// or https://`);
  if (url === null) return refuse(`'${text}' is not a URL`);
  if (!/^https?:$/.test(url.protocol)) return refuse(`'${text}' begins with ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    return refuse('the target contains a user name or password: pass tokens in environment variables');
  // `search` and `hash` are also empty for a lone `?` or `#`.
  if (/[?#]/.test(text)) return refuse(`'${text}' has a query or fragment after its path`);
  return url.href.replace(/\/+$/, '');
}

/** Whether the hostname of a URL is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** Whether a target is on this machine. */
export function isLoopbackTarget(base_url: string): boolean {
  return isLoopbackHost(new URL(base_url).hostname);
}
