/** DSSE envelopes with one ed25519 signature: https://github.com/secure-systems-lab/dsse, protocol version 1. */
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { parse } from 'yaml';
import { z } from 'zod';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The envelope cannot be trusted. The message is one sentence about why. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

const Envelope = z.strictObject({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.string() })).min(1),
});
export type Envelope = z.infer<typeof Envelope>;

/** The pre-authentication encoding (PAE) of DSSE, which is what is signed. Lengths are in bytes. */
export function encodeForSigning(payload_type: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payload_type)} ${payload_type} ${payload.length} `), payload]);
}

/** The SHA-256 of the public key (SPKI, DER), in hex. */
function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

export function generateKeys(): { private_key: string; public_key: string; keyid: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    keyid: keyIdOf(publicKey),
  };
}

/** Reads a key in PEM. @throws StatementError unless it is an ed25519 key of this kind */
export function readKey(kind: 'private' | 'public', pem: string): KeyObject {
  try {
    const key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw new StatementError(`the key is not an ed25519 ${kind} key in PEM; make one with gristmill certify --keygen`);
}

/** Signs a payload. @param private_key of ed25519 */
export function seal(payload: string, private_key: KeyObject): Envelope {
  const bytes = Buffer.from(payload);
  const sig = sign(null, encodeForSigning(PAYLOAD_TYPE, bytes), private_key).toString('base64');
  return {
    payloadType: PAYLOAD_TYPE,
    payload: bytes.toString('base64'),
    signatures: [{ keyid: keyIdOf(createPublicKey(private_key)), sig }],
  };
}

/** Parses JSON. @throws StatementError if an object has a key twice, because parsers disagree on which one counts */
export function parseStrictly(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StatementError(`${what} is not JSON`);
  }
  try {
    // JSON is YAML, and the YAML parser rejects duplicate keys.
    parse(text, { maxAliasCount: 0 });
  } catch {
    throw new StatementError(`${what} has a duplicate key`);
  }
  return value;
}

/** @returns the payload @throws StatementError */
export function open(text: string, public_key: KeyObject): string {
  const parsed = Envelope.safeParse(parseStrictly(text, 'the statement'));
  if (!parsed.success)
    throw new StatementError(
      `the statement is not a DSSE envelope: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`,
    );
  const { payloadType, payload, signatures } = parsed.data;
  if (payloadType !== PAYLOAD_TYPE) throw new StatementError(`the payload type is ${payloadType} instead of ${PAYLOAD_TYPE}`);
  const [signature, extra] = signatures;
  if (signature === undefined || extra !== undefined)
    throw new StatementError(`the statement has ${signatures.length} signatures instead of one`);
  if (signature.keyid !== keyIdOf(public_key)) throw new StatementError('the statement was signed with another key');
  const bytes = decodeStrictly(payload, 'payload');
  if (!verify(null, encodeForSigning(payloadType, bytes), public_key, decodeStrictly(signature.sig, 'signature')))
    throw new StatementError('the signature does not match the payload: the statement was changed after it was signed');
  return bytes.toString('utf8');
}

/** Decodes base64 with padding (RFC 4648, section 4). Rejects other characters, which Node would ignore. */
function decodeStrictly(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) throw new StatementError(`the ${what} is not complete base64`);
  return bytes;
}
