import { describe, expect, test } from 'vitest';
import { isClauseId } from '#spec/clauses/index';
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

describe('a correct receiver gives every probe what it expects, but for its true findings', () => {
  test.each([{ name: 'the clean one', make: CLEAN, findings: [] }, ...CORRECT])('$name', async ({ make, findings }) => {
    const found = await examine(make, PROBES);
    expect(Object.keys(found).toSorted(), JSON.stringify(found)).toEqual([...findings].toSorted());
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
