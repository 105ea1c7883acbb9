/** docs/control-plane.md lists every operation, and its examples work. */
import { existsSync, readFileSync } from 'node:fs';
import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import { type TestMock, makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { ADMIN_TOKEN, openHostedMock } from '../../testing/hosted-mock.ts';
import { openReceiver } from '../../testing/receiver.ts';
import type { ControlOperation } from './endpoint/operation.ts';
import { CONTROL_OPERATIONS } from './operations.ts';
import { TENANTS } from './tenants/tenants.ts';

/** A row of its tables: an operation, and the body of an example. */
const ROW = /^\| `(GET|POST|PUT|PATCH|DELETE) (\/[^`]*)` \| (?:`([^`]*)`)? ?\|/gm;

interface Row {
  method: string;
  path: string;
  example: string | undefined;
  operation: ControlOperation | undefined;
}

function readRows(): Row[] {
  const guide = readFileSync(new URL('../../../docs/control-plane.md', import.meta.url), 'utf8');
  return [...guide.matchAll(ROW)].map(([, method = '', path = '', example]) => {
    const operation = CONTROL_OPERATIONS.find((each) => each.path === path && each.method === method.toLowerCase());
    return { method, path, example, operation };
  });
}

function isForTenants({ operation }: Row): boolean {
  return TENANTS.some((each) => each === operation);
}

test('the guide lists every operation and no other', () => {
  const named = readRows().map(({ method, path }) => `${method} ${path}`);
  expect(named.toSorted()).toEqual(CONTROL_OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted());
});

/** For responses that are not JSON or never end. */
async function readStatus({ mock }: TestMock, path: string): Promise<number> {
  const response = await fetch(`${mock.control_url}${path}`);
  await response.body?.cancel();
  return response.status;
}

test('the examples of the guide work, in order', async () => {
  await using receiver = await openReceiver();
  await using mock = await openTestMock({ lots: 20 });
  const bid = await makeBid(mock, 'buyer', await makeLot(mock));
  const accepted = await mock.call('seller', 'POST', `/bids/${bid}/accept`);
  const trade = accepted.body.data.id;
  const lot = await makeLot(mock);
  const cash_bids = await mock.call('elevator', 'GET', '/cash-bids?is_active=true');
  const hook = await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.accepted'] } });
  // Snapshots and resets restore this state.
  const snapshot = await mock.control('POST', '/snapshots');
  const kept = snapshot.body.id;
  const ids: Record<string, string> = {
    '/worlds/{id}': 'w1',
    '/snapshots/{id}/restore': kept,
    '/snapshots/{id}': 'snap_2',
    '/trades/{id}/invoices/{invoice}/pay': trade,
    '/cash-bids/{id}/offers': cash_bids.body.items[0].id,
    '/teams/{id}': personas.buyer.team_id,
    '/farms/{id}': (await mock.control('GET', `/truth/${lot}`)).body.record.farm_id,
    '/clients/{id}': personas.partner.client_id,
    '/clients/{id}/secret': personas.buyer.client_id,
    '/webhooks/{id}': hook.body.data.id,
    '/locations/{id}/queue': '1001',
    '/truth/{id}': lot,
    '/faults/{id}': 'flt_1',
    '/records/{kind}': 'lots',
    '/clauses/{id}': 'PRIV-4',
  };
  const rows = readRows().filter((row) => !isForTenants(row));
  expect(rows.length).toBeGreaterThan(30);
  for (const { method, path, example, operation } of rows) {
    if (path === '/wait') await mock.control('POST', `/trades/${trade}/invoices/seller/pay`);
    if (path === '/requests/{seq}') {
      await mock.call('buyer', 'GET', '/inventory');
      ids[path] = String((await mock.control('GET', '/requests')).body.last_seq);
    }
    const at = path.replace('{invoice}', 'buyer').replace(/\{\w+\}/, ids[path] ?? '');
    const body = example?.replace('$LOT', lot).replace('$TEAM', personas.partner.team_id);
    const { status, text } =
      operation?.response === undefined ? await mock.control(method, at, body) : { status: await readStatus(mock, at), text: '' };
    // The report of an earlier run in this folder, if there was one.
    const is_missing = path === '/last-report' && !existsSync('.gristmill/last-report.json');
    expect(is_missing ? [404] : [200, 201], `${method} ${at} ${body ?? ''} ${text}`).toContain(status);
  }
});

test('the examples about tenants work on a shared mock', async () => {
  await using t = await openHostedMock();
  const open_invitation = await t.operate('POST', '/invitations', { name: 'Later' });
  const code = await t.invite('Now');
  const { id, token } = await t.join('Known');
  const ids: Record<string, string> = {
    '/invitations/{id}': open_invitation.body.id,
    '/tenants/{id}/token': id,
    '/tenants/{id}': id,
  };
  const rows = readRows().filter(isForTenants);
  expect(rows.length).toBeGreaterThan(5);
  for (const { method, path, example } of rows) {
    const body: unknown = example === undefined ? undefined : JSON.parse(example.replace('$CODE', code));
    const url = `${t.mock.control_url}${path.replace('{id}', ids[path] ?? '')}`;
    const response = await t.send(path === '/tenant' ? token : ADMIN_TOKEN, method, url, body);
    expect([200, 201], `${method} ${path} ${response.text}`).toContain(response.status);
  }
});
