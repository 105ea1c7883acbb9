/** Tokens, webhook secrets, and seeds. With a test seed, the secrets repeat, which only tests need. */
import { hash, randomBytes } from 'node:crypto';

export type SecretSource = (kind: string) => string;

/** 256 bits per secret. */
export function unpredictableSecrets(): SecretSource {
  return () => randomBytes(32).toString('base64url');
}

const EPOCH_LENGTH = 8;

/** A random id for the current numbering of a world's entries. A reset starts a new numbering. */
export function generateEpoch(): string {
  return unpredictableSecrets()('epoch').slice(0, EPOCH_LENGTH);
}

/** A random seed of 64 bits, in hexadecimal. Ids derive from the seed of a world, so it must be unpredictable (PRIV-9). */
export function generateSeed(): string {
  return randomBytes(8).toString('hex');
}

/**
 * The same secrets in the same order for the same seed. For tests that compare bytes, never for a shared mock.
 * @param used how many secrets to skip
 */
export function repeatableSecrets(seed: string, used: number): SecretSource {
  let count = used;
  return (kind) => {
    count += 1;
    return hash('sha256', `${seed}\n${kind}\n${count}`, 'base64url');
  };
}
