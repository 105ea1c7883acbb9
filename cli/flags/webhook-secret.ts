import { DEVELOPMENT_SECRET } from '#conformance/listener/verify-delivery';
import { SECRET_ENV } from '#conformance/receiver/resolve-config';
import { UsageError } from '../errors.ts';

/** Where `gristmill listen` listens, and `gristmill trigger` sends, by default. */
export const LISTEN_PORT = '4020';
export const LISTEN_URL = `http://127.0.0.1:${LISTEN_PORT}/`;

/** The flags of `trigger` and `listen` that give the signing secret. */
export interface SecretFlags {
  secret?: string;
  secretEnv?: string;
}

/** For the help of both commands. */
export const DEVELOPMENT_SECRET_HELP = 'On this machine, both trigger and listen use a development secret if none is given.';

/** Printed when the development secret is used. */
export const DEVELOPMENT_NOTICE = `the development secret ${DEVELOPMENT_SECRET}, since none was given`;

/**
 * The signing secret: from a flag, from the environment variable that a flag names, or from GRISTMILL_WEBHOOK_SECRET. On this machine,
 * the default is a development secret that both commands know.
 * @throws UsageError if there is none, or if it is malformed
 */
export function chooseSecret({ secret, secretEnv }: SecretFlags, is_loopback: boolean, env: NodeJS.ProcessEnv): string {
  const given = chooseGivenSecret(['--secret', secret], ['--secret-env', secretEnv], env);
  if (given !== undefined) return given;
  const usual = env[SECRET_ENV];
  if (usual !== undefined && usual !== '') return checkSecret(SECRET_ENV, usual);
  if (is_loopback) return DEVELOPMENT_SECRET;
  throw new UsageError(
    '--secret',
    `is missing; give it, or name an environment variable with --secret-env, or set ${SECRET_ENV}. Only local addresses have a default`,
  );
}

type Given = readonly [flag: string, value: string | undefined];

/** The secret from one flag, or from the environment variable that another flag names. @throws UsageError */
export function chooseGivenSecret(
  [flag, secret]: Given,
  [env_flag, variable]: Given,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (secret !== undefined && variable !== undefined) throw new UsageError(flag, `give either ${flag} or ${env_flag}, not both`);
  if (secret !== undefined) return checkSecret(flag, secret);
  if (variable === undefined) return undefined;
  const found = env[variable];
  if (found === undefined || found === '')
    throw new UsageError(env_flag, `the environment variable ${variable} is not set or is empty; set it to the secret`);
  return checkSecret(env_flag, found);
}

function checkSecret(key: string, secret: string): string {
  if (secret.trim() === '') throw new UsageError(key, 'the secret is empty; give one such as whsec_…');
  if (secret !== secret.trim()) throw new UsageError(key, 'the secret begins or ends with white space; trim it');
  // This can be intended: receivers can be tested with any secret.
  if (!secret.startsWith('whsec_'))
    process.stderr.write('gristmill: the secret does not begin with whsec_, which is part of the key (SIG-1)\n');
  return secret;
}
