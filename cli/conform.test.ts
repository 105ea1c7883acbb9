import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '#mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from './program.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gristmill-conform-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function runConform(...args: string[]): Promise<{ code: number; out: string; complaint: string }> {
  const said = { out: '', complaint: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said.out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said.complaint += String(text)), true));
  const code = await run(['conform', ...args.map((arg) => arg.replace('{folder}', folder))]);
  vi.restoreAllMocks();
  return { code, ...said };
}

test('what is odd about the set-up is said before the first check, and again in the report', async () => {
  await using mock = await createMock({ lots: 20 });
  writeFileSync(
    join(folder, 'gristmill.config.json'),
    JSON.stringify({ actors: { buyer: { token_env: 'GRISTMILL_NEVER_SET' } } }),
  );
  const selected = ['--only', 'PAGE-1', '--no-ledger'];
  const { code, out, complaint } = await runConform(mock.base_url, '--config', '{folder}/gristmill.config.json', ...selected);
  expect([code, complaint]).toEqual([0, '']);
  expect(out.slice(0, out.indexOf('Judging '))).toMatch(/^! actors\.buyer\.token_env: .*GRISTMILL_NEVER_SET/m);
  expect(out.slice(out.indexOf('Before the first check'))).toContain('GRISTMILL_NEVER_SET');
  expect(out).toContain('\n  - only a selection was judged: nothing is said of ');
});

test('a baseline that has nowhere to go is told before anything is sent, and nothing is left behind', async () => {
  await using mock = await createMock({ lots: 20 });
  const { code, out, complaint } = await runConform(mock.base_url, '--only', 'PAGE-1', '--update-baseline', '{folder}');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(complaint).toBe(`gristmill: --update-baseline: ${folder} cannot be written: it is a folder; give another path\n`);
  expect(readdirSync(folder)).toEqual([]);
});
