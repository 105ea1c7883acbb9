/** RTY-5: answers in time, alone and in a crowd. */
import { Breach, elapsedMs, noteAssertion } from '#client';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import type { Answer } from '../sender.ts';

/** RTY-5: nearer to ten seconds than this is worth a word. */
const LONG_MS = 5_000;
const CROWDS = [1, 5, 20] as const;
const IN_A_ROW = 40;
/** And no longer than this. */
const IN_A_ROW_MS = 8_000;

const SLOW = 'It works before it answers: take the delivery, answer, and work later.';
const SHED = 'It bounds how many it works on: take deliveries, answer, and work later. Nothing is lost, but late (RTY-4).';

function judgeCrowd(answers: readonly Answer[]): Answer | undefined {
  const lost = answers.find(({ is_taken, is_retried }) => !is_taken && !is_retried);
  if (lost !== undefined) {
    throw new Breach({
      message: `One of ${answers.length} deliveries was refused for good: ${sayAnswer(lost)}.`,
      exchange: lost.exchange,
      expected: 'a 2xx status, or one that is tried again (429, 5xx)',
      observed: sayAnswer(lost),
      likely_cause:
        'Under load it answers as if the sender were wrong. 429 or 503 is tried again; any other 4xx is final (RTY-2).',
    });
  }
  const silent = answers.filter(({ fault }) => fault !== undefined);
  const [first] = silent;
  if (first !== undefined) {
    throw new Breach({
      message: `${silent.length} of ${answers.length} deliveries got no answer: ${sayAnswer(first)}.`,
      exchange: first.exchange,
      expected: 'an answer within 10 s',
      observed: sayAnswer(first),
      likely_cause:
        'Deliveries are worked through one after the other before they are answered: take them, answer, and work later.',
    });
  }
  noteAssertion();
  return answers.find(({ is_taken }) => !is_taken);
}

export const LOAD_DRILLS: readonly Drill[] = [
  ...CROWDS.map((size) =>
    drill(
      `RTY-5/${size}-at-once`,
      size === 1 ? 'A delivery is answered within 10 s' : `${size} deliveries at once are answered within 10 s`,
      async (t) => {
        await t.requireGenuine();
        const answers = await Promise.all(Array.from({ length: size }, async () => t.deliver({}, { at_once: true })));
        const retried = judgeCrowd(answers);
        if (retried !== undefined) t.warn(`Some were put off: ${sayAnswer(retried)}. They come again after 10 s.`, retried, SHED);
        const slowest = answers.toSorted((a, b) => b.exchange.duration_ms - a.exchange.duration_ms)[0];
        const ms = Math.round(slowest?.exchange.duration_ms ?? 0);
        if (ms > LONG_MS) t.warn(`The slowest was answered after ${ms} ms; the marketplace waits 10 s (RTY-5).`, slowest, SLOW);
        else t.observe(`the slowest of ${size} was answered within ${Math.ceil(ms / 100) * 100} ms`);
      },
      { lane: 'quiet' },
    ),
  ),
  drill(
    'RTY-5/in-a-row',
    `${IN_A_ROW} deliveries in a row are answered`,
    async (t) => {
      await t.requireGenuine();
      const answers: Answer[] = [];
      const until_ms = elapsedMs() + IN_A_ROW_MS;
      for (let sent = 0; sent < IN_A_ROW && elapsedMs() < until_ms; sent += 1) {
        const answer = await t.deliver();
        answers.push(answer);
        if (answer.fault !== undefined) break;
      }
      const retried = judgeCrowd(answers);
      if (retried !== undefined) t.warn(`Some were put off: ${sayAnswer(retried)}. They come again after 10 s.`, retried, SHED);
    },
    { lane: 'quiet' },
  ),
];
