import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type HostedMock, ADMIN_TOKEN, openHostedMock } from '#mock/testing/hosted-mock';
import { runHere } from '../testing/run-here.ts';

let t: HostedMock;
beforeAll(async () => {
  t = await openHostedMock();
  vi.stubEnv('GRISTMILL_MOCK', t.mock.auth_url);
  vi.stubEnv('GRISTMILL_ADMIN_TOKEN', ADMIN_TOKEN);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await t[Symbol.asyncDispose]();
});

test('the operator invites, the tenant redeems and controls its world, and the operator deletes it', async () => {
  const invited = await runHere('tenant', 'invite', 'Prairie Software', '--worlds', '2', '--expires-in', '24h');
  const code = /^ {2}(inv_\S+)$/m.exec(invited.out)?.[1] ?? '';
  expect(invited.out).toContain(`gristmill tenant redeem ${code} --mock ${t.mock.auth_url}`);
  const redeemed = await runHere('tenant', 'redeem', code);
  expect(redeemed.out).toMatch(/^Welcome, Prairie Software\./);
  const [token, world] = [/Tenant token {3}(gmt_\S+)/, /OAuth +(\S+)/].map((pattern) => pattern.exec(redeemed.out)?.[1] ?? '');
  const clock = await runHere('clock', 'show', '--mock', world ?? '', '--admin-token', token ?? '');
  expect(clock).toMatchObject({ code: 0, out: expect.stringContaining('It is ') });
  expect((await runHere('clock', 'show', '--admin-token', token ?? '')).complaint).toMatch(
    /^gristmill: --admin-token: A tenant token works in the worlds of the tenant/,
  );
  expect(await runHere('tenant', 'redeem', code)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('The invitation is unknown, was redeemed, or has expired; ask the operator for another.'),
  });
  const listed = await runHere('tenant', 'list');
  expect(listed.out).toMatch(/tenant_\w+ +Prairie Software +1 of 2/);
  const id = /tenant_\w+/.exec(listed.out)?.[0] ?? '';
  expect((await runHere('tenant', 'invitations')).out).toContain(id);
  expect((await runHere('tenant', 'token', id)).out).toMatch(/gmt_/);
  expect((await runHere('tenant', 'delete', id)).out).toContain('Deleted 1 tenant.');
});

test.for([
  [
    ['--shared'],
    'gristmill: --admin-token or GRISTMILL_ADMIN_TOKEN: a shared mock needs an admin token, because others can reach its control plane',
  ],
  [['--quota', 'worlds=2'], 'gristmill: --quota: limits the tenants of a shared mock; add --shared'],
  [
    ['--shared', '--admin-token', 'long-enough', '--dev-tokens'],
    'gristmill: --dev-tokens: everyone knows the developer tokens, so a shared mock does not accept them',
  ],
  [
    ['--shared', '--admin-token', 'long-enough', '--quota', 'world=2'],
    "gristmill: --quota: 'world' is not a limit; use one of worlds, ",
  ],
  [['--shared', '--admin-token', 'long-enough', '--quota', 'worlds=0'], 'gristmill: --quota: '],
  [['--db', 'postgress://user:secret@host/database'], 'gristmill: --db: give the path of a file, or postgres://'],
] as const)('gristmill mock %j prints one sentence', async ([args, complaint]) => {
  vi.stubEnv('GRISTMILL_ADMIN_TOKEN', undefined);
  const ended = await runHere('mock', '--port', '0', ...args);
  vi.stubEnv('GRISTMILL_ADMIN_TOKEN', ADMIN_TOKEN);
  expect(ended.code).toBe(2);
  expect(ended.complaint).toContain(complaint);
  expect(ended.complaint.trim().split('\n')).toHaveLength(1);
});
