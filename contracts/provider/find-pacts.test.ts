import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { sendJson, serve } from '#client/testing/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { findPacts } from './find-pacts.ts';

const PACT = { consumer: { name: 'desk' }, provider: { name: 'market' }, interactions: [{}, {}] };

describe('pacts', () => {
  const folder = makeTestFolder();
  beforeAll(() => {
    mkdirSync(join(folder, 'pacts'));
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'pacts/b.json'), JSON.stringify({ ...PACT, messages: [{}] }));
    writeFileSync(join(folder, 'pacts/a.json'), JSON.stringify(PACT));
    writeFileSync(join(folder, 'pacts/notes.txt'), 'no pact');
    writeFileSync(join(folder, 'broken.json'), '{"consumer":');
    writeFileSync(join(folder, 'other.json'), '{"openapi":"3.1.0"}');
    writeFileSync(join(folder, 'nothing.json'), JSON.stringify({ ...PACT, interactions: [] }));
  });

  test('finds pacts in folders and files, with the number of interactions', async () => {
    const found = await findPacts(['pacts', 'pacts/a.json'], folder);
    expect(found).toEqual([
      { kind: 'file', at: join(folder, 'pacts/a.json'), consumer: 'desk', provider: 'market', interactions: 2 },
      { kind: 'file', at: join(folder, 'pacts/b.json'), consumer: 'desk', provider: 'market', interactions: 3 },
      { kind: 'file', at: join(folder, 'pacts/a.json'), consumer: 'desk', provider: 'market', interactions: 2 },
    ]);
  });

  test.each([
    ['none.json', 'none.json: there is no such file or folder'],
    ['empty', 'empty: no pact found: the folder has no .json file'],
    ['broken.json', 'broken.json: cannot be read: '],
    ['other.json', 'other.json: is not a pact: it names no consumer or no provider'],
    ['nothing.json', 'nothing.json: has no interactions'],
  ])('an error about %s has the name and the reason', async (name, reason) => {
    await expect(findPacts([name], folder)).rejects.toThrow(reason);
  });

  test('finds a pact or a broker at a URL, and rejects anything else', async () => {
    await using server = await serve((request, response) => {
      if (request.headers.authorization !== 'Bearer let-me-in') sendJson(response, 401, {});
      else if (request.url === '/pact') sendJson(response, 200, { ...PACT, _links: { 'pb:consumer': {} } });
      else sendJson(response, request.url === '/' ? 200 : 404, { _links: { 'pb:latest-provider-pacts': {} } });
    });
    const origin = server.base_url.replace('/v1', '');
    const access = { token: 'let-me-in' };
    expect(await findPacts([`${origin}/`], folder, access)).toEqual([{ kind: 'broker', at: `${origin}/` }]);
    expect(await findPacts([`${origin}/pact`], folder, access)).toEqual([
      { kind: 'file', at: `${origin}/pact`, consumer: 'desk', provider: 'market', interactions: 2 },
    ]);
    await expect(findPacts([`${origin}/gone`], folder, access)).rejects.toThrow(/\/gone: returned 404$/);
    await expect(findPacts([`${origin}/`], folder)).rejects.toThrow('returned 401; set PACT_BROKER_TOKEN');
    await expect(findPacts(['http://127.0.0.1:9/'], folder)).rejects.toThrow('http://127.0.0.1:9/: did not respond');
  });
});
