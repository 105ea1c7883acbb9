// Runs all npm scripts of a tier, even if one fails, and prints which failed.
// Usage: node tools/steps.mjs <tier> [argument for the last step ...]. Plain JavaScript, so that it can report an outdated Node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The scripts of each tier, in order. Those of an inner list run at the same time as the script after it, so that no core is idle while tests
 * wait. `check:generated` runs alone: it writes files that the others read.
 */
const TIERS = {
  test: ['check:lock', 'check:generated', ['typecheck', 'lint', 'format:check', 'check:trace'], 'test:quick'],
  proofs: [['install:programs', 'lint:openapi'], 'build', 'proofs:tests', 'mutation:sample'],
  'proofs:full': [
    ['install:programs', 'lint:openapi'],
    'build',
    'proofs:tests:full',
    'starvation',
    'proofs:combined',
    'mutation:explorer',
    'mutation',
    'mutation:full',
  ],
  'lint:openapi': ['lint:openapi:redocly', 'lint:openapi:spectral'],
};

/** Turns off telemetry and update notices. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', PACT_DO_NOT_TRACK: 'true' };

/** Node keeps compiled modules for the next process: they load many of the same files. */
const CACHED = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') };

/** The command that the proofs start: the built one. Their tiers build it first. */
const BUILT_COMMAND = { PROOFS_COMMAND: 'dist/cli/main.js' };

/** Steps whose output is shown even if they pass. */
const TALKATIVE = new Set([
  'test:quick',
  'proofs:tests',
  'proofs:tests:full',
  'starvation',
  'proofs:combined',
  'mutation',
  'mutation:sample',
  'mutation:full',
  'mutation:explorer',
]);

const OLDEST_MAJOR = 24;

function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Runs one script. Returns whether it passed, and what to print: its output only if it fails. */
async function runStep(script, extra) {
  const began = performance.now();
  const args = extra.length === 0 ? '' : ` -- ${extra.map((argument) => JSON.stringify(argument)).join(' ')}`;
  const child = spawn(`npm run --silent ${script}${args}`, {
    shell: true,
    env: { ...process.env, ...QUIET, ...CACHED, ...(script.startsWith('proofs:') && BUILT_COMMAND) },
    stdio: TALKATIVE.has(script) ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const has_passed = code === 0;
  const line = `${has_passed ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`;
  return { script, has_passed, text: has_passed ? line : `${output}${line}` };
}

/** Runs scripts one after another. */
async function runInOrder(scripts) {
  const steps = [];
  for (const script of scripts) steps.push(await runStep(script, []));
  return steps;
}

const [tier = '', ...extra] = process.argv.slice(2);
const plan = TIERS[tier] ?? stop(`steps: there is no tier '${tier}'; there are: ${Object.keys(TIERS).join(', ')}`);

if (!existsSync('node_modules/.bin/vitest')) stop(`${tier}: the dependencies are not installed. Run: npm ci`);
if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  stop(`${tier}: this is Node ${process.versions.node}, and ${OLDEST_MAJOR} is needed. Run it as an npm script, after npm ci.`);
}

const steps = [];
/** The scripts that run at the same time as the next one. Their results are printed after it, because it can write to the terminal. */
let beside = Promise.resolve([]);
for (const [index, entry] of plan.entries()) {
  if (Array.isArray(entry)) {
    beside = runInOrder(entry);
    continue;
  }
  const step = await runStep(entry, index === plan.length - 1 ? extra : []);
  process.stdout.write(step.text);
  const others = await beside;
  for (const { text } of others) process.stdout.write(text);
  steps.push(step, ...others);
  beside = Promise.resolve([]);
}

const failed = steps.filter(({ has_passed }) => !has_passed).map(({ script }) => script);
if (failed.length > 0) stop(`${tier}: failed: ${failed.join(', ')}. Repeat one alone: npm run ${failed[0]}`);
console.log(`${tier}: all ${steps.length} steps passed`);
