/** Headers of every response. Pages replace the policy with one that lets their own scripts run. */

/** A response of the API is data: nothing may be loaded or framed where a browser shows it. */
const OF_ALL = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const YEAR_SECONDS = 31_536_000;

/** @param public_url browsers stay with https for a year where it is https */
export function securityHeadersOf(public_url: string | undefined): readonly (readonly [name: string, value: string])[] {
  const hsts = public_url?.startsWith('https:') === true ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {};
  return Object.entries({ ...OF_ALL, ...hsts });
}
