import { createHmac, timingSafeEqual } from 'node:crypto';
import { isEventType } from '#spec/events';
import { asEnvelope, listen, parseByKey, readAll } from '../clean.ts';
import type { MakeReceiver } from '../receiver.ts';

const DELAY_MS = 200;

/** Verifies, puts the event into a queue with unique ids, returns 202, and works later. */
export const makeQueuedReceiver: MakeReceiver = ({ secret, effects, nowSeconds, wait }) => {
  const accepted = new Set<string>();
  const queue: string[] = [];
  let running = Promise.resolve();

  const didWork = (id: string): boolean => {
    try {
      effects.record(id);
      return true;
    } catch {
      return false;
    }
  };

  const workOff = async (): Promise<void> => {
    await wait(DELAY_MS);
    // An id leaves the queue only when its work is done, so failed work is retried.
    for (let id = queue[0]; id !== undefined; id = queue[0]) {
      if (didWork(id)) queue.shift();
      else await wait(DELAY_MS);
    }
  };

  return listen(async (request, response) => {
    const raw = await readAll(request);
    const { t, v1 } = parseByKey(request.headers['svc-signature']?.toString() ?? '') ?? { t: '', v1: [] };
    const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex').padEnd(64);
    const isRight = v1.some((given) =>
      timingSafeEqual(Buffer.from(given.padEnd(64).slice(0, 64), 'latin1'), Buffer.from(expected)),
    );
    const isExact = v1.every((given) => given.length === 64);
    if (!isRight || !isExact || !/^\d+$/.test(t) || Math.abs(nowSeconds() - Number(t)) > 300) {
      response.writeHead(400).end();
      return;
    }

    const { id, type } = asEnvelope(JSON.parse(raw.toString('utf8')));
    if (isEventType(type) && !accepted.has(id)) {
      accepted.add(id);
      queue.push(id);
      running = running.then(workOff).catch(() => undefined);
    }
    response.writeHead(202).end('queued');
  });
};
