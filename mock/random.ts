/** What must not be guessed: tokens and webhook secrets. With a test seed they repeat, which only a test may want. */
import { hash, randomBytes } from 'node:crypto';

export type SecretSource = (kind: string) => string;

/** 256 bits a secret. */
export function unpredictableSecrets(): SecretSource {
  return () => randomBytes(32).toString('base64url');
}

/**
 * The same secrets for the same seed, in the same order: for tests that compare bytes, never for anything shared.
 * @param used how many have been given out before
 */
export function repeatableSecrets(seed: string, used = 0): SecretSource {
  let count = used;
  return (kind) => {
    count += 1;
    return hash('sha256', `${seed}\n${kind}\n${count}`, 'base64url');
  };
}
