import { rolldown } from 'rolldown';
import { ROOT } from '../text-file.ts';

/** Bundles `gristmill/webhooks` into one file. @param format `iife` puts the exports into a global `webhooks` */
export async function bundleWebhooks(format: 'esm' | 'iife'): Promise<{ code: string; imports: readonly string[] }> {
  const build = await rolldown({ input: 'conformance/webhooks/index.ts', cwd: ROOT, platform: 'neutral', logLevel: 'warn' });
  const { output } = await build.generate({ format, name: 'webhooks' });
  await build.close();
  const [{ code, imports, dynamicImports }, ...others] = output;
  return { code, imports: [...imports, ...dynamicImports, ...others.map(({ fileName }) => fileName)] };
}
