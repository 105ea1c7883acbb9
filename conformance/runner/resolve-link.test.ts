import { expect, test } from 'vitest';
import { check } from '../check/check.ts';
import { NO_LEDGER } from '#client/ledger/ledger';
import { Run } from '#client/session/run';
import { runCheck } from './run-check.ts';
import type { CheckResult } from '../check/verdicts.ts';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { CHECKS } from '../checks/index.ts';
import { listSubscriptions } from '#client/arrange/create-subscription';

/** A target whose lists have two pages, and whose links lead where a test says. @param base ends in /v1 @returns also what arrived elsewhere */
async function evaluate(
  id: string,
  linkTo: (base: string, elsewhere: string) => string,
): Promise<{ result: CheckResult; arrived: string[]; paths: string[] }> {
  const arrived: string[] = [];
  const paths: string[] = [];
  await using elsewhere = await serve((request, response) => {
    arrived.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
    sendJson(response, 200, { items: [], limit: 2, offset: 2, total: 4, next: null, previous: null, href: '' });
  });
  await using target = await serve((request, response) => {
    const url = new URL(request.url ?? '', target.base_url);
    paths.push(`${url.pathname}${url.search}`);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 2);
    const items = Array.from({ length: 4 }, (_, i) => ({ id: `whk_${i}` })).slice(offset, offset + limit);
    const link = `${linkTo(target.base_url, elsewhere.base_url)}${url.pathname.slice('/v1'.length)}`;
    const next = offset + limit >= 4 ? null : `${link}?limit=${limit}&offset=${offset + limit}`;
    sendJson(response, 200, { items, limit, offset, total: 4, next, previous: null, href: `${link}${url.search}` });
  });
  const known = CHECKS.find((one) => one.id === id);
  const listing = check('WHK-1/x', 'Subscriptions are listed.', ['buyer'], async (t) => {
    const { items } = await listSubscriptions(t, t.buyer);
    expect(items.map((item) => item.get('id').value)).toEqual(['whk_0', 'whk_1', 'whk_2', 'whk_3']);
  });
  const run = new Run(makeSettings({ base_url: target.base_url, actors: makeActors('buyer') }), NO_LEDGER);
  try {
    return { result: await runCheck(run, known ?? listing, new AbortController().signal), arrived, paths };
  } finally {
    await run.close();
  }
}

test('WHK-1 the next page of subscriptions is read from its link', async () => {
  const { result, paths } = await evaluate('WHK-1/x', (base) => base);
  expect([result.verdict, result.reason]).toEqual(['pass', undefined]);
  expect(paths).toEqual(['/v1/webhooks', '/v1/webhooks?limit=2&offset=2']);
});

test.each([
  ['another host', (_base: string, elsewhere: string) => elsewhere],
  ['plain http in place of https', (base: string) => base.replace('http:', 'https:')],
  ['a host that does not exist', () => 'https://api.grain.example/v1'],
])('PAGE-5 a link to %s is followed at the target without sending a token elsewhere, and is a warning', async (_what, linkTo) => {
  const { result, arrived, paths } = await evaluate('WHK-1/x', linkTo);
  expect(arrived).toEqual([]);
  expect(paths).toEqual(['/v1/webhooks', '/v1/webhooks?limit=2&offset=2']);
  expect([result.verdict, result.reason]).toEqual(['warn', expect.stringMatching(/^"next" of GET \/webhooks leads to /)]);
  expect(result.evidence).toHaveLength(1);
  expect(result.evidence?.[0]).toMatchObject({
    pointer: '/next',
    exchanges: [{ url: expect.stringMatching(/\/v1\/webhooks$/) }],
  });
});

test('PAGE-5 an invalid link is a violation, not an internal error', async () => {
  const { result } = await evaluate('WHK-1/x', () => 'https://[');
  expect([result.verdict, result.reason]).toEqual(['fail', '"next" is not a link.']);
});
