import { DEVELOPMENT_SECRET } from '#conformance/listener/judge-delivery';
import { SECRET_ENV } from '#conformance/receiver/resolve-config';
import { UsageError } from '../usage-error.ts';

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
  const given = chooseGivenSecret(['--secret', secret], ['--secret-env', secretEnv], env);
  if (given !== undefined) return given;
  const usual = env[SECRET_ENV];
  if (usual !== undefined && usual !== '') return judgeSecret(SECRET_ENV, usual);
  if (is_loopback) return DEVELOPMENT_SECRET;
  throw new UsageError(
    '--secret',
    `give the signing secret, --secret whsec_… or --secret-env NAME or ${SECRET_ENV}; only on this machine does it go without one`,
  );
}

type Given = readonly [flag: string, value: string | undefined];

/** A secret that a flag gives, or the environment variable that another names; undefined where neither does. @throws UsageError */
export function chooseGivenSecret(
  [flag, secret]: Given,
  [env_flag, variable]: Given,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (secret !== undefined && variable !== undefined) throw new UsageError(flag, `give either ${flag} or ${env_flag}`);
  if (secret !== undefined) return judgeSecret(flag, secret);
  if (variable === undefined) return undefined;
  const found = env[variable];
  if (found === undefined || found === '')
    throw new UsageError(env_flag, `there is no environment variable ${variable}, or it is empty`);
  return judgeSecret(env_flag, found);
}

function judgeSecret(key: string, secret: string): string {
  if (secret.trim() === '') throw new UsageError(key, 'the secret is empty');
  if (secret !== secret.trim()) throw new UsageError(key, 'the secret begins or ends with white space: trim it');
  // It may be meant: receivers are tried with any secret.
  if (!secret.startsWith('whsec_'))
    process.stderr.write('gristmill: the secret does not begin with whsec_, which is part of the key (SIG-1)\n');
  return secret;
}
