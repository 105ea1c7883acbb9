/** Nobody attacks a receiver that is not theirs: one that is not on this machine shows a token that only who knows its secret can have. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sendRequest, isLoopbackHost } from '#client';

export const CONSENT_PATH = '/.well-known/gristmill-consent';
const TOKEN_DIGITS = 32;

/** Whether a receiver has to show consent. */
export function needsConsent(url: string): boolean {
  return !isLoopbackHost(new URL(url).hostname);
}

/** What a host serves to show its consent: the same for the same host and secret, so that it can stay there. It does not tell the secret. */
export function consentToken(url: string, secret: string): string {
  const { host } = new URL(url);
  return `gristmill-${createHmac('sha256', secret).update(`consent to be attacked: ${host}`).digest('hex').slice(0, TOKEN_DIGITS)}`;
}

/** Asks the host whether it consents. @returns what is missing, with what to do; undefined where it does */
export async function refuseWithoutConsent(url: string, secret: string): Promise<string | undefined> {
  if (!needsConsent(url)) return undefined;
  const { origin, host } = new URL(url);
  const token = consentToken(url, secret);
  const at = `${origin}${CONSENT_PATH}`;
  const how = `Serve this text at ${at}, as it stands, and run the command again: ${token}`;
  try {
    const { status, text } = await sendRequest(at, { headers: { accept: 'text/plain, */*' } });
    if (status === 200 && isSame(text.trim(), token)) return undefined;
    const seen = status === 200 ? 'something else' : `status ${status}`;
    return `${host} is not this machine, and shows no consent to be attacked (${seen}). ${how}`;
  } catch (error) {
    return `${host} is not this machine, and cannot be asked for its consent: ${error instanceof Error ? error.message : String(error)}. ${how}`;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
