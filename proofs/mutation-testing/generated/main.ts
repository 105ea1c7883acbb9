import { fork } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createRandom } from '#fixtures/random';
import { parseSource } from '../../syntax.ts';
import { ROOT, isTest, readTextFiles } from '../../text-file.ts';
import { readNumber, runTool } from '../../tool.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { findResponseMutants, type ResponseMutant } from './response-mutants.ts';
import type { MutantOutcome } from './test-mutant.ts';

const USAGE = `Usage: npm run mutation:generated -- [options]

Changes the source of the mock at random places, one place at a time, and runs the gate against each of these mutants. With
--responses, it changes one member of the responses of one operation instead: the member is missing, or has another value. Unlike the
violations, nobody chose them, so they show what their authors did not think of. It prints the mutants that no check failed, for
a person to review: most of them change nothing that the API document states.

  --count N      how many mutants (default: 40; about 15 s each)
  --seed TEXT    which ones (default: 1)
  --responses    change responses, not the source

It also writes all outcomes to .gristmill/generated-mutants.jsonl.`;

/** The code that decides what callers and receivers of the API get. */
const MUTATED = [
  'mock/market/rules',
  'mock/market/views',
  ':(glob)mock/market/store/*.ts',
  'mock/server/handlers',
  'mock/server/http',
  'mock/server/webhooks',
  'mock/server/world/advance.ts',
  'mock/server/world/expiry.ts',
  'mock/server/world/delist.ts',
];
const OUTPUT = '.gristmill/generated-mutants.jsonl';
const COUNT_MAX = 10_000;
/** For a mutant that waits forever. */
const TIMEOUT_MS = 180_000;

function drawSource(count: number, seed: string): readonly Mutant[] {
  const files = readTextFiles(ROOT, ...MUTATED).filter(({ path }) => path.endsWith('.ts') && !isTest(path));
  const mutants = files.map((file) => [...findMutants(parseSource(file))]).filter((of_file) => of_file.length > 0);
  const random = createRandom(seed, 'generated mutants');
  // By file first, so that long files do not get most of them.
  return Array.from({ length: count }, () => {
    const of_file = random.pick(mutants.filter((left) => left.length > 0));
    return of_file.splice(random.integer(0, of_file.length - 1), 1);
  }).flat();
}

function drawResponses(count: number, seed: string): readonly ResponseMutant[] {
  const random = createRandom(seed, 'generated mutants');
  const left = [...findResponseMutants()];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.integer(0, left.length - 1), 1)).flat();
}

async function test(mutant: Mutant | ResponseMutant): Promise<MutantOutcome> {
  const child = fork(new URL('test-mutant.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const { promise, resolve } = Promise.withResolvers<MutantOutcome>();
  child.once('message', (outcome) => {
    // The child sends nothing but its outcome.
    resolve(outcome as MutantOutcome);
  });
  child.once('exit', () => {
    resolve({ kind: 'crashed' });
  });
  child.send(mutant);
  return promise;
}

async function testAll(mutants: readonly (Mutant | ResponseMutant)[]): Promise<void> {
  mkdirSync('.gristmill', { recursive: true });
  writeFileSync(OUTPUT, '');
  const counts: Record<MutantOutcome['kind'], number> = { killed: 0, warned: 0, unverified: 0, survived: 0, crashed: 0 };
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const outcome = await test(mutant);
      counts[outcome.kind] += 1;
      appendFileSync(OUTPUT, `${JSON.stringify({ ...mutant, ...outcome })}\n`);
      if (outcome.kind !== 'killed') console.log(`${outcome.kind.toUpperCase()} ${describe(mutant)}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(
    `${mutants.length} mutants: ${counts.killed} killed, ${counts.warned} only warned about, ${counts.unverified} not verified, ${counts.survived} survived, ${counts.crashed} did not run`,
  );
}

function describe(mutant: Mutant | ResponseMutant): string {
  if ('change' in mutant) return `${mutant.operation_id} ${mutant.path.join('.')} ${mutant.change}`;
  const { path, line, original, replacement } = mutant;
  return `${path}:${line}\n  - ${brief(original)}\n  + ${brief(replacement)}`;
}

function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

const OPTIONS = {
  count: { type: 'string', default: '40' },
  seed: { type: 'string', default: '1' },
  responses: { type: 'boolean', default: false },
} as const;

await runTool('mutation:generated', USAGE, { options: OPTIONS }, async ({ values: { count, seed, responses } }) => {
  const draw = responses ? drawResponses : drawSource;
  await testAll(draw(readNumber('count', count, COUNT_MAX), seed));
  return 0;
});
