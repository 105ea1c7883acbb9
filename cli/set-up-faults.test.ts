/** If a configuration names something that does not exist, there is no run, and each requested report says why. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { serve } from '#client/testing/server';
import { parseReport } from '#conformance/reports/index';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Ran } from './testing/run-here.ts';
import { runHere } from './testing/run-here.ts';

let folder = '';
beforeEach(() => {
  folder = makeTestFolder(onTestFinished);
  vi.stubEnv('GRISTMILL_NEVER_SET', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function call(...args: string[]): Promise<Ran> {
  return runHere(...args.map((arg) => arg.replace('{folder}', folder)));
}

/** Starts a server that is not a marketplace, and writes a configuration that names a variable that is not set. */
async function prepare(): Promise<{ base_url: string; config: string; asked: string[] }> {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end('{}');
  });
  onTestFinished(async () => server[Symbol.asyncDispose]());
  const config = join(folder, 'gristmill.config.json');
  const actors = { buyer: { token_env: 'GRISTMILL_NEVER_SET' }, rival: { token_env: 'GRISTMILL_NEVER_SET' } };
  writeFileSync(config, JSON.stringify({ actors }));
  return { base_url: server.base_url, config, asked };
}

const LINES = ['buyer', 'rival'].map(
  (actor) =>
    `actors.${actor}.token_env: the environment variable GRISTMILL_NEVER_SET is not set; set it, or run without this actor: --without ${actor}`,
);
const FORMATS = ['json', 'junit', 'html', 'markdown', 'text', 'badge', 'har'];

test('conform ends with 3 before the first request, names the actor, the variable, and both solutions, and writes the reports', async () => {
  const { base_url, config, asked } = await prepare();
  const reports = FORMATS.flatMap((format) => ['--report', `${format}={folder}/new/report.${format}`]);
  const { code, complaint } = await call('conform', base_url, '--config', config, '--only', 'PAGE', ...reports);
  expect([code, complaint]).toEqual([3, LINES.map((line) => `gristmill: ${line}\n`).join('')]);
  expect(new Set(asked)).toEqual(new Set(['/_gristmill/health', '/v1/_gristmill/health'].filter((url) => asked.includes(url))));

  const read = (format: string): string => readFileSync(join(folder, 'new', `report.${format}`), 'utf8');
  const { verdict, exit_code, reasons, checks, selection, target } = parseReport(read('json'), 'report.json');
  expect({ verdict, exit_code, reasons, checks }).toEqual({ verdict: 'inconclusive', exit_code: 3, reasons: LINES, checks: [] });
  expect([selection, target.base_url]).toEqual([['--only PAGE'], base_url]);
  expect(read('junit')).toMatch(/<testsuites [^>]*tests="1" failures="0" errors="1"/);
  expect(read('junit')).toContain(LINES[0]);
  expect(read('markdown')).toContain('nothing was checked');
  expect(read('text').replaceAll(/\s+/g, ' ')).toContain(LINES[1]);
  expect(read('html')).toContain('GRISTMILL_NEVER_SET');
  expect(read('badge')).toContain('inconclusive, nothing was checked');
});

test('a target that does not respond is reported once those actors are excluded', async () => {
  const { config } = await prepare();
  const args = ['--config', config, '--without', 'buyer,rival', '--report', 'json={folder}/r.json'];
  const { code, complaint } = await call('conform', 'http://127.0.0.1:1/v1', ...args);
  expect([code, complaint.split('\n').length]).toEqual([3, 2]);
  const { reasons } = parseReport(readFileSync(join(folder, 'r.json'), 'utf8'), 'r.json');
  expect(reasons.map((reason) => `gristmill: ${reason}\n`).join('')).toBe(complaint);
});

test('doctor reports them as errors and continues', async () => {
  const { base_url, config } = await prepare();
  const { code, out } = await call('doctor', base_url, '--config', config);
  expect(code).toBe(3);
  for (const actor of ['buyer', 'rival'])
    expect(out).toMatch(new RegExp(`^bad {3}${actor}: .* --without ${actor} \\(actors\\.${actor}\\.token_env\\)$`, 'm'));
  expect(out).not.toContain('there is no token: ');
  expect((await call('doctor', base_url, '--config', config, '--without', 'buyer,rival')).out).not.toContain('bad   buyer');
});

test.each(['explore', 'contracts prism', 'contracts verify'])('%s also accepts --without and exits with 3', async (command) => {
  const { base_url, config } = await prepare();
  const pact = join(folder, 'one.json');
  const interaction = { description: 'x', request: { method: 'GET', path: '/grades' }, response: { status: 200 } };
  writeFileSync(
    pact,
    JSON.stringify({ consumer: { name: 'a' }, provider: { name: 'b' }, interactions: [interaction], metadata: {} }),
  );
  const where = command.includes('verify') ? [pact, '--target', base_url] : [base_url];
  const { code, complaint } = await call(...command.split(' '), ...where, '--config', config, '--without', 'rival');
  expect([code, complaint]).toEqual([3, `gristmill: ${LINES[0]}\n`]);
});
