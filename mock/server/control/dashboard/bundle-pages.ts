/**
 * Bundles the dashboard. `npm run build` writes the result into dist/. A mock that runs from a clone bundles at the first request of the
 * page. No other module imports this file, so the published package works without rolldown.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { PACKAGE_ROOT } from '../../../package-root.ts';
import type { Pages } from './pages.ts';

const SOURCE = new URL('mock/dashboard/', PACKAGE_ROOT);
const STYLES = ['tokens.css', 'layout.css', 'parts.css', 'pages.css'];
const MODULES = new URL('node_modules/', PACKAGE_ROOT);

function nameByContent(name: string, type: string, text: string): string {
  return `${name}-${hash('sha256', text, 'base64url').replaceAll(/[-_]/g, '').slice(0, 8)}.${type}`;
}

function readSource(path: string): string {
  return readFileSync(new URL(path, SOURCE), 'utf8');
}

/** Returns the files of the dashboard. Their names contain a hash of their content, so that browsers can keep them forever. */
export async function bundlePages(): Promise<Pages> {
  const build = await rolldown({
    input: { app: 'mock/dashboard/main.tsx', reference: 'mock/dashboard/reference.ts' },
    cwd: fileURLToPath(PACKAGE_ROOT),
    platform: 'browser',
    logLevel: 'warn',
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const files: Record<string, string> = {};
  const entries = new Map<string, string>();
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    files[file.fileName] = file.code;
    if (file.isEntry) entries.set(file.name, file.fileName);
  }
  const add = (name: string, type: string, text: string): string => {
    const file_name = nameByContent(name, type, text);
    files[file_name] = text;
    return file_name;
  };
  const styles = [
    readFileSync(new URL('uplot/dist/uPlot.min.css', MODULES), 'utf8'),
    ...STYLES.map((file) => readSource(`styles/${file}`)),
  ];
  return {
    script: entries.get('app') ?? '',
    reference_script: entries.get('reference') ?? '',
    style: add('style', 'css', styles.join('\n')),
    icon: add('icon', 'svg', readSource('icon.svg')),
    scalar: add('scalar', 'js', readFileSync(new URL('@scalar/api-reference/dist/browser/standalone.js', MODULES), 'utf8')),
    files,
  };
}
