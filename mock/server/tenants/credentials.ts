/** Ids and secrets of tenants. */
import { unpredictableSecrets } from '../../ports/random.ts';

const ID_LENGTH = 26;
export const TOKEN_PREFIX = 'gmt_';

/** Generates a secret of 256 random bits. */
export function generateSecret(prefix: string): string {
  return `${prefix}${unpredictableSecrets()(prefix)}`;
}

/** Generates an id of 130 random bits. It has only lower-case letters and digits, so it can be part of a PostgreSQL schema name. */
export function generateId(prefix: string): string {
  const characters = `${generateSecret('')}${generateSecret('')}`.replaceAll(/[-_]/g, '').toLowerCase();
  return `${prefix}_${characters.slice(0, ID_LENGTH)}`;
}
