/** The commands of docs/oauth.md work when pasted, and its table of clients matches the mock. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '#mock';
import { KNOWN_CLIENTS } from '#mock/server/oauth/clients/known-clients';
import { expect, test } from 'vitest';
import { pasteWithMock, readBlocks } from './guides.ts';
import { ROOT } from './text-file.ts';

const blockOf = readBlocks('docs/oauth.md');

test('AUTH-3 a script can complete the flow without a browser', async () => {
  await using mock = await createMock({ lots: 20 });
  const listed = await pasteWithMock(blockOf('sh headless'), mock.auth_url);
  expect(JSON.parse(listed)).toMatchObject({ items: expect.any(Array) as unknown });
});

test('AUTH-5 a machine client gets a token', async () => {
  await using mock = await createMock({ lots: 20 });
  const granted = await pasteWithMock(blockOf('sh machine'), mock.auth_url);
  expect(JSON.parse(granted)).toMatchObject({ token_type: 'Bearer', scope: 'market.read', expires_in: 3600 });
});

test('the table has every client, with its secret and its redirect URIs', () => {
  const guide = readFileSync(join(ROOT, 'docs/oauth.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(gristmill-[a-z]+)` \| (.*) \|$/gm)].map(([, id = '', rest = '']) => ({ id, rest }));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(KNOWN_CLIENTS.map(({ id }) => id).toSorted());
  for (const { id, kind, dev_secret, redirect_uris } of KNOWN_CLIENTS) {
    const rest = rows.find((row) => row.id === id)?.rest ?? '';
    expect(rest).toContain(kind);
    expect(rest).toContain(dev_secret ?? 'none');
    if (!rest.includes('the same')) for (const uri of redirect_uris) expect(rest).toContain(`\`${uri}\``);
  }
});
