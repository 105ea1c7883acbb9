/** No drill fails on correct receivers that work differently, and drills that count effects wait for the counter. */
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../check/verdicts.ts';
import { countBy } from '../effects.ts';
import type { ReceiverSettings } from '../settings.ts';
import { openReceiver, runDrills, type Arrival, type Habits } from '../testing/small-receiver.ts';

async function attack(habits: Habits, ...only: readonly string[]): Promise<readonly CheckResult[]> {
  await using receiver = await openReceiver(habits);
  // Awaited here: at the end of this function the receiver is closed.
  return await runDrills(receiver.url, only, { countEffects: receiver.countEffects });
}

const headerOf = ({ headers }: Arrival): string => String(headers['svc-signature']);
/** Whether something has not come before. */
const once = (): ((what: string) => boolean) => {
  const seen = new Set<string>();
  return (what) => seen.size < seen.add(what).size;
};

const print = (text: string): string => `printf %s '${text}'`;

describe.concurrent('SIG-7 drills that count effects', () => {
  /** No effect comes, however long the wait. */
  const effect_patience_ms = 200;

  test.each<[what: string, counter: ReceiverSettings['countEffects'], reason: RegExp, key: string]>([
    ['without a counter', undefined, /needs an effect counter/, '--effect-url'],
    ['with a broken one', countBy('exit 3'), /exited with 3/, '--effect-url'],
    [
      'with one that sees nothing',
      countBy(print('{"effects":0,"by_id":{}}')),
      /no effect of a genuine bid\.accepted within 0\.2 s/,
      '--event',
    ],
  ])('%s are not verified', async (_what, counter, reason, config_key) => {
    await using receiver = await openReceiver();
    const settings = { countEffects: counter, effect_patience_ms };
    const found = await runDrills(receiver.url, ['SIG-7/one-effect', 'SIG-4/no-effect'], settings);
    expect(found.length).toBe(2);
    for (const one of found) expect(one).toMatchObject({ verdict: 'skip', reason: expect.stringMatching(reason), config_key });
  });

  test.each([
    [1, 'pass', 'pass'],
    [2, 'blocked', 'fail'],
  ])('a late effect is awaited, and so is one too many: %d', async (times, ...verdicts) => {
    await using receiver = await openReceiver();
    // What was done is seen by the second question after it, and all of it by the third: a queue.
    const asked = new Map<string, number>();
    const late: ReceiverSettings['countEffects'] = async () => {
      const { by_id } = await receiver.countEffects();
      for (const id of Object.keys(by_id)) asked.set(id, (asked.get(id) ?? 0) + 1);
      const seen = [...asked]
        .filter(([, often]) => often > 1)
        .map(([id, often]): [string, number] => [id, often > 2 ? times : 1]);
      return { effects: seen.length, by_id: Object.fromEntries(seen) };
    };
    const found = await runDrills(receiver.url, ['SIG-7/one-effect', 'SIG-7/delivered-once'], { countEffects: late });
    expect(found.map(({ verdict }) => verdict)).toEqual(verdicts);
  });
});

describe.concurrent('no drill fails', () => {
  test('RTY-1 for a receiver whose only worker is still busy', async () => {
    await using receiver = await openReceiver();
    let asked = 0;
    // Each question shows one more effect, so the wait ends before those of the bursts have come.
    const slow: ReceiverSettings['countEffects'] = async () => {
      const { by_id } = await receiver.countEffects();
      asked += 1;
      const done = Object.entries(by_id).slice(0, asked);
      return { effects: done.length, by_id: Object.fromEntries(done) };
    };
    const settings = { countEffects: slow, effect_patience_ms: 60 };
    const found = await runDrills(receiver.url, ['RTY-1/each-takes-effect', 'SIG-7/forged-first'], settings);
    for (const one of found) expect(one).toMatchObject({ verdict: 'skip', reason: expect.stringMatching(/still busy/) });
  });

  test('RTY-3 SIG-4 for a receiver that fails for a moment on forgeries, and then rejects them', async () => {
    const isNew = once();
    const reply: Habits['respond'] = (arrival, response) => {
      // Good deliveries carry a legacy segment as well: they are put off once, too.
      const form = headerOf(arrival).replaceAll(/[0-9a-f]{10,}/g, '…');
      return form !== 't=…,v1=…' && isNew(form) && response.writeHead(503).end();
    };
    const found = await attack(
      { respond: reply },
      'SIG-4/lengthened',
      'SIG-10/other-key',
      'SIG-10/other-key-alone',
      'SIG-2/downgrade',
    );
    expect(found.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });
});
