import { CLAUSES } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

async function explain(id: string): Promise<string> {
  const { code, out } = await runHere('explain', id);
  expect(code).toBe(0);
  return out;
}

test.for(['priv', 'PRIV-4', 'BID-26', 'VER-3'])('%s is explained in lines of at most 100 columns', async (id) => {
  const lines = (await explain(id)).split('\n');
  expect(lines.filter((line) => line.length > 100 && line.trim().includes(' '))).toEqual([]);
});

test('an area lists its clauses, each with its level', async () => {
  const out = await explain('priv');
  const lines = out.split('\n').filter((line) => /^ {2}PRIV-\d+ +[SDA] {2}\S/.test(line));
  expect(lines).toHaveLength(CLAUSES.filter(({ id }) => id.startsWith('PRIV-')).length);
  expect(out).toMatch(/^PRIV {2}privacy\n/);
});

test('a clause that repeats another names the checks of that one', async () => {
  const out = await explain('VER-3');
  expect(out).toContain('checked  as EVT-1, over the public API');
  expect(out).toMatch(/checks of EVT-1\n {4}EVT-1\//);
  expect(out).toMatch(/violations for gristmill mock --violate\n {4}EVT-1\//);
  expect(await explain('EVT-1')).toMatch(/\n {2}checks\n {4}EVT-1\//);
});
