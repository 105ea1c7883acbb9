import { personas } from '#fixtures/personas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestMock } from '../../../testing/open-mock.ts';
import { makeLot, openTestMock } from '../../../testing/open-mock.ts';
import type { Receiver } from '../../../testing/receiver.ts';
import { openReceiver } from '../../../testing/receiver.ts';

const { team_id } = personas.partner;

describe('what happens outside the API', () => {
  let mock: TestMock;
  let receiver: Receiver;
  let inventory_id: string;
  beforeAll(async () => {
    mock = await openTestMock();
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await mock[Symbol.asyncDispose]();
    await receiver.close();
  });
  beforeEach(async () => {
    await mock.control('POST', '/reset');
    receiver.received.length = 0;
    const events = ['analysis.requested', 'analysis.sample_received', 'analysis.graded', 'analysis.photo_added'];
    await mock.call('partner', 'POST', '/webhooks', { body: { url: receiver.url, events } });
    inventory_id = await makeLot(mock, 'partner');
  });

  test.each<[object, object]>([
    [{ type: 'requested' }, { analysis_types: ['protein', 'falling_number'], invoice_total: 84.5, billed_to: 'partner' }],
    [
      { type: 'requested', analysis_types: ['moisture'], invoice_total: 0, billed_to: 'seller' },
      { analysis_types: ['moisture'], invoice_total: 0, billed_to: 'seller' },
    ],
    [{ type: 'sample_received' }, {}],
    [{ type: 'graded' }, { grade: 'No. 1 Canada' }],
    [{ type: 'graded', grade: 'No. 3 Canada' }, { grade: 'No. 3 Canada' }],
    [{ type: 'photo_added' }, { photo_url: expect.stringMatching(/^https:/) }],
    [{ type: 'photo_added', photo_url: 'https://photos.example/1' }, { photo_url: 'https://photos.example/1' }],
  ])('EVT-10 EVT-11 %j is told to the team that asked for it', async (body, fields) => {
    const answer = await mock.control('POST', '/analyses', { ...body, inventory_id, team_id });
    expect(answer).toMatchObject({
      status: 201,
      body: { events_emitted: [{ type: expect.stringMatching(/^analysis\./) }], deliveries_queued: 1 },
    });
    await receiver.count(1);
    const [told] = receiver.received;
    expect(told?.envelope).toMatchObject({ data: { inventory_id, reference: expect.stringMatching(/^LOT-/), ...fields } });
  });
});
