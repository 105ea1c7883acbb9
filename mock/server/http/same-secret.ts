import { hash, timingSafeEqual } from 'node:crypto';

/** The hash of a secret, which the store keeps instead of the secret. A lookup by hash takes the same time for any guess. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
