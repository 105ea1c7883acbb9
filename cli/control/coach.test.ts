import { randomBytes } from 'node:crypto';
import { coach } from '#certify/coach/index';
import { makeTraceparent } from '#client/http/traceparent';
import { type Mock, createMock } from '#mock';
import { respondWithStatuses, openReceiver } from '#mock/testing/receiver';
import { expect, onTestFinished, test } from 'vitest';
import { type Ran, runHere } from '../testing/run-here.ts';

interface Shell {
  mock: Mock;
  runCoach: (...flags: string[]) => Promise<Ran>;
  /** Asks for too large a page. */
  readBids: (headers?: Record<string, string>) => Promise<unknown>;
}

async function open(): Promise<Shell> {
  const mock = await createMock({ lots: 40, coach });
  onTestFinished(mock.close);
  return {
    mock,
    runCoach: (...flags) => runHere('coach', ...flags, '--mock', mock.auth_url),
    readBids: (headers = {}) => mock.as('buyer').GET('/bids', { params: { query: { limit: 100 } }, headers }),
  };
}

const root = randomBytes(12).toString('hex');
let number = 0;
/** The headers of a request of the gate. */
function ofGate(): Record<string, string> {
  number += 1;
  return { traceparent: makeTraceparent(root, number) };
}

/** As the gate does: subscribes as the buyer, rejects the deliveries, and has a bid rejected. */
async function actAsGate(mock: Mock): Promise<void> {
  await using receiver = await openReceiver(respondWithStatuses(400));
  await mock.as('buyer').POST('/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] }, headers: ofGate() });
  const query = { status: 'listed', limit: 50 } as const;
  const { data: own } = await mock.as('seller').GET('/me/inventory', { params: { query }, headers: ofGate() });
  const lot = own?.items.find(({ grade, quantity_mt }) => grade !== null && quantity_mt >= 20);
  const { data: bid } = await mock.as('buyer').POST('/inventory/{id}/bids', {
    params: { path: { id: lot?.id ?? '' } },
    body: { price: { amount: 300, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2035-09-01', to: '2035-09-30' } },
    headers: ofGate(),
  });
  await mock.as('seller').POST('/bids/{id}/reject', { params: { path: { id: bid?.data.id ?? '' } }, headers: ofGate() });
  await mock.waitFor('delivery', { event: 'bid.rejected' }, { since: 0 });
}

test('coach leaves out the requests of the gate, and the deliveries to its subscriptions', async () => {
  const { mock, runCoach, readBids } = await open();
  await actAsGate(mock);
  await readBids(ofGate());
  expect(await runCoach('--final')).toMatchObject({
    code: 0,
    out: 'The coach found nothing.\nIt ignored 5 requests that Gristmill sent, such as those of conform and explore.\n',
  });

  // The trace context of another client.
  await readBids({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
  const { out } = await runCoach('--final');
  expect(out).toMatch(/pages\/limit PAGE-2\n[^\n]* limit=100\. {2}request \d+\n/);
  expect(out).toMatch(/\n1 must\nIt ignored 5 requests /);
});

test('coach --clear forgets what clients have done', async () => {
  const { runCoach, readBids } = await open();
  await readBids();
  expect((await runCoach('--final')).out).toContain('pages/limit');
  expect(await runCoach('--clear')).toMatchObject({ code: 0, out: 'Cleared the history of all clients.\n' });
  expect((await runCoach('--final')).out).toBe('The coach found nothing.\n');
});
