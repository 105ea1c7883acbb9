/** What must not be guessed: tokens and webhook secrets. With a test seed they repeat, which only a test may want. */
import { hash, randomBytes } from 'node:crypto';

export type SecretSource = (kind: string) => string;

/** 256 bits a secret. */
export function unpredictableSecrets(): SecretSource {
  return () => randomBytes(32).toString('base64url');
}

/** A seed that nobody else knows: ids follow from the seed of a world (PRIV-9). 64 bits, in hexadecimal digits. */
export function drawSeed(): string {
  return randomBytes(8).toString('hex');
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
