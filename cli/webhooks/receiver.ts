import type { Command } from 'commander';
import { collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import type { RunReceiverFlags } from './receiver-flags.ts';

/** `gristmill receiver` */
export function addReceiverCommand(program: Command): void {
  program
    .command('receiver')
    .description(
      'Judge a webhook receiver by what it takes and what it refuses: exit code 0 conformant or partial, 1 not, 2 wrong usage, 3 inconclusive, 130 interrupted.',
    )
    .argument('[url]', 'where it takes deliveries, such as http://127.0.0.1:3000/webhooks')
    .option('--secret <whsec_…>', 'the signing secret that it verifies with')
    .option('--secret-env <name>', 'the environment variable that holds it; GRISTMILL_WEBHOOK_SECRET unless given')
    .option('--effect-url <url>', 'answers { "effects": n, "by_id": { "evt_…": n } }: how often each event took effect')
    .option('--effect-command <command>', 'prints the same')
    .option('--fail-url <url>', 'a POST there makes the next delivery fail inside the receiver, as a database that is down would')
    .option('--event <type>', 'what most deliveries carry: a type that has an effect; bid.accepted unless given')
    .option('--sandbox', 'deliver with livemode false')
    .option('--only <patterns>', 'these drills, clauses or areas: SIG-3, SIG-5/indented, RTY, "SIG-4*"', collect)
    .option('--skip <patterns>', 'all but these', collect)
    .option('--clause <ids>', 'the drills of these clauses', collect)
    .option('--list', 'show the drills, and send nothing')
    .option('--strict', 'what would be a warning is a failure')
    .option('--require <ids>', 'clauses that must be verified: else exit code 3', collect)
    .option('--max-minutes <number>', 'end after so many minutes; 60 unless given, 180 with --patience full')
    .option('--timeout <seconds>', 'how long to wait for an answer; 10 unless given, as the marketplace does')
    .option(
      '--patience <quick|standard|full>',
      'after how long an event comes again to see whether it is remembered: 10 s, 70 s, 37 min; with an effect counter',
    )
    .option('--report <format=path>', 'json, junit, html, markdown, badge or text; repeatable', collect)
    .option('--verbose', 'say what was seen where the document leaves a choice, too')
    .option('--quiet', 'print nothing')
    .action(async (url: string | undefined, flags: RunReceiverFlags) => {
      const { runReceiver } = await import('./run-receiver.ts');
      throw new ExitCode(await runReceiver({ ...flags, url }));
    });
}
