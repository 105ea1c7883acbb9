import { parseArgs } from 'node:util';
import { elapsedMs } from '#client';
import { startMock } from '#scenarios/testing/start-mock';
import { readNumber, runTool } from '../tool.ts';
import { COMMANDS, OPENINGS } from './sequences.ts';
import { prepare, searchAll } from './search.ts';

const USAGE = `Usage: npm run exhaust -- [options]

Plays every sequence of ${COMMANDS.length} commands with the explorer's model, and checks every invariant after each command.

  --depth N         length of the sequences (4)
  --seconds N       start no sequence after this many seconds
  --violate NAME    break the mock, and print the shortest sequence that shows it

Exit codes: 0 nothing is broken; 1 something is, or there was not enough time; 2 wrong usage.

Examples:
  npm run exhaust -- --depth 3
  npm run exhaust -- --depth 3 --violate PRIV-4/unmasked-after-one-invoice`;

const DEPTH = 4;
const DEPTH_MAX = 8;

function readOptions(args: readonly string[]): { depth: number; seconds: number; violation: string | undefined } | undefined {
  const string = { type: 'string' } as const;
  const options = { depth: string, seconds: string, violate: string, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.help === true) return undefined;
  const depth = readNumber('depth', values.depth ?? String(DEPTH), DEPTH_MAX);
  const seconds = values.seconds === undefined ? Number.POSITIVE_INFINITY : readNumber('seconds', values.seconds, 1_000_000);
  return { depth, seconds, violation: values.violate };
}

async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  const { depth, seconds, violation } = options;
  const began_ms = elapsedMs();
  const tookS = (): number => (elapsedMs() - began_ms) / 1_000;
  await using mock = await startMock();
  const openSession = await prepare(mock, violation);
  let is_complete = true;
  for (const opening of OPENINGS) {
    const wanted = Math.max(1, depth - opening.fewer);
    const result = await searchAll(openSession, { opening, depth: wanted, isOver: () => tookS() > seconds });
    console.log(`${opening.name}: ${result.scenarios} sequences, all of up to ${Math.max(0, result.depth)} commands`);
    if (result.finding !== undefined) {
      const { steps, finding } = result.finding;
      console.log(['BROKEN', ...steps.map((step, i) => `  ${i + 1}. ${step}`), `  ${finding.message}`].join('\n'));
      return 1;
    }
    is_complete &&= result.depth === wanted;
  }
  console.log(
    is_complete
      ? `${violation ?? 'the clean mock'}: no sequence breaks an invariant, ${tookS().toFixed(1)} s`
      : `INCOMPLETE: ${seconds} s were not enough; use a smaller --depth`,
  );
  return is_complete ? 0 : 1;
}

await runTool('exhaust', run);
