/** Headers of every response. Pages replace the policy with one that lets their own scripts run. */

/** Responses of the API are data, so a page that shows one must not load or frame anything. */
const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const YEAR_SECONDS = 31_536_000;

/** @param public_url if it is https, browsers use only https for a year */
export function securityHeadersOf(public_url: string | undefined): readonly (readonly [name: string, value: string])[] {
  const hsts = public_url?.startsWith('https:') === true ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {};
  return Object.entries({ ...COMMON_HEADERS, ...hsts });
}
