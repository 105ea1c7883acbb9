import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakClause } from '../../../testing/break-clause.ts';
import { READER } from '../../../testing/oauth.ts';
import type { TestMock } from '../../../testing/open-mock.ts';
import { openTestMock } from '../../../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
});
afterAll(() => t[Symbol.asyncDispose]());

async function ask(form: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${t.mock.auth_url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...READER, ...form }),
  });
  return { status: answer.status, body: await answer.json() };
}

const TOO_MUCH = { grant_type: 'client_credentials', scope: 'inventory.read bids.write' };

test('onOauthForm and onToken: asked otherwise, answered otherwise', async () => {
  expect((await ask(TOO_MUCH)).status).toBe(400);
  await breakClause(t, 'AUTH-5', 'machines-get-any-scope');
  expect(await ask(TOO_MUCH)).toMatchObject({ status: 200, body: { scope: 'inventory.read bids.write', token_type: 'Bearer' } });
});

test('onOauthAnswer: another status and body', async () => {
  await breakClause(t, 'AUTH-4', 'no-refresh');
  expect(await ask({ grant_type: 'refresh_token', refresh_token: 'x' })).toEqual({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  });
  expect((await ask({ grant_type: 'client_credentials' })).status).toBe(200);
});
