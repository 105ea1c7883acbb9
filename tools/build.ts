/**
 * Builds dist/: declarations, bundled modules, the dashboard, data files, the launcher, and a package.json with the version.
 */
import { execSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readConfigSchema } from '#client';
import { makeReportSchema } from '#conformance/reports/report-schema';
import { bundlePages } from '#mock/server/control/dashboard/bundle-pages';
import type { ChunkingContext, CodeSplittingGroup, InputOptions, OutputAsset, OutputChunk, Plugin } from 'rolldown';
import { rolldown } from 'rolldown';

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  imports: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** Files that the package reads at run time and the compiler does not copy. */
const DATA = ['{spec,mock,client,conformance,scenarios,cli}/**/*.json', 'cli/launch.js'];

/** The entry points of the package. */
const ENTRIES = {
  'cli/main': 'dist/cli/main.js',
  'mock/index': 'dist/mock/index.js',
  'mock/vitest': 'dist/mock/vitest.js',
  'conformance/index': 'dist/conformance/index.js',
  'certify/coach/index': 'dist/certify/coach/index.js',
};
const LAUNCHER = 'dist/cli/launch.js';

/** The module that partners import into their receivers: one file without imports, for any JavaScript runtime. */
const UNIVERSAL = { 'conformance/webhooks/index': 'dist/conformance/webhooks/index.js' };

/**
 * Bundled into our files: `@noble/hashes` because the universal module must not import anything; the others because opening hundreds of their
 * files took half of the time of a start.
 */
const INLINED = ['@noble/hashes', 'commander', 'kysely', 'quickselect', 'typedfastbitset', 'zod'];

/** Excludes node:http, because the bundler does not pass external modules to LEAN_HTTP. */
const isExternal = (specifier: string): boolean =>
  /^[^./#\0]/.test(specifier) &&
  specifier !== 'node:http' &&
  !INLINED.some((name) => specifier === name || specifier.startsWith(`${name}/`));

function compile(): void {
  try {
    execSync('tsc -p tsconfig.build.json', { stdio: 'inherit' });
  } catch {
    console.error('build: the compiler found errors (above). Nothing was packed.');
    process.exit(1);
  }
}

function copyData(): void {
  for (const path of globSync(DATA, { exclude: ['**/tsconfig.json'] })) {
    const target = join('dist', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(path, target);
  }
}

/** Writes the JSON Schemas of the configuration, for editors, and of a report, for other programs. */
function writeSchemas(): void {
  const schemas = { 'client/config/config': readConfigSchema(), 'conformance/reports/report': makeReportSchema() };
  for (const [path, schema] of Object.entries(schemas))
    writeFileSync(`dist/${path}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
}

/**
 * Bundles our modules, because loading about 300 files takes longer than the rest of a start. Dependencies stay in node_modules.
 */
async function bundle(manifest: Manifest): Promise<void> {
  const universal = await runBundler({ input: UNIVERSAL, platform: 'neutral' });
  const files = [
    ...(await runBundler({ input: ENTRIES, platform: 'node', external: isExternal, plugins: [LEAN_HTTP] })),
    ...universal,
  ];
  refuse(listImports(universal), 'this file must not import anything.');
  refuse(findUndeclared(files, manifest), 'these imports are not among the dependencies of package.json.');
  const slow = files.find((file) => file.type === 'chunk' && file.imports.includes('node:http'));
  if (slow !== undefined)
    throw new Error(`${slow.fileName} imports node:http, although ${LEAN_HTTP.name} should have replaced it.`);
  for (const path of globSync('dist/**/*.js')) if (path !== LAUNCHER) rmSync(path);
  for (const file of files) {
    const target = join('dist', file.fileName);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.type === 'chunk' ? file.code : file.source);
  }
}

interface Import {
  file: string;
  specifier: string;
}

/** What bundled files import, statically or dynamically. */
function listImports(files: readonly BundledFile[]): readonly Import[] {
  return files
    .filter((file) => file.type === 'chunk')
    .flatMap(({ fileName, imports, dynamicImports }) =>
      [...imports, ...dynamicImports].map((specifier) => ({ file: fileName, specifier })),
    );
}

/** The imports of packages that `npm install` would not install. */
function findUndeclared(files: readonly BundledFile[], { dependencies, peerDependencies }: Manifest): readonly Import[] {
  const our_files = new Set(files.map(({ fileName }) => fileName));
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  return listImports(files)
    .filter(({ specifier }) => !isBuiltin(specifier) && !our_files.has(specifier))
    .filter(({ specifier }) => !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)));
}

function refuse(imports: readonly Import[], reason: string): void {
  if (imports.length === 0) return;
  console.error(`${imports.map(({ file, specifier }) => `${file}: ${specifier}`).join('\n')}\nbuild: ${reason}`);
  process.exit(1);
}

/**
 * Takes node:http from `process.getBuiltinModule`. An import of it reads every property, which loads Node's WebSocket client: a tenth of the
 * CPU time of a start.
 */
const LEAN_HTTP: Plugin = {
  name: 'lean-http',
  resolveId: (specifier) => (specifier === 'node:http' ? '\0node:http' : undefined),
  load: (id) => {
    if (id !== '\0node:http') return undefined;
    const names = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')))
      .filter(([, { value }]) => value !== undefined)
      .map(([name]) => name);
    return `export const { ${names.join(', ')} } = process.getBuiltinModule('node:http');`;
  },
};

/** What a start of the mock loads. */
const MOCK = ['cli/mock/mock', 'cli/mock/screen', 'cli/mock/live-log', 'mock/index'];

/**
 * Which modules go into one file: those that each of the lists of modules imports, directly or not, and that are not in an earlier group.
 * Without groups,
 * the bundler writes a file for each set of commands that share modules, and a start of the mock opens 49 of them.
 */
const GROUPS: readonly (readonly [name: string, ...roots: readonly (readonly string[])[]])[] = [
  ['program', ['cli/program']],
  ['mock-and-gate', MOCK, ['cli/conform', 'conformance/index', 'client/index']],
  ['mock-and-mutations', MOCK, ['cli/explain', 'mock/mutations/violations/index', 'mock/mutations/variants/index']],
  ['mock', MOCK],
];

function groupOf([name, ...root_lists]: (typeof GROUPS)[number]): CodeSplittingGroup {
  let sets: readonly ReadonlySet<string>[] | undefined;
  return {
    debugName: name,
    name: (id, context) => {
      sets ??= root_lists.map((roots) => findModules(roots, context));
      return sets.every((set) => set.has(id)) ? name : null;
    },
  };
}

/** The ids of some modules and of all that they import, directly or not. Dynamic imports are not followed. */
function findModules(roots: readonly string[], context: ChunkingContext): ReadonlySet<string> {
  const found = new Set(roots.map((root) => resolve(`dist/${root}.js`)));
  // The loop also visits what is added to the set during it.
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

type BundledFile = OutputChunk | OutputAsset;

async function runBundler(options: InputOptions): Promise<readonly BundledFile[]> {
  // None of our modules has effects when it is loaded, so an index does not load what is not used of it.
  const build = await rolldown({
    ...options,
    logLevel: 'warn',
    // Commands that always need a module import it, and others load it later.
    checks: { ineffectiveDynamicImport: false },
    treeshake: { moduleSideEffects: false },
  });
  const codeSplitting = options.platform === 'node' && { groups: GROUPS.map(groupOf) };
  const { output } = await build.generate({
    dir: 'dist',
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    ...(codeSplitting && { codeSplitting }),
  });
  await build.close();
  return output;
}

/** The licenses of the bundled packages require their text. */
function writeLicenses(): void {
  const texts = INLINED.map((name) => `${name}\n\n${readFileSync(join('node_modules', name, 'LICENSE'), 'utf8').trim()}\n`);
  writeFileSync('dist/third-party-licenses.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** The most that a browser loads for the dashboard, compressed. The API reference comes on top, on its own page. */
const DASHBOARD_BYTES_MAX = 80_000;

/** Writes the dashboard, which a mock in a clone bundles on demand, and prints how large its files are. */
async function writeDashboard(): Promise<void> {
  const pages = await bundlePages();
  mkdirSync('dist/dashboard', { recursive: true });
  writeFileSync('dist/dashboard/pages.json', JSON.stringify(pages));
  const sizes = Object.entries(pages.files).map(([name, text]) => ({ name, bytes: gzipSync(text, { level: 9 }).length }));
  for (const { name, bytes } of sizes) console.log(`dashboard: ${name} ${(bytes / 1_000).toFixed(1)} kB gzip`);
  const total = sizes.filter(({ name }) => name !== pages.scalar).reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`dashboard: ${(total / 1_000).toFixed(1)} kB gzip without the API reference`);
  if (total <= DASHBOARD_BYTES_MAX) return;
  console.error(`build: the dashboard can have at most ${DASHBOARD_BYTES_MAX / 1_000} kB.`);
  process.exit(1);
}

/** Makes imports such as `#spec` relative: the package.json of the package maps them to our sources, which it does not have. */
function resolveImports({ imports }: Manifest): void {
  for (const path of globSync('dist/**/*.{js,d.ts}')) {
    const text = readFileSync(path, 'utf8');
    const resolved = text.replace(/(['"])(#[\w-]+)(\/[\w./-]+)?\1/g, (found, quote: string, crossing: string, below?: string) => {
      const target = below === undefined ? imports[crossing] : imports[`${crossing}/*`]?.replace('*', below.slice(1));
      if (target === undefined) return found;
      const from_here = relative(dirname(path), join('dist', target)).replace(/\.ts$/, '.js');
      return `${quote}${from_here.startsWith('.') ? '' : './'}${from_here}${quote}`;
    });
    if (resolved !== text) writeFileSync(path, resolved);
  }
}

function writeManifest({ name, version, description, license }: Manifest): void {
  const manifest = { name, version, description, license, private: true, type: 'module' };
  writeFileSync('dist/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

// The form of our package.json is known.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

rmSync('dist', { recursive: true, force: true });
compile();
copyData();
writeSchemas();
resolveImports(manifest);
writeManifest(manifest);
await bundle(manifest);
writeLicenses();
await writeDashboard();
