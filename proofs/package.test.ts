/** The package as it is published: what a project that installs it compiles, runs, and resolves. Needs `npm run build`. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeTestFolder } from '#client/testing/folder';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
// Imported by its file: under Vitest's condition `development`, the package name leads to TypeScript, which Node does not load from node_modules.
import { checkPackage, createPackageFromTarballData } from '../node_modules/@arethetypeswrong/core/dist/index.js';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from './text-file.ts';

const run = promisify(execFile);
const project = makeTestFolder();
const installed = join(project, 'node_modules/gristmill');
// The form of our package.json is known.
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
let tarball = '';

const CONSUMER = `
import assert from 'node:assert/strict';
import { connectMock, createMock } from 'gristmill';
import * as conformance from 'gristmill/conformance';
import { verifySignature } from 'gristmill/webhooks';
import type { MockFixtures } from 'gristmill/vitest';

await using mock = await createMock({ lots: 40, clock: '2026-06-10T12:00:00.000Z' });
await using inbox = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.accepted'] });
const { data } = await mock.as('seller').GET('/me/inventory', { params: { query: { status: 'listed', limit: 50 } } });
const lot = data?.items.find(({ grade, quantity_mt }) => grade !== null && quantity_mt >= 20);
const placed = await mock.as('buyer').POST('/inventory/{id}/bids', {
  params: { path: { id: lot?.id ?? '' } },
  body: { price: { amount: 300, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2026-09-01', to: '2026-09-30' } },
});
await mock.as('seller').POST('/bids/{id}/accept', { params: { path: { id: placed.data?.data.id ?? '' } } });
const { body, headers } = await inbox.next('bid.accepted');
const same = await connectMock(mock.base_url);
await same.clock.advance('7 days');
const { valid } = verifySignature(body, headers['svc-signature'], inbox.secret);
assert.equal(await mock.clock.now(), '2026-06-17T12:00:00.000Z');
assert.ok(Object.keys(conformance).length > 0);
export type World = MockFixtures['world'];
console.log('valid:', valid);
`;

const DASHBOARD = `
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createMock } from 'gristmill';

const { version } = JSON.parse(readFileSync('node_modules/gristmill/package.json', 'utf8'));
await using mock = await createMock({ lots: 20 });
const get = async (path, headers = {}) => (await fetch(new URL(path, mock.dashboard_url), { headers })).text();
assert.equal(JSON.parse(await get('_gristmill/health')).version, version);
assert.ok('/inventory' in JSON.parse(await get('_gristmill/openapi-marketplace.json')).paths);
const pages = [await get('/', { Accept: 'text/html' }), await get('dashboard/reference')];
const files = pages.flatMap((page) => [...page.matchAll(/(?:src|href)="(?:dashboard\\/)?([^"]+)"/g)].map(([, name]) => name));
for (const file of files) assert.ok((await get('dashboard/' + file)).length > 100, file);
console.log('files:', files.length);
`;

beforeAll(async () => {
  if (!existsSync(join(ROOT, 'dist/mock/index.js'))) throw new Error('dist/ is missing: run npm run build first');
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], { cwd: ROOT });
  // npm prints one object per package.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  tarball = join(project, packed?.filename ?? '');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
  // Only what npm would install: a package that we use and do not declare is not found.
  for (const name of [...Object.keys(manifest.dependencies), 'vitest', '@types/node']) {
    const target = join(project, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), target);
  }
  writeFileSync(join(project, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
  writeFileSync(join(project, 'consumer.ts'), CONSUMER);
  writeFileSync(join(project, 'dashboard.mjs'), DASHBOARD);
});

test('its types compile in a strict project that checks the types of its libraries', async () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    types: ['node'],
    noEmit: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer.ts'] }));
  const compiled = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project]).catch((error: unknown) => error);
  expect(compiled).toMatchObject({ stdout: '' });
});

test('its entry points work: a bid, a webhook, a clock', async () => {
  const { stdout } = await run(process.execPath, ['consumer.ts'], { cwd: project });
  expect(stdout).toBe('valid: true\n');
});

test('it contains the dashboard, the API reference, and the OpenAPI document', async () => {
  const { stdout } = await run(process.execPath, ['dashboard.mjs'], { cwd: project });
  expect(stdout).toBe('files: 5\n');
});

test('publint has no complaint', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('every entry point has types for ES modules', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (analysis.types === false) throw new Error('the package has no types');
  // The package has ES modules only: CommonJS and resolution from before Node 16 cannot load it.
  const wrong = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind),
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(['.', './conformance', './webhooks', './vitest']));
});
