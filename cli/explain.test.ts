import { CLAUSES } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

async function explain(...ids: readonly string[]): Promise<string> {
  const { code, out } = await runHere('explain', ...ids);
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

test('several clauses are explained in the given order, also with commas', async () => {
  const apart = `${await explain('PRIV-4')}\n${await explain('BID-2')}\n${await explain('VER')}`;
  expect(await explain('PRIV-4', 'BID-2', 'VER')).toBe(apart);
  expect(await explain('PRIV-4,BID-2', 'VER')).toBe(apart);
});

test('words list the clauses that contain all of them', async () => {
  const { out } = await runHere('explain', 'counter', 'Expire');
  const [heading = '', , ...lines] = out.trimEnd().split('\n');
  const ids = lines.flatMap((line) => /^ {2}([A-Z]+-\d+) +[SDA] {2}\S/.exec(line)?.[1] ?? []);
  const expected = CLAUSES.filter(({ statement }) => /\bcounter/i.test(statement) && /\bexpire/i.test(statement));
  expect(ids).toEqual(expected.map(({ id }) => id));
  expect(heading).toBe(`${expected.length} clauses contain counter and Expire:`);
  expect((await runHere('explain', 'the')).out).toMatch(/\n {2}… and \d+ more; add a word to find fewer\n$/);
  expect(await runHere('explain', 'counter', 'zebra')).toMatchObject({
    code: 2,
    complaint: 'gristmill: explain: no clause contains counter and zebra; give fewer words\n',
  });
});

test('an unknown area lists the areas, and an unknown number says how many clauses the area has', async () => {
  const foo = await runHere('explain', 'FOO');
  expect(foo.code).toBe(2);
  expect(foo.complaint).toMatch(/there is no clause or area 'FOO'; the areas are .*\bPRIV\b/);
  const { length } = CLAUSES.filter(({ id }) => id.startsWith('BID-'));
  expect((await runHere('explain', 'bid-999')).complaint).toContain(
    `there is no clause or area 'bid-999'; BID has ${length} clauses, and gristmill explain BID lists them`,
  );
  expect((await runHere('explain', 'BID-4/only-own')).complaint).toContain('did you mean BID-4?');
  expect((await runHere('explain', 'PRV-4')).complaint).toContain('did you mean PRIV-4?');
  expect((await runHere('explain', 'BID26')).complaint).toContain('did you mean BID-26?');
  expect((await runHere('explain', 'no_team')).out).toMatch(/^BID-17 /);
});

test('an unknown clause among several is wrong usage, and nothing is printed', async () => {
  const { code, out, complaint } = await runHere('explain', 'PRIV-4', 'BID-2000');
  expect([code, out]).toEqual([2, '']);
  expect(complaint).toContain("there is no clause or area 'BID-2000'; BID has ");
  expect((await runHere('explain', ',')).code).toBe(2);
});
