// Runs all npm scripts of a tier, even if one fails, and prints which failed.
// Usage: node tools/steps.mjs <tier> [argument for the last step ...]. Plain JavaScript, so that it can report an outdated Node.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const TIERS = {
  test: ['check:lock', 'lint', 'format:check', 'typecheck', 'check:generated', 'check:trace', 'test:quick'],
  proofs: ['install:servers', 'build', 'lint:openapi', 'proofs:tests', 'mutation:third'],
  'proofs:full': [
    'install:servers',
    'build',
    'lint:openapi',
    'proofs:tests:full',
    'exhaust',
    'starvation',
    'mutation:explorer',
    'mutation',
    'mutation:full',
  ],
  'lint:openapi': ['lint:openapi:redocly', 'lint:openapi:spectral'],
};

/** Turns off telemetry and update notices. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', PACT_DO_NOT_TRACK: 'true' };

/** Steps whose output is shown even if they pass. */
const TALKATIVE = new Set([
  'test:quick',
  'proofs:tests',
  'proofs:tests:full',
  'exhaust',
  'starvation',
  'mutation',
  'mutation:third',
  'mutation:full',
  'mutation:explorer',
  'mutation:explorer:quick',
]);

const OLDEST_MAJOR = 24;

function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Runs one script, prints its output only if it fails, and returns whether it passed. */
function runStep(script, extra) {
  const began = performance.now();
  const args = extra.length === 0 ? '' : ` -- ${extra.map((argument) => JSON.stringify(argument)).join(' ')}`;
  const { status, stdout, stderr } = spawnSync(`npm run --silent ${script}${args}`, {
    shell: true,
    env: { ...process.env, ...QUIET },
    stdio: TALKATIVE.has(script) ? 'inherit' : 'pipe',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (status !== 0) process.stdout.write(`${stdout ?? ''}${stderr ?? ''}`);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)`);
  return status === 0;
}

const [tier = '', ...extra] = process.argv.slice(2);
const scripts = TIERS[tier] ?? stop(`steps: there is no tier '${tier}'; there are: ${Object.keys(TIERS).join(', ')}`);

if (!existsSync('node_modules/.bin/vitest')) stop(`${tier}: the dependencies are not installed. Run: npm ci`);
if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  stop(`${tier}: this is Node ${process.versions.node}, and ${OLDEST_MAJOR} is needed. Run it as an npm script, after npm ci.`);
}

const failed = scripts.filter((script, index) => !runStep(script, index === scripts.length - 1 ? extra : []));
if (failed.length > 0) stop(`${tier}: failed: ${failed.join(', ')}. Repeat one alone: npm run ${failed[0]}`);
console.log(`${tier}: all ${scripts.length} steps passed`);
