/** Ids and secrets of tenants, and how secrets are stored. */
import { hash } from 'node:crypto';
import { unpredictableSecrets } from '../../ports/random.ts';

const ID_LENGTH = 26;
export const TOKEN_PREFIX = 'gmt_';

/** 256 random bits. */
export function drawSecret(prefix: string): string {
  return `${prefix}${unpredictableSecrets()(prefix)}`;
}

/** An id of 130 random bits, in lower-case letters and digits, so that it can be part of the name of a schema. */
export function drawId(prefix: string): string {
  const characters = `${drawSecret('')}${drawSecret('')}`.replaceAll(/[-_]/g, '').toLowerCase();
  return `${prefix}_${characters.slice(0, ID_LENGTH)}`;
}

/** Secrets are looked up by their hash. The database holds none, and the time of a look-up reveals nothing. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
