import { ConfigError, sendRequest, isLoopbackHost, readNumber, type Patience } from '#client';
import { closestName } from '#spec/closest-name';
import { readRunFlags } from '../config/flags.ts';
import { writeFlags } from '../reproduction/shell.ts';
import { countAt, countBy } from './effects.ts';
import { DELIVERED_TYPES } from './envelope.ts';
import type { ReceiverSettings } from './settings.ts';

/** The flags of `gristmill receiver` as typed. */
export interface ReceiverFlags {
  url?: string | undefined;
  secret?: string;
  secretEnv?: string;
  effectUrl?: string;
  effectCommand?: string;
  failUrl?: string;
  event?: string;
  sandbox?: boolean;
  timeout?: string;
  maxMinutes?: string;
  patience?: string;
  only?: readonly string[];
  skip?: readonly string[];
  clause?: readonly string[];
  require?: readonly string[];
  strict?: boolean;
}

/** RTY-4: seconds from the first attempt to the last one that a run waits for: the second if quick, the third if standard, the fifth if full. */
const LATER_SECONDS: Readonly<Record<Patience, number>> = { quick: 10, standard: 70, full: 2_170 };
/** RTY-5 */
const TIMEOUT_SECONDS = 10;
const TIMEOUT = { min: 0.1, max: 60, allows_decimals: true } as const;
/** Concurrent deliveries, except for bursts, to a receiver on this machine and on another. */
const IN_FLIGHT = { near: 16, far: 4 } as const;
/** The environment variable with the secret, if no flag names one. */
export const SECRET_ENV = 'GRISTMILL_WEBHOOK_SECRET';
/** A shorter secret is a mistake. */
const SECRET_LENGTH_MIN = 8;

/** The settings that need neither the receiver nor its secret. */
type Offline = Omit<ReceiverSettings, 'url' | 'secret' | 'max_in_flight' | 'notices'>;

/** @throws ConfigError with the flag to change */
export function readReceiverFlags(flags: ReceiverFlags): Offline {
  const { selection, require, is_strict, patience, time_limit_ms } = readRunFlags({
    ...flags,
    // The bounds of --timeout differ here, so it is read below.
    timeout: undefined,
  });
  return {
    countEffects: readCounter(flags),
    failNext: readFailUrl(flags),
    type: readType(flags.event),
    livemode: flags.sandbox !== true,
    later_seconds: LATER_SECONDS[patience],
    selection,
    is_strict,
    require,
    time_limit_ms,
    timeout_ms: readNumber('--timeout', flags.timeout ?? String(TIMEOUT_SECONDS), TIMEOUT) * 1_000,
    rerun_flags: describeFlags(flags),
  };
}

/** Combines flags and environment. @throws ConfigError with the flag to change */
export function resolveReceiver(flags: ReceiverFlags, env: NodeJS.ProcessEnv): ReceiverSettings {
  const url = readReceiverUrl('<url>', flags.url);
  const offline = readReceiverFlags(flags);
  const secret = readSecret(flags, env);
  const is_near = isLoopbackHost(new URL(url).hostname);
  return {
    ...offline,
    url,
    secret,
    max_in_flight: is_near ? IN_FLIGHT.near : IN_FLIGHT.far,
    notices: secret.startsWith('whsec_')
      ? []
      : ['the secret does not begin with whsec_, as secrets of the marketplace do: the prefix is part of the key (SIG-1)'],
  };
}

/** @param key the flag or argument, for the message @throws ConfigError */
export function readReceiverUrl(key: string, text: string | undefined): string {
  const example = 'such as http://127.0.0.1:3000/webhooks';
  if (text === undefined || text.trim() === '') throw new ConfigError(key, `give an http or https address, ${example}`);
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(key, `'${text}' is not an http or https address; give one ${example}`);
  }
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(key, 'the address contains a user name or a password, which are not sent; remove them');
  url.hash = '';
  return url.href;
}

function readSecret({ secret, secretEnv }: ReceiverFlags, env: NodeJS.ProcessEnv): string {
  if (secret !== undefined && secretEnv !== undefined) throw new ConfigError('--secret', 'give either --secret or --secret-env');
  const name = secretEnv ?? SECRET_ENV;
  const key = secret === undefined ? '--secret-env' : '--secret';
  const found = secret ?? env[name];
  if (found === undefined || found === '') {
    throw new ConfigError(
      key,
      secretEnv === undefined
        ? `give the secret that the receiver verifies with: --secret whsec_…, --secret-env NAME, or the variable ${SECRET_ENV}`
        : `the environment variable ${name} is not set or is empty`,
    );
  }
  if (found.length < SECRET_LENGTH_MIN) throw new ConfigError(key, `the secret is shorter than ${SECRET_LENGTH_MIN} characters`);
  if (found !== found.trim())
    throw new ConfigError(key, 'the secret begins or ends with white space: trim it, here and in the receiver');
  return found;
}

function readCounter({ effectUrl, effectCommand }: ReceiverFlags): ReceiverSettings['countEffects'] {
  if (effectUrl !== undefined && effectCommand !== undefined) {
    throw new ConfigError('--effect-url', 'give either --effect-url or --effect-command');
  }
  if (effectUrl !== undefined) return countAt(readReceiverUrl('--effect-url', effectUrl));
  return effectCommand === undefined ? undefined : countBy(effectCommand);
}

function readFailUrl({ failUrl }: ReceiverFlags): ReceiverSettings['failNext'] {
  if (failUrl === undefined) return undefined;
  const url = readReceiverUrl('--fail-url', failUrl);
  return async () => {
    const { status } = await sendRequest(url, { method: 'POST' });
    if (status < 200 || status >= 300) throw new Error(`--fail-url ${url} returned ${status}`);
  };
}

function readType(type = 'bid.accepted'): string {
  if (DELIVERED_TYPES.includes(type)) return type;
  const closest = closestName(type, DELIVERED_TYPES);
  const hint = closest === undefined ? `the types are: ${DELIVERED_TYPES.join(', ')}` : `did you mean ${closest}?`;
  throw new ConfigError('--event', `no event has the type '${type}'; ${hint}`);
}

/** The flags with which one drill runs again as in this run, without those that select drills or limit the run. The secret is never among them: scripts read $WEBHOOK_SECRET. */
function describeFlags(flags: ReceiverFlags): readonly string[] {
  return [
    ...(flags.secret === undefined ? [] : ['--secret "$WEBHOOK_SECRET"']),
    ...writeFlags([
      ['--secret-env', flags.secretEnv],
      ['--effect-url', flags.effectUrl],
      ['--effect-command', flags.effectCommand],
      ['--fail-url', flags.failUrl],
      ['--event', flags.event],
      ['--patience', flags.patience],
      ['--timeout', flags.timeout],
      ['--sandbox', flags.sandbox],
      ['--strict', flags.strict],
    ]),
  ];
}
