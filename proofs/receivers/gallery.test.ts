import { describe, expect, test } from 'vitest';
import { isClauseId } from '#spec/clauses/index';
import { DRILLS } from '#conformance/receiver/drills/index';
import { NAMED_ROWS } from './caught-by.ts';
import { CLEAN, CORRECT, FAULTY } from './index.ts';
import { PLAIN, PROBES, visit, type Probe } from './probes/index.ts';
import type { MakeReceiver } from './receiver.ts';
import { serveReceiver } from './serve.ts';
import { makeVirtualTime } from './time.ts';

/** How many receivers are asked at once. */
const AT_ONCE = 4;

/** The names of the probes that find something, each with what it found. Every probe meets a receiver that nobody has met before. */
async function examine(make: MakeReceiver, probes: readonly Probe[]): Promise<Record<string, string>> {
  const findings: Record<string, string> = {};
  const waiting = [...probes];
  const work = async (): Promise<void> => {
    for (let probe = waiting.shift(); probe !== undefined; probe = waiting.shift()) {
      const time = makeVirtualTime();
      await using serving = await serveReceiver(make, { time });
      const finding = await probe.run(visit(serving, time));
      if (finding !== '') findings[probe.name] = finding;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return findings;
}

test('the gallery is as large as it should be, and no name or probe in it is there twice', () => {
  expect(CORRECT.length).toBeGreaterThanOrEqual(7);
  expect(FAULTY.length).toBeGreaterThanOrEqual(35);
  for (const rows of [CORRECT, FAULTY, PROBES]) {
    const names = rows.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('every faulty receiver has its drills, and every drill that is named is there', () => {
  const names = FAULTY.map(({ name }) => name);
  expect(NAMED_ROWS.filter((name) => !names.includes(name))).toEqual([]);
  // The rest take nothing genuine, or are odd in how they answer it.
  const others = FAULTY.filter(({ name }) => !NAMED_ROWS.includes(name));
  expect(others.filter(({ findings }) => !findings.includes(PLAIN.name))).toEqual([]);
  const ids: readonly string[] = DRILLS.map(({ id }) => id);
  expect(FAULTY.flatMap(({ drills }) => drills).filter((id) => !ids.includes(id))).toEqual([]);
});

describe('a correct receiver gives every probe what it expects, but for its true findings', () => {
  test.each([{ name: 'the clean one', make: CLEAN, findings: [] }, ...CORRECT])('$name', async ({ make, findings }) => {
    const found = await examine(make, PROBES);
    expect(Object.keys(found).toSorted(), JSON.stringify(found)).toEqual([...findings].toSorted());
  });
});

describe('RTY-3: a correct receiver that is told to fail loses nothing: it has the event sent again, or does it again by itself', () => {
  test.each([{ name: 'the clean one', make: CLEAN }, ...CORRECT])('$name', async ({ make }) => {
    const time = makeVirtualTime();
    await using serving = await serveReceiver(make, { time });
    const at = visit(serving, time);
    const notice = at.compose();

    await fetch(serving.fail_url, { method: 'POST' });
    // SIG-8: an attempt has a `t` of its own.
    const first = await at.attempt(notice, { t_offset_seconds: -10 });
    expect(await at.effectsOf(notice.id)).toBe(first.status >= 500 ? 0 : 1);
    if (first.status >= 500) expect((await at.attempt(notice)).status).toBeLessThan(300);
    expect(await at.effectsOf(notice.id)).toBe(1);
  });
});

describe('a faulty receiver is found by the probes of its row and by no others', () => {
  test.each(FAULTY)('$name', async ({ make, findings, clause }) => {
    expect(isClauseId(clause)).toBe(true);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter((name) => !PROBES.some((probe) => probe.name === name))).toEqual([]);

    const isDeaf = findings.includes(PLAIN.name);
    const probes = isDeaf ? PROBES.filter(({ name }) => findings.includes(name)) : PROBES;
    const found = await examine(make, probes);
    expect(Object.keys(found).toSorted(), JSON.stringify(found)).toEqual([...findings].toSorted());
  });
});
