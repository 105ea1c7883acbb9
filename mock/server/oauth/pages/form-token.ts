import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6749, section 10.12: what only our own page knows of a sign-in. One sign-in's is of no use to another, nor to its next page. */
export function formTokenOf(secret: string, uid: string, prompt: string): string {
  return createHmac('sha256', secret).update(`${uid}\n${prompt}`).digest('base64url');
}

export function isFormToken(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
