/** Tenants of a shared mock on PostgreSQL: every process knows them, and the database holds none of their secrets. */
import { openHostedMock } from '#mock/testing/hosted-mock';
import { expect, test } from 'vitest';
import { startPostgres } from '../postgres.ts';

const HOOK = { url: 'https://hooks.example/grain', events: ['bid.accepted'] };

test('a tenant that one process has made is served by another, and stays out of the worlds of others', async () => {
  await using postgres = await startPostgres();
  await postgres.createDatabase('hosted');
  const options = { db: postgres.url('hosted'), secret_keys: ['k'.repeat(32)] };
  await using one = await openHostedMock(options);
  await using two = await openHostedMock(options);
  const tenant = await one.join('On both');
  const stranger = await two.join('Elsewhere');
  const token = await one.mint(tenant);
  const at = `${two.mock.auth_url}/worlds/${tenant.world.id}`;
  expect((await two.send(token, 'GET', `${two.mock.base_url}/inventory`)).status).toBe(200);
  expect((await two.send(tenant.token, 'GET', `${at}/_gristmill/clock`)).status).toBe(200);
  expect((await two.send(stranger.token, 'GET', `${at}/_gristmill/clock`)).status).toBe(404);
  const hook = await two.send(token, 'POST', `${at}/v1/webhooks`, HOOK, { 'Idempotency-Key': 'once' });
  expect(hook.status).toBe(201);
  const more = await Promise.all([one, two, one, two].map((t) => t.send(tenant.token, 'POST', `${t.mock.control_url}/worlds`)));
  expect(more.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);

  // Every string of every table.
  const secrets = [...tenant.secrets, ...stranger.secrets, token, String(hook.body.data.secret)];
  // The names of two columns.
  const tables = (await postgres.query(
    `select table_schema as s, table_name as t from information_schema.tables where table_schema like 'gristmill%'`,
    'hosted',
  )) as { s: string; t: string }[];
  expect(tables.length).toBeGreaterThan(40);
  let text = '';
  for (const { s, t } of tables) text += JSON.stringify(await postgres.query(`select * from "${s}"."${t}"`, 'hosted'));
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
