/**
 * Builds dist/: declarations, our modules compiled and put together into few files, the data files beside them, the launcher, and a
 * package.json of its own in which `#spec` and its like lead to built files, so that the declarations find each other.
 */
import { execSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import type { InputOptions, OutputAsset, OutputChunk } from 'rolldown';
import { rolldown } from 'rolldown';

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  imports: Record<string, string>;
  dependencies: Record<string, string>;
}

/** Files that the compiler does not copy and the package reads when it runs. */
const DATA = ['{spec,mock,client,conformance,scenarios,cli}/**/*.json', 'cli/launch.js'];

/** What is run or imported from outside; everything else is reached from these. */
const ENTRIES = {
  'cli/main': 'dist/cli/main.js',
  'mock/index': 'dist/mock/index.js',
  'conformance/index': 'dist/conformance/index.js',
};
const LAUNCHER = 'dist/cli/launch.js';

/** What partners import into their receivers: one file that imports nothing, for whatever runs JavaScript. */
const UNIVERSAL = { 'conformance/webhooks/index': 'dist/conformance/webhooks/index.js' };

/** Put into our own files, since the universal one may import nothing: what the others import of it comes the same way. */
const INLINED = '@noble/';

const isExternal = (specifier: string): boolean => /^[^./#]/.test(specifier) && !specifier.startsWith(INLINED);

/** The ends of import and export statements as the compiler writes them, and `import('x')` anywhere. */
const SPECIFIER = /(?:^(?:import|export|\}).*?\sfrom\s+|^import\s+|\bimport\(\s*)['"]([^'"]+)['"]/gm;

function compile(): void {
  try {
    execSync('tsc -p tsconfig.build.json', { stdio: 'inherit' });
  } catch {
    console.error('build: the compiler found errors (above). Nothing was packed.');
    process.exit(1);
  }
}

function copyData(): void {
  for (const path of globSync(DATA)) {
    const target = join('dist', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(path, target);
  }
}

/**
 * Puts our own modules together into few files: to find and read some three hundred of them takes longer than all the rest of a start. What
 * others wrote stays where npm puts it.
 */
async function bundle(): Promise<void> {
  const files = [
    ...(await putTogether({ input: ENTRIES, platform: 'node', external: isExternal })),
    ...(await putTogether({ input: UNIVERSAL, platform: 'neutral' })),
  ];
  for (const path of globSync('dist/**/*.js')) if (path !== LAUNCHER) rmSync(path);
  for (const file of files) {
    const target = join('dist', file.fileName);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.type === 'chunk' ? file.code : file.source);
  }
}

async function putTogether(options: InputOptions): Promise<readonly (OutputChunk | OutputAsset)[]> {
  const build = await rolldown({ ...options, logLevel: 'warn' });
  const { output } = await build.generate({ dir: 'dist', format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  await build.close();
  return output;
}

/** Imports of the universal file, which must have none. */
function findImports(): string[] {
  return Object.values(UNIVERSAL).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map((match) => `${file}: ${match[1] ?? ''}`),
  );
}

function writeManifest({ name, version, description, license, imports }: Manifest): void {
  const built = Object.entries(imports).map(([crossing, path]): [string, string] => [crossing, path.replace(/\.ts$/, '.js')]);
  const manifest = { name, version, description, license, private: true, type: 'module', imports: Object.fromEntries(built) };
  writeFileSync('dist/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** `@scope/name` or `name` of a bare specifier; undefined for relative, `#` and built-in ones. */
function packageOf(specifier: string): string | undefined {
  if (/^[.#/]/.test(specifier) || isBuiltin(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Imports of the built code that a user's `npm install` would not bring along, as `file: package`. */
function findUndeclared({ dependencies }: Manifest): string[] {
  const files = globSync('dist/**/*.js');
  return files.flatMap((file) => {
    const packages = [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map((match) => packageOf(match[1] ?? ''));
    return packages.filter((name) => name !== undefined && !(name in dependencies)).map((name) => `${file}: ${name}`);
  });
}

// A border: the shape of our own package.json.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

rmSync('dist', { recursive: true, force: true });
compile();
copyData();
writeManifest(manifest);
await bundle();

const imported = findImports();
if (imported.length > 0) {
  console.error(`${imported.join('\n')}\nbuild: this file may import nothing.`);
  process.exit(1);
}
const undeclared = findUndeclared(manifest);
if (undeclared.length > 0) {
  console.error(`${undeclared.join('\n')}\nbuild: these imports are not among the dependencies of package.json.`);
  process.exit(1);
}
