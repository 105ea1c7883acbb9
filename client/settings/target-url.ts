import { ConfigError } from './config-error.ts';

/**
 * A target as it is used from here on: without a slash at its end. Whether it ends in /v1 is judged by a check (CONV-8) and told by doctor.
 * @param key where it was given: `--config`, `target.base_url`
 */
export function readTargetUrl(key: string, text: string): string {
  const url = URL.parse(text.trim());
  const refuse = (what: string): never => {
    throw new ConfigError(key, `${what}; give an address such as https://api.example.com/v1`);
  };
  // The host would be taken for a scheme: localhost:4010.
  if (!text.includes('://')) return refuse(`'${text}' is no URL: it begins with neither http:// nor https://`);
  if (url === null) return refuse(`'${text}' is no URL`);
  if (!/^https?:$/.test(url.protocol)) return refuse(`'${text}' begins with ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    return refuse('the target has a name or a password in it: tokens go in the environment');
  if (url.search !== '' || url.hash !== '') return refuse(`'${text}' has something behind its path`);
  return url.href.replace(/\/+$/, '');
}

/** Whether a host, as a URL has it, is this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** Whether a target is on this machine. */
export function isLoopbackTarget(base_url: string): boolean {
  return isLoopbackHost(new URL(base_url).hostname);
}
