import { isLoopbackHost, isLoopbackTarget, readTargetUrl } from '#client';
import type { SubscribeOptions } from '#conformance/listener/subscribe';
import { readReceiverUrl } from '#conformance/receiver/resolve-config';
import { asUsageError } from '../flags/as-usage-error.ts';
import type { ListenFlags } from './listen-flags.ts';
import { PORTS, readNumberFlag } from '../flags/read-number-flag.ts';
import { UsageError } from '../usage-error.ts';
import { chooseGivenSecret, chooseSecret } from './webhook-secret.ts';

/** What the flags of `gristmill listen` come to. */
export interface ListenSettings {
  port: number;
  host: string;
  /** Undefined: it is the one of the subscription. */
  secret: string | undefined;
  forward_to: string | undefined;
  /** Undefined: the receiver behind knows the same secret. */
  forward_secret: string | undefined;
  statuses: readonly number[];
  /** Undefined: whoever wants sends here. */
  subscription: Omit<SubscribeOptions, 'url'> | undefined;
  public_url: string | undefined;
}

/** More answers than these nobody types. */
const STATUSES_MAX = 100;

/** @throws UsageError that names the flag, and says what it takes */
export function settleListen(flags: ListenFlags, env: NodeJS.ProcessEnv): ListenSettings {
  const { host } = flags;
  if (host.trim() === '') throw new UsageError('--host', 'give an address to listen at, such as 127.0.0.1 or 0.0.0.0');
  const port = readNumberFlag('--port', flags.port, PORTS);
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

/** @throws UsageError where what is passed on would come back, and go round for ever */
export function refuseLoop(url: string, forward_to: string | undefined): void {
  if (forward_to === undefined) return;
  const { hostname, port } = new URL(forward_to);
  if (isLoopbackHost(hostname) && port === new URL(url).port)
    throw new UsageError('--forward-to', `${forward_to} is where this very command listens; give the address of your receiver`);
}

function readForwardSecret(flags: ListenFlags, env: NodeJS.ProcessEnv): string | undefined {
  const { forwardTo, forwardSecret, forwardSecretEnv } = flags;
  if (forwardSecret === undefined && forwardSecretEnv === undefined) return undefined;
  const flag = forwardSecret === undefined ? '--forward-secret-env' : '--forward-secret';
  if (forwardTo === undefined) throw new UsageError(flag, 'it goes with --forward-to, which says where');
  return chooseGivenSecret(['--forward-secret', forwardSecret], ['--forward-secret-env', forwardSecretEnv], env);
}

function readStatuses(text: string): readonly number[] {
  const statuses = text.split(',').map((one) => one.trim());
  if (statuses.length <= STATUSES_MAX && statuses.every((one) => /^[2-5]\d\d$/.test(one))) return statuses.map(Number);
  throw new UsageError('--answer', `'${text}' will not do; give statuses from 200 to 599, by commas, such as 500,200`);
}

function readSubscription(flags: ListenFlags, env: NodeJS.ProcessEnv): ListenSettings['subscription'] {
  const { subscribe, publicUrl } = flags;
  if (subscribe === undefined) {
    const alone = (['token', 'tokenEnv', 'events', 'publicUrl'] as const).find((name) => flags[name] !== undefined);
    if (alone === undefined) return undefined;
    throw new UsageError(NAMES[alone], 'it goes with --subscribe, which says where');
  }
  const base_url = asUsageError(() => readTargetUrl('--subscribe', subscribe));
  if (publicUrl === undefined && !isLoopbackTarget(base_url))
    throw new UsageError('--public-url', `say where ${new URL(base_url).host} reaches this machine, through a tunnel`);
  const events = flags.events?.flatMap((list) =>
    list
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
  );
  if (events?.length === 0)
    throw new UsageError('--events', 'give types of events by commas; gristmill trigger --list shows them');
  return { base_url, token: readToken(flags, env), events };
}

const NAMES = { token: '--token', tokenEnv: '--token-env', events: '--events', publicUrl: '--public-url' } as const;

/** What is typed can be read in the list of processes: only what everybody knows is taken there. */
function readToken({ token, tokenEnv }: ListenFlags, env: NodeJS.ProcessEnv): string {
  if (token !== undefined && tokenEnv !== undefined) throw new UsageError('--token', 'give either --token or --token-env');
  if (token?.startsWith('dev_') === true) return token;
  if (token !== undefined)
    throw new UsageError(
      '--token',
      'only developer tokens of the mock, dev_…, are typed; name an environment variable with --token-env',
    );
  if (tokenEnv === undefined)
    throw new UsageError(
      '--token-env',
      'name the environment variable that holds an access token; for the mock, give --token dev_buyer',
    );
  const found = env[tokenEnv];
  if (found === undefined || found.trim() === '')
    throw new UsageError('--token-env', `there is no environment variable ${tokenEnv}, or it is empty`);
  return found.trim();
}
