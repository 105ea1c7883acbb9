import { expect, test } from 'vitest';
import type { ActorName } from '../settings/schema.ts';
import { serveInTest } from '../testing/in-test.ts';
import { makeSettings } from '../testing/settings.ts';
import { explainUnprovenSandbox } from './prove-sandbox.ts';

let asked: string[] = [];

type World = Record<string, { items: object[] } | number>;

/** What each actor reads of its own inventory, with what status it finds a listing, and what it reads with the filter `status=listed`. */
async function evaluate(
  mode: 'live' | 'sandbox' | undefined,
  world: World,
  found: Record<string, number> = {},
  listed: World = {},
): Promise<string | undefined> {
  asked = [];
  const origin = await serveInTest((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    asked.push(`${request.method} ${request.url}`);
    const is_own = request.url?.startsWith('/v1/me/inventory?') === true;
    const own = request.url?.includes('status=listed') === true ? (listed[token] ?? { items: [] }) : (world[token] ?? 403);
    const reply = is_own ? own : (found[token] ?? 200);
    response.writeHead(typeof reply === 'number' ? reply : 200).end(JSON.stringify(reply));
  });
  const names = [...Object.keys(world), ...Object.keys(found)] as ActorName[];
  const actors = new Map(names.map((name) => [name, { token: name, team_id: undefined, user_id: undefined }]));
  return explainUnprovenSandbox(makeSettings({ base_url: `${origin}/v1`, mode, actors }));
}

const sandbox = { items: [{ id: 'inv_1', status: 'listed', manage_url: null }] };
const unlisted = { items: [{ id: 'inv_1', status: 'unlisted', manage_url: null }] };
const archived = { items: [{ id: 'inv_2', status: 'archived', manage_url: null }] };
const live = { items: [{ id: 'inv_1', status: 'listed', manage_url: 'https://x.example' }] };

test.each<[string, Parameters<typeof evaluate>]>([
  ['a seller whose listing the buyers see', ['sandbox', { seller: sandbox }, { buyer: 200, rival: 200 }]],
  ['the same, where no mode is configured', [undefined, { seller: sandbox }, { buyer: 200 }]],
  ['a draft, where the operator says that it is the sandbox', ['sandbox', { partner: unlisted }, { buyer: 200 }]],
  ['sellers alone', [undefined, { seller: unlisted, partner: sandbox }]],
  ['twins, where there are no plain actors', ['live', { seller_sandbox: sandbox }, { buyer_sandbox: 200 }]],
  [
    'a seller who has nothing, where the operator says that it is the sandbox',
    ['sandbox', { seller: { items: [] }, partner: sandbox }],
  ],
])('LST-8 %s proves the sandbox, without a write', async (_, question) => {
  expect(await evaluate(...question)).toBeUndefined();
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test.each<[string, Parameters<typeof evaluate>, RegExp]>([
  [
    'the plain actors are configured as live',
    ['live', { seller: sandbox }],
    /target\.mode is live, so the actors without the suffix _sandbox are live/,
  ],
  [
    'a twin proves nothing of plain actors',
    [undefined, { seller_sandbox: sandbox }, { buyer: 200 }],
    /no token for seller or partner/,
  ],
  ['no actor can read listings', [undefined, {}, { buyer: 200 }], /no token for seller or partner/],
  [
    'a listing has a manage_url',
    ['sandbox', { seller: live }],
    /seller has a listing with a manage_url, so actors\.seller is not a sandbox token/,
  ],
  [
    'a buyer does not see a listing that is behind a page of archived ones',
    ['sandbox', { seller: archived }, { buyer: 404 }, { seller: sandbox }],
    /buyer does not see the sandbox listing inv_1/,
  ],
  ['one of two sellers is live', ['sandbox', { seller: sandbox, partner: live }], /partner has a listing with a manage_url/],
  ['there is no listing', ['sandbox', { seller: { items: [] } }], /none has a null manage_url/],
  [
    'one of two sellers has no listing',
    [undefined, { seller: sandbox, partner: { items: [] } }],
    /whether partner is in the sandbox; set target\.mode to sandbox if it is/,
  ],
  ['the key is missing', ['sandbox', { seller: { items: [{ id: 'inv_1' }] } }], /none has a null manage_url/],
  ['listings cannot be read', ['sandbox', { seller: 403 }], /GET \/me\/inventory returned 403/],
  [
    'a buyer does not see the listing',
    ['sandbox', { seller: sandbox }, { buyer: 200, rival: 404 }],
    /rival does not see the sandbox listing inv_1/,
  ],
  [
    'an elevator cannot be checked',
    [undefined, { seller: sandbox }, { elevator: 500 }],
    /elevator cannot be proved to be in the sandbox/,
  ],
  [
    'nothing is listed that a buyer could see',
    [undefined, { seller: unlisted }, { buyer: 200 }],
    /set target\.mode to sandbox if they are/,
  ],
])('the sandbox is not proved if %s', async (_, question, doubt) => {
  expect(await evaluate(...question)).toMatch(doubt);
});
