import type { Command } from 'commander';
import { collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import type { TriggerFlags } from './trigger-flags.ts';

const HELP = `
Overrides:
  price.amount=310                 a field of data; data.price.amount is the same
  status=rejected                  text needs no quotes
  id=evt_3f9c2a71b04e8d55          the same event once more: a receiver takes it, and does nothing (SIG-7)
  created_at=2026-06-01T15:04:05Z  a field of the envelope
  analysis_types.0=protein         an item of a list, from 0
  price.amount:='"much"'           any JSON, also what the document forbids

Examples:
  gristmill trigger --list
  gristmill trigger bid.accepted
  gristmill trigger trade.created --to http://127.0.0.1:3000/webhooks --secret-env WEBHOOK_SECRET
  gristmill trigger bid.accepted --count 2     the same event twice: one effect
  gristmill trigger bid.accepted --forge       to see it refused

Exit code: 0 taken (with --forge: refused with 400), 1 not, 2 wrong usage, 3 no answer.`;

/** `gristmill trigger` */
export function addTriggerCommand(program: Command): void {
  program
    .command('trigger')
    .description('Send one genuine, signed event to a webhook receiver: once, without retries.')
    .argument('[event]', 'its type, such as bid.accepted; --list shows them')
    .option('--to <url>', 'where to; http://127.0.0.1:4020/ unless given, where gristmill listen is')
    .option('--secret <whsec_…>', 'the signing secret that the receiver verifies with')
    .option(
      '--secret-env <name>',
      'the environment variable that holds it; GRISTMILL_WEBHOOK_SECRET, or on this machine a development secret, unless given',
    )
    .option('--override <path=value>', 'set a field of the event; may be given again', collect)
    .option('--sandbox', 'with livemode false')
    .option('--count <number>', 'send the same event so many times, one after the other, each signed afresh; at most 20')
    .option('--forge', 'sign with a wrong secret')
    .option('--any', 'send it although the document has no such type: a receiver takes that, too (SIG-6)')
    .option('--print', 'show the delivery and lines of shell that send it; send nothing')
    .option('--list', 'show the types of events, and send nothing')
    .option('--json', 'one line of JSON a delivery')
    .addHelpText('after', HELP)
    .action(async (event: string | undefined, flags: TriggerFlags) => {
      const { runTrigger } = await import('./run-trigger.ts');
      throw new ExitCode(await runTrigger(event, flags));
    });
}
