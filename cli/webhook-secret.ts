import { DEVELOPMENT_SECRET } from '#conformance/listener/judge-delivery';
import { SECRET_ENV } from '#conformance/receiver/settle';
import { UsageError } from './usage-error.ts';

/** The flags of `trigger` and `listen` that give the signing secret. */
export interface SecretFlags {
  secret?: string;
  secretEnv?: string;
}

/** What is printed where the development secret is used. */
export const DEVELOPMENT_NOTICE = `the development secret ${DEVELOPMENT_SECRET}, since none was given`;

/**
 * The signing secret: by flag, by the environment variable that a flag names, by GRISTMILL_WEBHOOK_SECRET; else, on this machine, the one that both
 * commands know.
 * @throws UsageError where there is none, or it cannot be one
 */
export function chooseSecret({ secret, secretEnv }: SecretFlags, is_loopback: boolean, env: NodeJS.ProcessEnv): string {
  if (secret !== undefined && secretEnv !== undefined) throw new UsageError('--secret', 'give either --secret or --secret-env');
  if (secret !== undefined) return judgeSecret('--secret', secret);
  if (secretEnv !== undefined) {
    const found = env[secretEnv];
    if (found === undefined || found === '')
      throw new UsageError('--secret-env', `there is no environment variable ${secretEnv}, or it is empty`);
    return judgeSecret('--secret-env', found);
  }
  const usual = env[SECRET_ENV];
  if (usual !== undefined && usual !== '') return judgeSecret(SECRET_ENV, usual);
  if (is_loopback) return DEVELOPMENT_SECRET;
  throw new UsageError(
    '--secret',
    `give the signing secret, --secret whsec_… or --secret-env NAME or ${SECRET_ENV}; only on this machine does it go without one`,
  );
}

function judgeSecret(key: string, secret: string): string {
  if (secret.trim() === '') throw new UsageError(key, 'the secret is empty');
  if (secret !== secret.trim()) throw new UsageError(key, 'the secret begins or ends with white space: trim it');
  // It may be meant: receivers are tried with any secret.
  if (!secret.startsWith('whsec_'))
    process.stderr.write('gristmill: the secret does not begin with whsec_, which is part of the key (SIG-1)\n');
  return secret;
}
