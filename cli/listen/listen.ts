import { once } from 'node:events';
import { NoResponse, Redactor } from '#client';
import { DEVELOPMENT_SECRET } from '#conformance/listener/verify-delivery';
import type { Received } from '#conformance/listener/listener';
import { Listener } from '#conformance/listener/listener';
import type { SubscribeOptions, Subscribed } from '#conformance/listener/subscribe';
import { NotSubscribed, subscribe, unsubscribe } from '#conformance/listener/subscribe';
import { sanitizeLine } from '#conformance/reports/text/safe-text';
import { drawDelivery, writeDelivery } from './delivery-lines.ts';
import type { Command } from 'commander';
import { Option } from 'commander';
import { ExitCode } from '../errors.ts';
import { addExamples, addOptions, collect } from '../flags/options.ts';
import { explainListenError } from '../flags/values.ts';
import { DEVELOPMENT_NOTICE, DEVELOPMENT_SECRET_HELP, LISTEN_PORT } from '../flags/webhook-secret.ts';
import { stopOnInterrupt } from '../runs.ts';
import type { ListenFlags, ListenSettings } from './settings.ts';
import { readListenFlags, refuseLoop } from './settings.ts';

export function configure(command: Command): void {
  addOptions(command, [
    ['--port <number>', 'port to listen on; 0 picks a free one', LISTEN_PORT],
    'host',
    'secret',
    'secret_env',
    ['--forward-to <url>', 'forward every delivery unchanged and return the response'],
    ['--forward-secret <whsec_…>', 'sign valid deliveries again, with the secret of that receiver'],
    ['--forward-secret-env <name>', 'environment variable with that secret'],
    new Option('--answer <statuses>', 'statuses for valid deliveries, such as 500,200; the last repeats').conflicts('forwardTo'),
    new Option('--subscribe <base_url>', 'subscribe at this deployment until stopped').conflicts(['secret', 'secretEnv']),
    ['--token-env <name>', 'environment variable with the access token for --subscribe'],
    ['--token <dev_…>', 'developer token of the mock for --subscribe, such as dev_buyer'],
    ['--events <types>', 'event types for --subscribe (default: all that the token allows)', collect],
    ['--public-url <url>', 'address of this machine for --subscribe, such as a tunnel'],
    ['--verbose', 'also print headers and body'],
    ['--quiet', 'print only invalid deliveries'],
    ['--json', 'print one line of JSON per delivery, and one at start and end'],
  ])
    .addHelpText('after', `\n${DEVELOPMENT_SECRET_HELP}`)
    .action(async (flags: ListenFlags) => {
      throw new ExitCode(await runListen(flags));
    });
  addExamples(
    command,
    [
      'gristmill listen                        (then, in another window: gristmill trigger bid.accepted)',
      'gristmill listen --forward-to http://127.0.0.1:3000/webhooks --secret-env WEBHOOK_SECRET',
      'gristmill listen --subscribe http://127.0.0.1:4010/v1 --token dev_buyer',
    ],
    '0 stopped, 2 wrong usage, 3 the subscription could not be created or deleted',
  );
}

/**
 * Listens until Ctrl+C, SIGTERM, `stop`, or the end of whatever reads its output.
 * @returns the exit code
 * @throws UsageError before it listens
 */
export async function runListen(flags: ListenFlags, stop: AbortSignal = new AbortController().signal): Promise<number> {
  const settings = readListenFlags(flags, process.env);
  const secret = Promise.withResolvers<string>();
  // Deliveries that wait for the secret handle the rejection themselves.
  secret.promise.catch(() => undefined);
  const listener = await openListener(settings, secret.promise, flags);
  const end = watchForEnd(stop);
  const progress = { has_started: false };
  const listenUntilEnd = async (made: Subscribed | undefined): Promise<void> => {
    secret.resolve(made?.secret ?? settings.secret ?? '');
    progress.has_started = true;
    printStart(flags, settings, listener.url, made);
    if (!end.signal.aborted) await once(end.signal, 'abort');
  };
  try {
    const { subscription, public_url, forward_to } = settings;
    refuseLoop(listener.url, forward_to);
    if (subscription !== undefined)
      return await listenSubscribed({ ...subscription, url: public_url ?? listener.url }, listenUntilEnd);
    await listenUntilEnd(undefined);
    return 0;
  } finally {
    // Releases deliveries that still wait for the secret.
    secret.reject(new Error('there is no secret'));
    await listener.close();
    if (progress.has_started && !end.is_unread()) printEnd(flags, listener);
    end.done();
  }
}

async function openListener(settings: ListenSettings, secret: Promise<string>, flags: ListenFlags): Promise<Listener> {
  const { port, host, forward_to, forward_secret, statuses } = settings;
  const redactor = new Redactor();
  // The signing secret of the subscription is printed on purpose; the token that subscribes never is.
  redactor.hide(settings.subscription?.token ?? '', 'TOKEN');
  if (forward_secret !== undefined) redactor.hide(forward_secret, 'FORWARD_SECRET');
  const onReceived = (original: Received): void => {
    const shown = redactor.redactValue(original, RECEIVED_SHAPE);
    const { text } = shown.arrival;
    const raw = text === original.arrival.text ? original.arrival.raw : Buffer.from(text);
    const received = { ...shown, arrival: { ...shown.arrival, raw } };
    if (flags.json === true) process.stdout.write(writeDelivery(received));
    else if (flags.quiet !== true || !received.verdict.valid)
      process.stdout.write(drawDelivery(received, { is_verbose: flags.verbose === true }));
  };
  const onStray = (what: string): void => {
    process.stderr.write(`gristmill: ${sanitizeLine(redactor.redact(what))}\n`);
  };
  return Listener.open({ port, host, secret, forward_to, forward_secret, statuses, onReceived, onStray }).catch(
    (error: unknown) => {
      throw explainListenError(error, { port, host });
    },
  );
}

/** Programs verify the bytes of a delivery, so they are only changed if they contain a secret. */
const RECEIVED_SHAPE = { own: new Set(['raw', 'body']), named_by_others: new Set(['headers', 'json']) };

interface End {
  signal: AbortSignal;
  is_unread: () => boolean;
  done: () => void;
}

function watchForEnd(stop: AbortSignal): End {
  const interrupt = stopOnInterrupt({ leaves_objects: false });
  // A reader that stops early, such as head, ends the command.
  const unread = new AbortController();
  const onError = (): void => {
    unread.abort();
  };
  process.stdout.on('error', onError);
  return {
    signal: AbortSignal.any([interrupt.signal, stop, unread.signal]),
    is_unread: () => unread.signal.aborted,
    done: () => {
      interrupt.done();
      // Output that is still on its way must not cause an exception.
      if (!unread.signal.aborted) process.stdout.off('error', onError);
    },
  };
}

/** Subscribes, listens, and deletes the subscription. @returns the exit code */
async function listenSubscribed(options: SubscribeOptions, listenUntilEnd: (made: Subscribed) => Promise<void>): Promise<number> {
  const made = await subscribe(options).catch((error: unknown) => {
    reportFailure(options, `${options.base_url} did not create a subscription`, error);
    return undefined;
  });
  if (made === undefined) return 3;
  await listenUntilEnd(made);
  try {
    await unsubscribe(options, made.id);
    return 0;
  } catch (error) {
    reportFailure(options, `${options.base_url} did not delete the subscription ${made.id}; delete it yourself`, error);
    return 3;
  }
}

/** What to check first, by the status of the response. */
const HINTS: Readonly<Record<number, string>> = {
  401: ' (is the token from this deployment, and still valid?)',
  404: ' (is this the base URL, such as http://127.0.0.1:4010/v1?)',
};

function reportFailure({ token }: SubscribeOptions, what: string, error: unknown): void {
  if (!(error instanceof NotSubscribed || error instanceof NoResponse)) throw error;
  const hint = error instanceof NotSubscribed ? (HINTS[error.status] ?? '') : '';
  const redactor = new Redactor();
  redactor.hide(token, 'TOKEN');
  const message = sanitizeLine(error.message.replace(/\.$/, ''));
  process.stderr.write(`gristmill: --subscribe: ${redactor.redact(`${what}: ${message}`)}${hint}\n`);
}

function printStart(flags: ListenFlags, settings: ListenSettings, url: string, made: Subscribed | undefined): void {
  const { forward_to, forward_secret, secret, subscription } = settings;
  if (flags.json === true) {
    const subscribed = made === undefined ? {} : { subscription: made };
    process.stdout.write(`${JSON.stringify({ listening: url, ...subscribed })}\n`);
    return;
  }
  if (flags.quiet === true) return;
  const lines = [
    `Listening at ${url} (stop with Ctrl+C).`,
    ...(secret === DEVELOPMENT_SECRET ? [`Verifies with ${DEVELOPMENT_NOTICE}.`] : []),
    ...(forward_to === undefined ? [] : [`Forwards every delivery to ${forward_to}.`]),
    ...(forward_secret === undefined ? [] : ['Valid deliveries are signed again, with the secret of that receiver.']),
    ...(made === undefined || subscription === undefined
      ? []
      : [
          `Subscribed at ${subscription.base_url} as ${sanitizeLine(made.id)}: ${made.events.join(', ')}.`,
          // The secret is useless once this ends, and the receiver that it forwards to needs it.
          `Its signing secret, until this ends: ${sanitizeLine(made.secret)}`,
          ...(forward_to === undefined || forward_secret !== undefined
            ? []
            : ['Start your receiver with this secret, or pass its own secret with --forward-secret.']),
        ]),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

function printEnd(flags: ListenFlags, { counts }: Listener): void {
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    return;
  }
  if (flags.quiet === true) return;
  const { deliveries, good } = counts;
  const noun = deliveries === 1 ? 'delivery' : 'deliveries';
  process.stdout.write(`${deliveries} ${noun}, ${good} valid, ${deliveries - good} invalid.\n`);
}
