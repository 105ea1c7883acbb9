import { isLoopbackHost, isLoopbackTarget, readTargetUrl, readVariable } from '#client';
import type { SubscribeOptions } from '#conformance/listener/subscribe';
import { readReceiverUrl } from '#conformance/receiver/resolve-config';
import { UsageError } from '../errors.ts';
import { asUsageError, readListenAddress } from '../flags/values.ts';
import { type SecretFlags, chooseGivenSecret, chooseSecret } from '../flags/webhook-secret.ts';

/** The flags of `gristmill listen` as typed. */
export interface ListenFlags extends SecretFlags {
  port: string;
  host: string;
  forwardTo?: string;
  forwardSecret?: string;
  forwardSecretEnv?: string;
  answer?: string;
  subscribe?: string;
  token?: string;
  tokenEnv?: string;
  events?: readonly string[];
  publicUrl?: string;
  verbose?: boolean;
  quiet?: boolean;
  json?: boolean;
}

export interface ListenSettings {
  port: number;
  host: string;
  /** Undefined if it comes with the subscription. */
  secret: string | undefined;
  forward_to: string | undefined;
  /** Undefined if the receiver that it forwards to has the same secret. */
  forward_secret: string | undefined;
  statuses: readonly number[];
  /** Undefined without --subscribe. */
  subscription: Omit<SubscribeOptions, 'url'> | undefined;
  public_url: string | undefined;
}

const STATUSES_MAX = 100;

/** @throws UsageError */
export function readListenFlags(flags: ListenFlags, env: NodeJS.ProcessEnv): ListenSettings {
  const { host, port } = readListenAddress(flags);
  const subscription = readSubscription(flags, env);
  return {
    port,
    host,
    secret: subscription === undefined ? chooseSecret(flags, isLoopbackHost(host), env) : undefined,
    forward_to: flags.forwardTo === undefined ? undefined : asUsageError(() => readReceiverUrl('--forward-to', flags.forwardTo)),
    forward_secret: readForwardSecret(flags, env),
    statuses: readStatuses(flags.answer ?? '200'),
    subscription,
    public_url: flags.publicUrl === undefined ? undefined : asUsageError(() => readReceiverUrl('--public-url', flags.publicUrl)),
  };
}

/** @throws UsageError if deliveries would be forwarded to this very listener, in an endless loop */
export function refuseLoop(url: string, forward_to: string | undefined): void {
  if (forward_to === undefined) return;
  const { hostname, port } = new URL(forward_to);
  if (isLoopbackHost(hostname) && port === new URL(url).port)
    throw new UsageError('--forward-to', `${forward_to} is the address of this listener; give the address of your receiver`);
}

function readForwardSecret(flags: ListenFlags, env: NodeJS.ProcessEnv): string | undefined {
  const { forwardTo, forwardSecret, forwardSecretEnv } = flags;
  if (forwardSecret === undefined && forwardSecretEnv === undefined) return undefined;
  const flag = forwardSecret === undefined ? '--forward-secret-env' : '--forward-secret';
  if (forwardTo === undefined) throw new UsageError(flag, 'needs --forward-to, the address of the receiver');
  return chooseGivenSecret(['--forward-secret', forwardSecret], ['--forward-secret-env', forwardSecretEnv], env);
}

function readStatuses(text: string): readonly number[] {
  const statuses = text.split(',').map((one) => one.trim());
  if (statuses.length <= STATUSES_MAX && statuses.every((one) => /^[2-5]\d\d$/.test(one))) return statuses.map(Number);
  throw new UsageError('--answer', `'${text}' is not a list of statuses; give 200 to 599, separated by commas, such as 500,200`);
}

function readSubscription(flags: ListenFlags, env: NodeJS.ProcessEnv): ListenSettings['subscription'] {
  const { subscribe, publicUrl } = flags;
  if (subscribe === undefined) {
    const alone = (['token', 'tokenEnv', 'events', 'publicUrl'] as const).find((name) => flags[name] !== undefined);
    if (alone === undefined) return undefined;
    throw new UsageError(NAMES[alone], 'needs --subscribe, the base URL of the deployment');
  }
  const base_url = asUsageError(() => readTargetUrl('--subscribe', subscribe));
  if (publicUrl === undefined && !isLoopbackTarget(base_url))
    throw new UsageError(
      '--public-url',
      `is missing; give the address at which ${new URL(base_url).host} reaches this machine, such as a tunnel`,
    );
  const events = flags.events?.flatMap((list) =>
    list
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
  );
  if (events?.length === 0)
    throw new UsageError('--events', 'give event types, separated by commas; gristmill trigger --list shows them');
  return { base_url, token: readToken(flags, env), events };
}

const NAMES = { token: '--token', tokenEnv: '--token-env', events: '--events', publicUrl: '--public-url' } as const;

/** Other users can read flags in the process list, so only public developer tokens are accepted there. */
function readToken({ token, tokenEnv }: ListenFlags, env: NodeJS.ProcessEnv): string {
  if (token !== undefined && tokenEnv !== undefined)
    throw new UsageError('--token', 'give either --token or --token-env, not both');
  if (token?.startsWith('dev_') === true) return token;
  if (token !== undefined)
    throw new UsageError(
      '--token',
      'takes developer tokens of the mock (dev_…) only; put others into an environment variable and name it with --token-env',
    );
  if (tokenEnv === undefined)
    throw new UsageError(
      '--token-env',
      'is missing; name an environment variable with an access token, or give --token dev_buyer for the mock',
    );
  const found = readVariable(env, tokenEnv);
  if (found === undefined)
    throw new UsageError('--token-env', `the environment variable ${tokenEnv} is not set or is empty; set it to the token`);
  return found;
}
