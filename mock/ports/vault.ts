/** Encrypts or hashes secrets in the database of a shared mock. Without a key, everything is stored in plain text. */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

export interface Vault {
  /** Whether there is a key. */
  readonly is_closed: boolean;
  /** Encrypts a text that is read again. */
  seal: (text: string) => string;
  /** Decrypts what `seal` returned, with any of the keys. A text that is not sealed stays as it is. @throws SecretKeyError */
  open: (text: string) => string;
  /** Hashes a secret that is only looked up. */
  digest: (secret: string) => string;
  /** Whether a stored secret was sealed or hashed with the newest key. */
  isFresh: (stored: string) => boolean;
}

/** The prefixes of what `seal` and `digest` return. */
const SEALED = 'sealed:1:';
const DIGESTED = 'sha256:';

export const KEY_CHARS_MIN = 32;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 8;

/** A stored secret cannot be read. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';

  constructor() {
    super(
      'the database has secrets that were encrypted with another key; set GRISTMILL_SECRET_KEY to that key, or to a new key, a comma, and that key',
    );
  }
}

export const OPEN_VAULT: Vault = {
  is_closed: false,
  seal: (text) => text,
  open: (text) => {
    if (text.startsWith(SEALED)) throw new SecretKeyError();
    return text;
  },
  digest: (secret) => secret,
  isFresh: (stored) => {
    if (stored.startsWith(SEALED) || stored.startsWith(DIGESTED)) throw new SecretKeyError();
    return true;
  },
};

/** @param texts the keys: the first encrypts, and all decrypt. Each has at least `KEY_CHARS_MIN` random characters */
export function createVault(texts: readonly string[]): Vault {
  const keys = new Map(
    texts.map((text) => {
      const key = Buffer.from(hkdfSync('sha256', text, '', 'gristmill secrets', KEY_BYTES));
      return [hash('sha256', key, 'hex').slice(0, KEY_ID_CHARS), key];
    }),
  );
  const [newest] = keys;
  if (newest === undefined) return OPEN_VAULT;
  const [id, key] = newest;
  const prefix = `${SEALED}${id}:`;
  return {
    is_closed: true,
    seal: (text) => `${prefix}${encrypt(key, text)}`,
    open: (text) => {
      if (!text.startsWith(SEALED)) return text;
      const [used = '', sealed = ''] = text.slice(SEALED.length).split(':', 2);
      const known = keys.get(used);
      if (known === undefined) throw new SecretKeyError();
      return decrypt(known, sealed);
    },
    digest: (secret) => `${DIGESTED}${hash('sha256', secret, 'base64url')}`,
    isFresh: (stored) => stored.startsWith(prefix) || stored.startsWith(DIGESTED),
  };
}

function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
