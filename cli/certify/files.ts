/** The files of `gristmill certify`: its configuration, keys, and statements. */
import type { KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CONFIG_FILE,
  CONFIG_TEMPLATE,
  EXIT_CODES,
  STAGES,
  StatementError,
  generateKeys,
  readKey,
  verifyStatement,
} from '#certify';
import { nowMs } from '#client';
import { sanitizeLine } from '#conformance/reports/text/safe-text';
import { UsageError, messageOf } from '../errors.ts';
import { readFlagFile } from '../flags/values.ts';

export const PRIVATE_KEY_FILE = 'certify-key.pem';
export const PUBLIC_KEY_FILE = publicPathOf(PRIVATE_KEY_FILE);

function publicPathOf(path: string): string {
  return path.endsWith('.pem') ? path.replace(/\.pem$/, '.pub.pem') : `${path}.pub`;
}

/** Reads the key that signs statements. @throws UsageError */
export function readPrivateKey(path = PRIVATE_KEY_FILE): KeyObject {
  return readKeyFile('private', path, 'make one with gristmill certify --keygen');
}

function readKeyFile(kind: 'private' | 'public', path: string, remedy: string): KeyObject {
  const pem = readFlagFile('--key', path, remedy);
  try {
    return readKey(kind, pem);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new UsageError('--key', `${path}: ${error.message}`);
  }
}

/** Never replaces a file. @throws UsageError */
function writeNew(flag: string, path: string, text: string, mode = 0o644): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    const is_there = existsSync(path);
    throw new UsageError(
      flag,
      is_there ? `${path} already exists; move it away first` : `${path} cannot be written: ${messageOf(error)}`,
    );
  }
}

/** Writes certify.yaml. @returns the exit code @throws UsageError if it exists */
export function writeConfig(): number {
  writeNew('--init', CONFIG_FILE, CONFIG_TEMPLATE);
  process.stdout.write(`Wrote ${CONFIG_FILE}. Next: fill in the command of your client, then run gristmill certify.\n`);
  return 0;
}

/** Writes a key pair. @param path of the private key @returns the exit code @throws UsageError if one of the files exists */
export function writeKeys(path = PRIVATE_KEY_FILE): number {
  const public_path = publicPathOf(path);
  if (existsSync(public_path)) throw new UsageError('--keygen', `${public_path} already exists; move it away first`);
  const { private_key, public_key, keyid } = generateKeys();
  writeNew('--keygen', path, private_key, 0o600);
  writeNew('--keygen', public_path, public_key);
  process.stdout.write(`Wrote ${path}, which you must keep secret, and ${public_path}, which verifiers need. Key ID: ${keyid}\n`);
  return 0;
}

/** Verifies a statement, and the report in the same folder. @returns 0 if it says ready, 1 if it says not ready, 3 if it cannot be trusted */
export function verifyFile(path: string, key = PUBLIC_KEY_FILE): number {
  const text = readFlagFile('--verify', path, 'give a statement of gristmill certify --statement');
  const public_key = readKeyFile('public', key, 'give the public key of the signer');
  const readReport = (name: string): string | undefined => {
    const sibling = join(dirname(path), name);
    return existsSync(sibling) ? readFlagFile('--verify', sibling, 'make it readable') : undefined;
  };
  try {
    const { statement, is_report_checked } = verifyStatement(text, { public_key, readReport, now_ms: nowMs(), required: STAGES });
    const { verdict, client, seed, gristmill, api, examined_at, requirements } = statement.predicate;
    const [{ name }] = statement.subject;
    const lines = [
      `The signature is valid. The statement says: ${verdict.replace('_', ' ')}.`,
      `client ${client}; gristmill ${gristmill}; API ${api}; seed ${seed}; ${examined_at}; ${requirements.length} requirements`,
      ...requirements
        .filter((one) => one.verdict !== 'ready')
        .map((one) => `${one.verdict.replace('_', ' ')}: ${one.level} ${one.id}${one.reason === null ? '' : `: ${one.reason}`}`),
      is_report_checked
        ? `The report ${name} is the one that was signed.`
        : `The report ${name} is not here, so it was not compared.`,
    ];
    // The signer chose the strings of a statement, so they are untrusted.
    for (const line of lines) process.stdout.write(`${sanitizeLine(line)}\n`);
    return EXIT_CODES[verdict];
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    process.stderr.write(`gristmill: ${sanitizeLine(`${path}: rejected: ${error.message}`)}\n`);
    return EXIT_CODES.inconclusive;
  }
}
