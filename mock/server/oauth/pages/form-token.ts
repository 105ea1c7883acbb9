import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6749, section 10.12: a CSRF token for one page of one sign-in. */
export function formTokenOf(secret: string, uid: string, prompt: string): string {
  return createHmac('sha256', secret).update(`${uid}\n${prompt}`).digest('base64url');
}

export function isFormToken(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
