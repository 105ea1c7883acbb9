import { NoResponse, Redactor } from '#client';
import { DEVELOPMENT_SECRET } from '#conformance/listener/judge-delivery';
import type { Received } from '#conformance/listener/listener';
import { Listener } from '#conformance/listener/listener';
import type { SubscribeOptions, Subscribed } from '#conformance/listener/subscribe';
import { NotSubscribed, subscribe, unsubscribe } from '#conformance/listener/subscribe';
import { showLine } from '#conformance/reports/text/safe-text';
import { drawDelivery, writeDelivery } from './delivery-lines.ts';
import { explainAddress } from './explain-address.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { ListenSettings } from './settle-listen.ts';
import { refuseLoop, settleListen } from './settle-listen.ts';
import { stopOnInterrupt } from '../runs/stop-on-interrupt.ts';
import { DEVELOPMENT_NOTICE } from './webhook-secret.ts';

/**
 * Listens until Ctrl-C, SIGTERM, or nobody reads what it prints any more.
 * @param stop ends it, too
 * @returns the exit code
 * @throws UsageError where nothing has been listened to
 */
export async function runListen(flags: ListenFlags, stop: AbortSignal = new AbortController().signal): Promise<number> {
  const settings = settleListen(flags, process.env);
  const secret = Promise.withResolvers<string>();
  // Whoever waits for it hears of it there.
  secret.promise.catch(() => undefined);
  const listener = await openListener(settings, secret.promise, flags);
  const end = watchForEnd(stop);
  const said = { hello: false };
  const stay = async (made: Subscribed | undefined): Promise<void> => {
    secret.resolve(made?.secret ?? settings.secret ?? '');
    said.hello = true;
    greet(flags, settings, listener.url, made);
    await untilAborted(end.signal);
  };
  try {
    const { subscription, public_url, forward_to } = settings;
    refuseLoop(listener.url, forward_to);
    const code =
      subscription === undefined
        ? await stay(undefined).then(() => 0)
        : await staySubscribed({ ...subscription, url: public_url ?? listener.url }, stay);
    return code;
  } finally {
    // A delivery that still waits for the secret is let go.
    secret.reject(new Error('there is no secret'));
    await listener.close();
    if (said.hello && !end.is_unread()) sayGoodbye(flags, listener);
    end.done();
  }
}

async function openListener(settings: ListenSettings, secret: Promise<string>, flags: ListenFlags): Promise<Listener> {
  const { port, host, forward_to, forward_secret, statuses } = settings;
  const redactor = new Redactor();
  // Its own signing secret is printed on purpose, to those who need it; the token that subscribes never is.
  redactor.hide(settings.subscription?.token ?? '', 'TOKEN');
  if (forward_secret !== undefined) redactor.hide(forward_secret, 'FORWARD_SECRET');
  const onReceived = (told: Received): void => {
    const shown = redactor.redactValue(told, RECEIVED);
    const { text } = shown.arrival;
    const raw = text === told.arrival.text ? told.arrival.raw : Buffer.from(text);
    const received = { ...shown, arrival: { ...shown.arrival, raw } };
    if (flags.json === true) process.stdout.write(writeDelivery(received));
    else if (flags.quiet !== true || !received.verdict.valid)
      process.stdout.write(drawDelivery(received, { is_verbose: flags.verbose === true }));
  };
  const onStray = (what: string): void => {
    process.stderr.write(`gristmill: ${showLine(redactor.redact(what))}\n`);
  };
  return Listener.open({ port, host, secret, forward_to, forward_secret, statuses, onReceived, onStray }).catch(
    (error: unknown) => {
      throw explainAddress(error, { port, host });
    },
  );
}

/** The bytes of a delivery stay what they are, unless there is a secret in them: programs verify them. */
const RECEIVED = { own: new Set(['raw']), named_by_others: new Set(['headers', 'json']) };

interface End {
  signal: AbortSignal;
  is_unread: () => boolean;
  done: () => void;
}

function watchForEnd(stop: AbortSignal): End {
  const interrupt = stopOnInterrupt('');
  // Whoever reads no further, as head does, has seen enough.
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
      // What is still on its way to a reader that has gone must not end in an exception.
      if (!unread.signal.aborted) process.stdout.off('error', onError);
    },
  };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}

/** Subscribes, stays, and takes the subscription back. @returns the exit code */
async function staySubscribed(options: SubscribeOptions, stay: (made: Subscribed) => Promise<void>): Promise<number> {
  const made = await subscribe(options).catch((error: unknown) => {
    complain(options, `${options.base_url} makes no subscription`, error);
    return undefined;
  });
  if (made === undefined) return 3;
  await stay(made);
  try {
    await unsubscribe(options, made.id);
    return 0;
  } catch (error) {
    complain(options, `${options.base_url} does not delete the subscription ${made.id}, which is still there`, error);
    return 3;
  }
}

/** What to look at first, by the status of the refusal. */
const HINTS: Readonly<Record<number, string>> = {
  401: ' (is it a token of this deployment, and not expired?)',
  404: ' (is this the base URL, as http://127.0.0.1:4010/v1?)',
};

function complain({ token }: SubscribeOptions, what: string, error: unknown): void {
  if (!(error instanceof NotSubscribed || error instanceof NoResponse)) throw error;
  const hint = error instanceof NotSubscribed ? (HINTS[error.status] ?? '') : '';
  const redactor = new Redactor();
  redactor.hide(token, 'TOKEN');
  const said = showLine(error.message.replace(/\.$/, ''));
  process.stderr.write(`gristmill: --subscribe: ${redactor.redact(`${what}: ${said}`)}${hint}\n`);
}

function greet(flags: ListenFlags, settings: ListenSettings, url: string, made: Subscribed | undefined): void {
  const { forward_to, forward_secret, secret, subscription } = settings;
  if (flags.json === true) {
    const subscribed = made === undefined ? {} : { subscription: made };
    process.stdout.write(`${JSON.stringify({ listening: url, ...subscribed })}\n`);
    return;
  }
  if (flags.quiet === true) return;
  const lines = [
    `Listening at ${url} (Ctrl-C ends it).`,
    ...(secret === DEVELOPMENT_SECRET ? [`Verifies with ${DEVELOPMENT_NOTICE}.`] : []),
    ...(forward_to === undefined ? [] : [`Passes everything on to ${forward_to}.`]),
    ...(forward_secret === undefined ? [] : ['What is rightly signed is signed anew, with the secret of the receiver behind.']),
    ...(made === undefined || subscription === undefined
      ? []
      : [
          `Subscribed at ${subscription.base_url} as ${showLine(made.id)}: ${made.events.join(', ')}.`,
          // It is of no use to anybody when this ends, and a receiver behind has to know it.
          `Its signing secret, until this ends: ${showLine(made.secret)}`,
          ...(forward_to === undefined || forward_secret !== undefined
            ? []
            : ['The receiver behind verifies with that one, too: start it with it, or give its own with --forward-secret.']),
        ]),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

function sayGoodbye(flags: ListenFlags, { counts }: Listener): void {
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    return;
  }
  if (flags.quiet === true) return;
  const { deliveries, good } = counts;
  const noun = deliveries === 1 ? 'delivery' : 'deliveries';
  process.stdout.write(`${deliveries} ${noun}, ${good} good, ${deliveries - good} not.\n`);
}
