/** Deliveries that come again, come in crowds, or come in another order. */
import type { Notice } from '../receiver.ts';
import { pauseTurns } from '../time.ts';
import { judgeAccepted, type Probe } from './probe.ts';
import { hmac } from './visit.ts';
import type { Reply, Visit } from './visit.ts';

/** Enough for every body that was sent in one go to be read. */
const TURNS = 50;

async function sendTwice(at: Visit, meanwhile: (notice: Notice) => Promise<void>): Promise<string> {
  const notice = at.compose();
  const first = await at.deliver(notice);
  await meanwhile(notice);
  const second = await at.deliver(notice);
  const effects = await at.effectsOf(notice.id);
  if (effects !== 1) return `took effect ${effects} times`;
  return [first, second].every(isTaken) ? '' : `answered ${first.status} and ${second.status}`;
}

/** Two events that are alike in all but what `change` says: both take effect. */
async function sendAlike(at: Visit, change: (first: Notice) => Partial<Notice>): Promise<string> {
  const first = at.compose();
  const second = { ...at.compose(), created_at: first.created_at, ...change(first) };
  const replies = [await at.deliver(first), await at.deliver(second)];
  const effects = [await at.effectsOf(first.id), await at.effectsOf(second.id)];
  if (!replies.every(isTaken)) return `answered ${replies.map(({ status }) => status).join(' and ')}`;
  return effects.every((count) => count === 1) ? '' : `took effect ${effects.join(' and ')} times`;
}

/** All arrive before any is at work. */
async function sendAtOnce(at: Visit, notices: readonly Notice[]): Promise<readonly Reply[]> {
  const awaited = at.serving.arrivals() + notices.length;
  at.time.hold();
  const replies = notices.map((notice) => at.attempt(notice));
  while (at.serving.arrivals() < awaited) await pauseTurns(1);
  await pauseTurns(TURNS);
  at.time.release();
  return Promise.all(replies);
}

function isTaken({ status }: Reply): boolean {
  return status >= 200 && status <= 299;
}

async function burst(at: Visit, size: number): Promise<string> {
  const notices = Array.from({ length: size }, () => at.compose());
  const replies = await sendAtOnce(at, notices);
  const refused = replies.filter((reply) => !isTaken(reply));
  return refused.length === 0 ? '' : `${refused.length} of ${size} were not taken: ${refused[0]?.status}`;
}

export const REPEATED: readonly Probe[] = [
  {
    name: 'duplicate',
    expects: 'the same id again, under a fresh t, is answered 2xx and takes no effect',
    run: async (at) => sendTwice(at, () => at.time.wait(10_000, AbortSignal.any([]))),
  },
  {
    name: 'duplicate-bytes',
    expects: 'the very same bytes again are answered 2xx and take no effect',
    run: async (at) => sendTwice(at, () => Promise.resolve()),
  },
  {
    name: 'duplicate-after-others',
    expects: 'the same id again, after twenty others',
    run: async (at) =>
      sendTwice(at, async () => {
        for (let other = 0; other < 20; other += 1) await at.deliver(at.compose());
      }),
  },
  {
    name: 'duplicate-late',
    expects: 'the same id again, when the last attempt of the schedule is due: 37 minutes later',
    run: async (at) => sendTwice(at, () => at.time.wait(2_220_000, AbortSignal.any([]))),
  },
  {
    name: 'duplicates-at-once',
    expects: 'of five with one id at once, one takes effect, and none is refused for good',
    run: async (at) => {
      const notice = at.compose();
      const replies = await sendAtOnce(
        at,
        Array.from({ length: 5 }, () => notice),
      );
      const effects = await at.effectsOf(notice.id);
      if (effects !== 1) return `took effect ${effects} times`;
      const refused = replies.find((reply) => !isTaken(reply) && reply.status < 500);
      return refused === undefined ? '' : `answered ${refused.status}`;
    },
  },
  {
    name: 'same-data',
    expects: 'two events about one bid both take effect',
    run: async (at) => sendAlike(at, () => ({})),
  },
  {
    name: 'similar-ids',
    expects: 'two ids that begin alike, or differ in case alone, are two events',
    run: async (at) => {
      const longer = await sendAlike(at, ({ id }) => ({ id: `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}` }));
      return longer === '' ? sendAlike(at, ({ id }) => ({ id: id.toUpperCase() })) : longer;
    },
  },
  {
    name: 'out-of-order',
    expects: 'an event that is older than the one before takes effect',
    run: async (at) =>
      sendAlike(at, ({ created_at }) => ({ created_at: new Date(Date.parse(created_at) - 30_000).toISOString() })),
  },
  {
    name: 'forged-first',
    expects: 'a genuine event whose id a forgery had before takes effect',
    run: async (at) => {
      const notice = at.compose();
      await at.attempt(notice, { header: ({ t, body }) => `t=${t},v1=${hmac('another secret', `${t}.`, body)}` });
      return judgeAccepted(at, notice, JSON.stringify(notice));
    },
  },
  {
    name: 'cut-off',
    expects: 'an event that was cut off on the way takes effect when it comes again',
    run: async (at) => {
      const notice = at.compose();
      await at.cutOff(notice);
      return judgeAccepted(at, notice, JSON.stringify(notice));
    },
  },
  {
    name: 'soon',
    expects: 'a delivery is answered within half of the time that there is',
    run: async (at) => {
      const started_ms = at.time.now_ms();
      await at.attempt(at.compose());
      const took_ms = at.time.now_ms() - started_ms;
      return took_ms > 5_000 ? `answered after ${took_ms} ms` : '';
    },
  },
  { name: 'burst-of-5', expects: 'five at once are answered in time', run: async (at) => burst(at, 5) },
  { name: 'burst-of-20', expects: 'twenty at once are answered in time', run: async (at) => burst(at, 20) },
  {
    name: 'row-of-20',
    expects: 'twenty one after the other are answered 2xx',
    run: async (at) => {
      for (let sent = 0; sent < 20; sent += 1) {
        const { status } = await at.attempt(at.compose());
        if (status < 200 || status > 299) return `number ${sent + 1} was answered ${status}`;
      }
      return '';
    },
  },
];
