/** A receiver on another machine must consent: it serves a token that only someone with its secret can compute. */
import { createHmac } from 'node:crypto';
import { describeThrown, sendRequest, isLoopbackHost } from '#client';

export const CONSENT_PATH = '/.well-known/gristmill-consent';
const TOKEN_DIGITS = 32;

export function needsConsent(url: string): boolean {
  return !isLoopbackHost(new URL(url).hostname);
}

/** The token of a host and a secret. It is always the same, and does not reveal the secret. */
export function consentToken(url: string, secret: string): string {
  const { host } = new URL(url);
  return `gristmill-${createHmac('sha256', secret).update(`consent to be attacked: ${host}`).digest('hex').slice(0, TOKEN_DIGITS)}`;
}

/** @returns why the host does not consent and what to do; undefined if it consents */
export async function refuseWithoutConsent(url: string, secret: string): Promise<string | undefined> {
  if (!needsConsent(url)) return undefined;
  const { origin, host } = new URL(url);
  const token = consentToken(url, secret);
  const at = `${origin}${CONSENT_PATH}`;
  const how = `Serve this text at ${at}, and run the command again: ${token}`;
  try {
    const { status, text } = await sendRequest(at, { headers: { accept: 'text/plain, */*' } });
    if (status === 200 && text.trim() === token) return undefined;
    const seen = status === 200 ? 'another text' : `status ${status}`;
    return `${host} is not this machine, and does not consent to the test (${seen}). ${how}`;
  } catch (error) {
    return `${host} is not this machine, and its consent cannot be read: ${describeThrown(error)}. ${how}`;
  }
}
