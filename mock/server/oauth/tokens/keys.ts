/** The keys of the authorization server of a world, created at first use and kept in its store. */
import { generateKeyPair, hash } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { RequestWorld } from '../../ports.ts';

export interface Keys {
  /** Identifies this set of keys. */
  id: string;
  jwks: { keys: JWK[] };
  /** Signs cookies and forms. */
  cookie_secret: string;
}

/** The key size for RS256, which every client can verify (OpenID Connect Core, section 15.1). */
const MODULUS_BITS = 2048;
const KEY_NAME = 'keys';

/** Reads the keys, or creates them. */
export async function loadKeys(world: RequestWorld): Promise<Keys> {
  const kept = (await readKeys(world)) ?? (await makeKeys(world));
  // Cast: written below from such keys.
  return JSON.parse(kept) as Keys;
}

async function readKeys({ store, options }: RequestWorld): Promise<string | undefined> {
  const row = await store.reader.selectFrom('oauth_keys').select('value').where('name', '=', KEY_NAME).executeTakeFirst();
  return row === undefined ? undefined : options.vault.open(row.value);
}

async function makeKeys(world: RequestWorld): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const key = privateKey.export({ format: 'jwk' });
  const id = hash('sha256', String(key.n), 'base64url').slice(0, 16);
  const cookie_secret = hash('sha256', `cookies\n${String(key.d)}`, 'base64url');
  const value = JSON.stringify({ id, jwks: { keys: [{ ...key, kid: id, use: 'sig', alg: 'RS256' }] }, cookie_secret });
  await world.store.write((tx) =>
    tx
      .insertInto('oauth_keys')
      .values({ name: KEY_NAME, value: world.options.vault.seal(value) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
  // Another request may have created them first.
  return (await readKeys(world)) ?? value;
}
