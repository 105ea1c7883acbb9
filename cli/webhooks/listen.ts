import type { Command } from 'commander';
import { Option } from 'commander';
import { collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import type { ListenFlags } from './listen-flags.ts';

const PORT = '4020';
const HOST = '127.0.0.1';
/** Where it is unless told otherwise: `gristmill trigger` sends there. */
export const LISTEN_URL = `http://${HOST}:${PORT}/`;

const HELP = `
Examples:
  gristmill listen                                   and in another window: gristmill trigger bid.accepted
  gristmill listen --forward-to http://127.0.0.1:3000/webhooks --secret-env WEBHOOK_SECRET
  gristmill listen --subscribe http://127.0.0.1:4010/v1 --token dev_buyer
  gristmill listen --subscribe http://127.0.0.1:4010/v1 --token dev_buyer --forward-to http://127.0.0.1:3000/webhooks --forward-secret-env WEBHOOK_SECRET
  gristmill listen --answer 500,200                  fails the first delivery: watch it come again

A good delivery is answered 200, any other 400 (SIG-4). With --forward-to everything is passed on as it came, good or not, and the sender gets
the answer of that address, or 502; --forward-secret changes the signature of what is good, and nothing else. Exit code: 0 when it is stopped, 2 wrong usage, 3 the deployment makes or deletes no subscription.`;

/** `gristmill listen` */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('Run a webhook receiver that shows what arrives, verifies it, and says what is wrong with it.')
    .option('--port <number>', 'where to listen; 0 picks a free one', PORT)
    .option('--host <address>', 'the address to listen at', HOST)
    .option('--secret <whsec_…>', 'the signing secret of the subscription')
    .option(
      '--secret-env <name>',
      'the environment variable that holds it; GRISTMILL_WEBHOOK_SECRET, or on this machine a development secret, unless given',
    )
    .option('--forward-to <url>', 'pass every delivery on, unchanged')
    .option(
      '--forward-secret <whsec_…>',
      'what the receiver behind verifies with, where that is another secret: what arrives rightly signed is signed anew',
    )
    .option('--forward-secret-env <name>', 'the environment variable that holds it')
    .addOption(
      new Option(
        '--answer <statuses>',
        'what good deliveries are answered, 200 to 599, by commas: the first, the second, …, the last for ever',
      ).conflicts('forwardTo'),
    )
    .addOption(
      new Option('--subscribe <base_url>', 'subscribe at this deployment for as long as it runs').conflicts([
        'secret',
        'secretEnv',
      ]),
    )
    .option('--token-env <name>', 'with --subscribe: the environment variable that holds an access token')
    .option('--token <dev_…>', 'the same for a developer token of the mock, such as dev_buyer')
    .option('--events <types>', 'with --subscribe: to these, by commas; to all that the deployment grants, unless given', collect)
    .option('--public-url <url>', 'with --subscribe: where the deployment reaches this machine, through a tunnel')
    .option('--verbose', 'show the headers of the event and its body')
    .option('--quiet', 'show only what is not good')
    .option('--json', 'one line of JSON a delivery; before them one that says where it listens, behind them one that counts')
    .addHelpText('after', HELP)
    .action(async (flags: ListenFlags) => {
      const { runListen } = await import('./run-listen.ts');
      throw new ExitCode(await runListen(flags));
    });
}
