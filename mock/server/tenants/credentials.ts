/** Ids and secrets of tenants, and how secrets are stored. */
import { hash } from 'node:crypto';
import { unpredictableSecrets } from '../../ports/random.ts';

const ID_LENGTH = 26;
export const TOKEN_PREFIX = 'gmt_';

/** 256 random bits. */
export function drawSecret(prefix: string): string {
  return `${prefix}${unpredictableSecrets()(prefix)}`;
}

/** An id that nobody can guess, of small letters and digits, so that it can name a schema: 130 bits. */
export function drawId(prefix: string): string {
  const characters = `${drawSecret('')}${drawSecret('')}`.replaceAll(/[-_]/g, '').toLowerCase();
  return `${prefix}_${characters.slice(0, ID_LENGTH)}`;
}

/** Looked up by this, so that the database holds no secret and no comparison takes longer for a better guess. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
