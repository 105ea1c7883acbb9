/**
 * Fails if a committed generated file is out of date. Generates in place, compares, and restores the files, so it never changes the
 * working tree.
 */
import { execSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The committed files that `npm run generate` writes. */
const GENERATED = ['spec/openapi.json', 'spec/openapi.types.ts'];

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function putBack(path: string, content: string | undefined): void {
  if (content === undefined) rmSync(path, { force: true });
  else writeFileSync(path, content);
}

const committed = GENERATED.map((path) => ({ path, content: readIfThere(path) }));

let stale: string[];
try {
  execSync('npm run --silent generate', { stdio: ['ignore', 'ignore', 'inherit'] });
  stale = committed.filter(({ path, content }) => content === undefined || readIfThere(path) !== content).map(({ path }) => path);
} catch {
  console.error('generated files: the generator itself failed. Run: npm run generate');
  process.exit(1);
} finally {
  for (const { path, content } of committed) putBack(path, content);
}

if (stale.length > 0) {
  console.error(`generated files are stale: ${stale.join(', ')}. Run: npm run generate`);
  process.exit(1);
}
