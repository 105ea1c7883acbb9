/** The file of `--baseline`: known failures that are accepted for a limited time. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, describeReadError, type BaselineEntry } from '#client';

const Entry = z.strictObject({
  check: z.string().min(1),
  fingerprint: z.string().min(1),
  verdict: z.enum(['fail', 'warn']),
  reason: z.string().min(1),
  expires: z.iso.date(),
});
const Baseline = z.array(Entry);

/** @throws ConfigError with the entry and the key */
export function readBaseline(cwd: string, file: string): readonly BaselineEntry[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    throw new ConfigError('--baseline', `${file} cannot be read: ${describeReadError(error)}`);
  }
  const parsed = Baseline.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the whole file'}: ${message}`);
  throw new ConfigError('--baseline', `${file}: ${problems.join('; ')}`);
}
