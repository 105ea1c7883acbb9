/** Runs Pact's verifier in a separate process, because it is native code that prints to the terminal and can crash. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ContractsSetupError } from '../errors.ts';

const OUTPUT_KEPT_MAX = 20_000;

const Mismatch = z.looseObject({
  type: z.string().default(''),
  /** For a body. */
  path: z.string().optional(),
  /** For a header or metadata. */
  key: z.string().optional(),
  expected: z.unknown(),
  actual: z.unknown(),
  mismatch: z.string().optional(),
});

const Result = z.looseObject({
  consumer: z.string().default(''),
  description: z.string().default(''),
  pending: z.boolean().default(false),
  /** `OK`, or another word for a failure. */
  result: z.string(),
  mismatch: z.looseObject({ message: z.string().optional(), mismatches: z.array(Mismatch).default([]) }).optional(),
});

const Outcome = z.looseObject({
  interactionResults: z.array(Result).default([]),
  /** All errors, including failed interactions. */
  errors: z.array(z.looseObject({ mismatch: z.looseObject({ message: z.string().optional() }).optional() })).default([]),
});

export type VerifierMismatch = z.infer<typeof Mismatch>;
export type VerifierResult = z.infer<typeof Result>;
type VerifierOutcome = z.infer<typeof Outcome>;

/** The program of the process, as a string because the published package is bundled. It reads its options, including secrets, from stdin and writes the result to file descriptor 3. */
const PROGRAM = `
let text = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => { text += chunk; }).on('end', () => {
  const { core, options } = JSON.parse(text);
  const send = (outcome) => { require('node:fs').writeSync(3, String(outcome)); };
  Promise.resolve().then(() => require(core).default.verifyPacts(options)).then(send, (error) => send(error.message));
});
`;

/** Environment variables that would make Pact verify or publish more than the command names. */
const UNWANTED = [
  'PACT_BROKER_BASE_URL',
  'PACT_BROKER_PUBLISH_VERIFICATION_RESULTS',
  'PACT_BROKER_TOKEN',
  'PACT_BROKER_USERNAME',
];

/** @param core the path of the module @param options of its `verifyPacts` @throws ContractsSetupError if it does not start, or ends without a result that can be read */
export async function runVerifier(core: string, options: Readonly<Record<string, unknown>>): Promise<VerifierOutcome> {
  const env = { ...process.env, PACT_DO_NOT_TRACK: 'true', NO_COLOR: '1' };
  for (const name of UNWANTED) Reflect.deleteProperty(env, name);
  const child = spawn(process.execPath, ['--input-type=commonjs', '--eval', PROGRAM], {
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  // The process can end before it has read everything; its output says why.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ core, options }));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => {
      reject(new ContractsSetupError(`Pact's verifier could not be started: ${error.message}`));
    });
  });
  // The parent only reads file descriptor 3.
  const streams = [child.stdout, child.stderr, child.stdio[3] as Readable];
  const [stdout = '', stderr = '', outcome = ''] = await Promise.race([
    Promise.all(streams.map((stream) => text(stream))),
    failed,
  ]);
  return readOutcome(outcome, `${stdout}\n${stderr}`.slice(-OUTPUT_KEPT_MAX));
}

function readOutcome(written: string, printed: string): VerifierOutcome {
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch {
    const output = written.trim() || printed.trim().split('\n').slice(-5).join(' | ') || 'no output';
    throw new ContractsSetupError(`Pact's verifier ended without a result: ${output}`);
  }
  const outcome = Outcome.safeParse(json);
  if (outcome.success) return outcome.data;
  throw new ContractsSetupError(`Pact's verifier returned a result of an unknown form: ${z.prettifyError(outcome.error)}`);
}
