import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../text-file.ts';
import { bundleWebhooks } from './bundle.ts';

/** Third-party packages that the guide's code imports, or needs for its types. */
const PACKAGES = ['express', 'fastify', 'hono', '@hono/node-server', '@types'];

/** Stands in for Next.js: serves the route handler of the guide's snippet. */
const NEXT = `import { serve } from '@hono/node-server';
import { POST } from './route.ts';
serve({ fetch: POST, port: Number(process.env.PORT), hostname: '127.0.0.1' }, (info) => console.log(info));
`;

export interface Snippets extends AsyncDisposable {
  /** Has one file per snippet, with the name from the guide. */
  readonly folder: string;
  readonly names: readonly string[];
}

/** Writes the TypeScript snippets of docs/receivers.md to a folder in which their imports resolve. */
export async function writeSnippets(): Promise<Snippets> {
  const guide = await readFile(join(ROOT, 'docs/receivers.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```ts ([\w.-]+)\n(.*?)^```$/gms)].map(([, name = '', code = '']) => [name, code] as const);
  const folder = await mkdtemp(join(tmpdir(), 'gristmill-guide-'));
  for (const [name, code] of [...blocks, ['next.ts', NEXT] as const]) await writeFile(join(folder, name), code);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');

  for (const name of PACKAGES) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await installGristmill(join(folder, 'node_modules/gristmill'));
  return {
    folder,
    names: blocks.map(([name]) => name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** A package with only what the guide imports from `gristmill`. */
async function installGristmill(folder: string): Promise<void> {
  await mkdir(folder);
  const exported = { './webhooks': './webhooks.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'gristmill', type: 'module', exports: exported }));
  await writeFile(join(folder, 'webhooks.js'), (await bundleWebhooks('esm')).code);
}

/** Compiles the snippets with the strictness of `tsc --init`. @returns the errors, or an empty string */
export async function compileSnippets({ folder }: Snippets): Promise<string> {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    paths: { 'gristmill/webhooks': [join(ROOT, 'conformance/webhooks/index.ts')] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const result = await promisify(execFile)(compiler, ['-p', folder]).catch((error: unknown) => error);
  // Both the result and the error of execFile have `stdout`.
  return (result as { stdout: string }).stdout;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
}

/** Runs one snippet in a separate process on a free port. @throws if it ends before it prints its port */
export async function startSnippet(
  { folder }: Snippets,
  name: string,
  { secret, database }: { secret: string; database: string },
): Promise<Receiver> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', WEBHOOK_SECRET: secret, DATABASE: database };
  const child = spawn(process.execPath, [join(folder, name)], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  for await (const line of createInterface(child.stdout)) {
    const port = /(?:port: |:)(\d+)\D*$/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    const stop = async (): Promise<void> => {
      child.kill();
      await ended;
    };
    return { url: `http://127.0.0.1:${port}/webhooks`, [Symbol.asyncDispose]: stop };
  }
  throw new Error(`${name} ended before it listened: ${errors}`);
}
