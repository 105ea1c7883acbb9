import { OUT_OF_REACH, TOOTHLESS_DRILLS } from './exceptions.ts';
import type { ReceiverBite, ReceiverPeace } from './judge-receivers.ts';

const HEADING = '## Receivers';
const escape = (text: string): string => text.replaceAll('|', String.raw`\|`);
const quoted = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

export function summarize(bites: readonly ReceiverBite[], peace: readonly ReceiverPeace[]): string {
  const within = bites.filter(({ out_of_reach }) => out_of_reach === undefined);
  const caught = within.filter(({ escaped_as }) => escaped_as === undefined).length;
  const alarms = peace.reduce((sum, one) => sum + one.alarms.length, 0);
  return `receivers: ${caught} of ${within.length} faulty receivers caught, ${alarms} false alarms on ${peace.length} correct ones`;
}

/** The part of docs/teeth.md that is about receivers: the same for the same outcome, whenever and wherever it was measured. */
export function writeReceivers(bites: readonly ReceiverBite[], peace: readonly ReceiverPeace[]): string {
  return [
    HEADING,
    '',
    'Each faulty receiver is a correct one with one mistake (`proofs/receivers/`), attacked as `gristmill receiver` does. It counts as caught where each drill',
    'that is named here finds it, and the report gives the cause.',
    '',
    `**${summarize(bites, peace)}**`,
    '',
    '| receiver | fault | clause | found by | named cause |',
    '|---|---|---|---|---|',
    ...bites.map(writeBite),
    '',
    '### Correct receivers',
    '',
    '| receiver | how it is made | verdict | true findings |',
    '|---|---|---|---|',
    ...peace.map(({ name, style, alarms, true_findings }) => {
      return `| \`${name}\` | ${escape(style)} | ${alarms.length === 0 ? 'passes' : 'FALSE ALARM'} | ${quoted(true_findings)} |`;
    }),
    '',
    '### Drills that find none of these',
    '',
    '| drill | why |',
    '|---|---|',
    ...Object.entries(TOOTHLESS_DRILLS).map(([id, reason]) => `| \`${id}\` | ${reason} |`),
    '',
  ].join('\n');
}

function writeBite({ name, fault, clause, drills, cause, escaped_as }: ReceiverBite): string {
  const beyond = OUT_OF_REACH[name];
  const found = escaped_as === undefined ? quoted(drills) : 'ESCAPED';
  return `| \`${name}\` | ${escape(fault)} | ${clause} | ${beyond === undefined ? found : 'out of reach'} | ${escape(beyond ?? cause)} |`;
}

/** @returns the page with its part about receivers exchanged, or put behind where there was none */
export function renewReceivers(page: string, section: string): string {
  const at = page.indexOf(`${HEADING}\n`);
  // It is the last part of the page.
  const before = at < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, at);
  return `${before}${section}`;
}
