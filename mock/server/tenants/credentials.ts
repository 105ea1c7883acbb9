/** Ids and secrets of tenants. */
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
