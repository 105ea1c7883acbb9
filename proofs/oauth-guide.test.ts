/** The commands of docs/oauth.md work when pasted, and its table of clients matches the mock. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '#mock';
import { KNOWN_CLIENTS } from '#mock/server/oauth/clients/known-clients';
import { expect, test } from 'vitest';
import { ROOT } from './repository.ts';

const guide = readFileSync(join(ROOT, 'docs/oauth.md'), 'utf8');

async function paste(info: string, auth_url: string): Promise<unknown> {
  const [, after = ''] = guide.split(`\`\`\`${info}\n`);
  const script = after.split('\n```', 1)[0] ?? '';
  expect(script).toContain('http://127.0.0.1:4010');
  // The node of this process comes first, as it does in an npm script.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const here = script.replaceAll('http://127.0.0.1:4010', auth_url);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here], { env });
  return JSON.parse(stdout);
}

test('AUTH-3 a script can complete the flow without a browser', async () => {
  await using mock = await createMock({ lots: 20 });
  expect(await paste('sh headless', mock.auth_url)).toMatchObject({ items: expect.any(Array) as unknown });
});

test('AUTH-5 a machine client gets a token', async () => {
  await using mock = await createMock({ lots: 20 });
  expect(await paste('sh machine', mock.auth_url)).toMatchObject({
    token_type: 'Bearer',
    scope: 'market.read',
    expires_in: 3600,
  });
});

test('the table has every client, with its secret and its redirect URIs', () => {
  const rows = [...guide.matchAll(/^\| `(gristmill-[a-z]+)` \| (.*) \|$/gm)].map(([, id = '', rest = '']) => ({ id, rest }));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(KNOWN_CLIENTS.map(({ id }) => id).toSorted());
  for (const { id, kind, dev_secret, redirect_uris } of KNOWN_CLIENTS) {
    const rest = rows.find((row) => row.id === id)?.rest ?? '';
    expect(rest).toContain(kind);
    expect(rest).toContain(dev_secret ?? 'none');
    if (!rest.includes('the same')) for (const uri of redirect_uris) expect(rest).toContain(`\`${uri}\``);
  }
});
