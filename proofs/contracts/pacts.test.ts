/** `gristmill contracts verify` on pacts that pass and fail, and on a leak that no pact can detect. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '#mock';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeFolder, runCli } from '../conform/run-cli.ts';
import { hideControlPlane } from '../conform/hide-control-plane.ts';
import { ROOT } from '../text-file.ts';
import { openBroker, openStateHook } from './fake-servers.ts';

const PACTS = join(ROOT, 'contracts/pacts');
const ALL_VERIFIED = `buyer-desk → grain-marketplace: 12 verified
partner-seller → grain-marketplace: 14 verified
webhook-receiver → grain-marketplace: 18 verified
`;

const Interaction = z.looseObject({
  description: z.string(),
  providerStates: z.array(z.looseObject({ name: z.string(), params: z.unknown().optional() })),
  response: z.looseObject({ body: z.looseObject({ content: z.unknown() }).optional() }).optional(),
});
const PactFile = z.looseObject({ interactions: z.array(Interaction) });
type Interaction = z.infer<typeof Interaction>;

function writePact(folder: string, consumer: string, description: string, change: (interaction: Interaction) => void): string {
  const pact = PactFile.parse(JSON.parse(readFileSync(join(PACTS, `${consumer}.json`), 'utf8')));
  const interactions = pact.interactions.filter((one) => one.description === description);
  for (const interaction of interactions) change(interaction);
  const path = join(folder, `${consumer}-changed.json`);
  writeFileSync(path, JSON.stringify({ ...pact, interactions }));
  return path;
}

async function countListings(base_url: string): Promise<number> {
  const response = await fetch(`${base_url}/me/inventory?status=listed`, { headers: { Authorization: 'Bearer dev_seller' } });
  // The mock is ours, so the shape of its page is known.
  return ((await response.json()) as { total: number }).total;
}

describe('pacts', () => {
  test('our pacts verify against the mock, and every event is delivered', async () => {
    using folder = makeFolder();
    const { code, stdout, stderr } = await runCli(['contracts', 'verify', PACTS], folder.path);
    expect(stderr).toBe('');
    expect(stdout).toBe(ALL_VERIFIED);
    expect(code).toBe(0);
  });

  test('a pact with a wrong expectation fails, and prints the difference', async () => {
    using folder = makeFolder();
    const path = writePact(folder.path, 'buyer-desk', 'a look at a settled trade', ({ response }) => {
      if (response?.body !== undefined)
        response.body.content = { data: { id: 'trd_1', status: 'Shipped', counterparty: 'a farmer' } };
    });
    const { code, stdout, stderr } = await runCli(['contracts', 'verify', path], folder.path);
    expect(stderr).toBe('');
    const printed = stdout.replace(/trd_[0-9a-f]{16}/, 'trd_…').replaceAll(/\{"name":"[^"]*"\}/g, '{"name":"…"}');
    expect(printed.split('\n')).toEqual([
      'buyer-desk → grain-marketplace: 0 verified, 1 failed',
      '',
      'FAILED  buyer-desk: a look at a settled trade',
      '  given     a settled trade',
      '  sent      GET /v1/trades/trd_… as buyer: 200',
      '  $.data.counterparty',
      '    expected  "a farmer"',
      '    actual    {"name":"…"}',
      `    rule      Expected {"name":"…"} (Object) to be equal to 'a farmer' (String)`,
      '  $.data.status',
      '    expected  "Shipped"',
      '    actual    "Completed"',
      "    rule      Expected 'Completed' (String) to be equal to 'Shipped' (String)",
      '',
    ]);
    expect(code).toBe(1);
  });

  test('PRIV-1 the gate finds a leak that Pact does not', async () => {
    await using mock = await createMock({ violations: ['PRIV-1/farm-named'] });
    using folder = makeFolder();
    const leaking = await fetch(`${mock.base_url}/inventory?limit=1`, { headers: { Authorization: 'Bearer dev_buyer' } });
    expect(await leaking.text()).toContain('"farm":"');

    const of_buyers = join(PACTS, 'buyer-desk.json');
    const pact = await runCli(['contracts', 'verify', of_buyers, '--target', mock.base_url], folder.path);
    expect(pact.stdout).toBe('buyer-desk → grain-marketplace: 12 verified\n');
    expect(pact.code).toBe(0);

    // Every interaction had its own world, and deleted it.
    const worlds = await fetch(`${mock.control_url}/worlds`);
    expect(await worlds.json()).toMatchObject({ items: [{ id: 'default' }] });

    const gate = await runCli(['conform', mock.base_url, '--only', 'PRIV-1', '--no-ledger'], folder.path);
    expect(gate.stdout).toContain('PRIV-1');
    expect(gate.code).toBe(1);
  });

  test('PRIV-4 EVT-1 Pact finds a name that is unmasked too early, and a missing envelope field', async () => {
    await using mock = await createMock({ violations: ['PRIV-4/unmasked-after-one-invoice', 'EVT-1/without-created-at'] });
    using folder = makeFolder();
    const { code, stdout } = await runCli(['contracts', 'verify', PACTS, '--target', mock.base_url], folder.path);
    expect(stdout).toMatch(/^FAILED {2}buyer-desk: a look at a trade with one invoice paid$[^]*?^ {2}\$\.data\.counterparty$/m);
    expect(stdout).toMatch(/^webhook-receiver → grain-marketplace: 5 verified, 13 failed$/m);
    expect(code).toBe(1);
  });

  test('a deployment is verified with tokens from the environment and a state hook', async () => {
    await using mock = await createMock({ lots: 60 });
    await using stranger = await hideControlPlane(mock);
    await using hook = await openStateHook(mock);
    using folder = makeFolder();
    const path = writePact(folder.path, 'buyer-desk', 'a look at a lot', ({ providerStates }) => {
      providerStates.splice(0, 1, { name: 'a custom state', params: { quantity_mt: 120 } });
    });
    const args = ['contracts', 'verify', path, '--target', stranger.base_url, '--token-env', 'BUYER=STAGING_BUYER'];
    const verified = await runCli([...args, '--state-hook', hook.url], folder.path, { STAGING_BUYER: 'dev_buyer' });
    expect(verified.stdout).toBe('buyer-desk → grain-marketplace: 1 verified\n');
    expect(verified.code).toBe(0);
    expect(hook.calls).toEqual([
      { state: 'a custom state', params: { quantity_mt: 120 }, action: 'setup' },
      { state: 'a custom state', params: { quantity_mt: 120 }, action: 'teardown' },
    ]);

    const broken = await runCli([...args, '--state-hook', `${hook.url}/broken`], folder.path, { STAGING_BUYER: 'dev_buyer' });
    expect(broken.stdout).toContain("the state 'a custom state' could not be created: Error: --state-hook returned 500");
    expect(broken.code).toBe(3);
  });

  test('without a state hook, states are set up over the API, and the others name what they need', async () => {
    await using mock = await createMock({ lots: 60 });
    await using stranger = await hideControlPlane(mock);
    using folder = makeFolder();
    const tokens = ['--token-env', 'buyer=BUYER', '--token-env', 'seller=SELLER'];
    const env = { BUYER: 'dev_buyer', SELLER: 'dev_seller' };
    const verify = async (description: string): ReturnType<typeof runCli> => {
      const path = writePact(folder.path, 'buyer-desk', description, () => undefined);
      return runCli(['contracts', 'verify', path, '--target', stranger.base_url, ...tokens], folder.path, env);
    };
    const before = await countListings(mock.base_url);
    expect((await verify('a look at a lot')).code).toBe(0);
    // The resources of a state are removed afterwards.
    expect(await countListings(mock.base_url)).toBe(before);
    expect((await verify('the acceptance of a counter')).code).toBe(0);
    const settled = await verify('a look at a settled trade');
    expect(settled.stdout).toContain('the hook pay_invoice is not configured (set hooks.pay_invoice)');
    expect(settled.code).toBe(3);
  });

  test('pacts of older versions verify with the actor of --actor', async () => {
    using folder = makeFolder();
    const parties = { consumer: { name: 'old-desk' }, provider: { name: 'grain-marketplace' } };
    const request = { method: 'get', path: '/grades', query: 'limit=2', headers: { Authorization: 'Bearer its-own' } };
    const response = { status: 200, body: { items: [{ name: 'x' }] }, matchingRules: { '$.body.items': { match: 'type' } } };
    const reading = { description: 'grades', providerState: 'nothing in particular', request, response };
    const second = { ...parties, interactions: [reading], metadata: { pactSpecification: { version: '2.0.0' } } };
    const message = { description: 'a trade.settled event', contents: { type: 'trade.settled' } };
    const third = { ...parties, messages: [message], metadata: { pactSpecification: { version: '3.0.0' } } };
    writeFileSync(join(folder.path, 'second.json'), JSON.stringify(second));
    writeFileSync(join(folder.path, 'third.json'), JSON.stringify(third));
    const named = await runCli(['contracts', 'verify', 'second.json', 'third.json', '--actor', 'reader'], folder.path);
    expect(named.stdout).toBe('old-desk → grain-marketplace: 2 verified\n');
    const unnamed = await runCli(['contracts', 'verify', 'second.json'], folder.path);
    expect(unnamed.stdout).toContain('the pact sends a hard-coded token: use Bearer $TOKEN_BUYER');
    expect(unnamed.code).toBe(1);
  });

  test('pacts are fetched from a broker by provider, and results are published to it', async () => {
    const text = readFileSync(join(PACTS, 'buyer-desk.json'), 'utf8');
    await using broker = await openBroker('grain-marketplace', text);
    using folder = makeFolder();
    const env = { PACT_BROKER_TOKEN: broker.token };
    const args = ['contracts', 'verify', broker.url, '--provider', 'grain-marketplace'];
    const { code, stdout, stderr } = await runCli([...args, '--publish', '--provider-version', '1.2.3'], folder.path, env);
    expect(stderr).toBe('');
    expect(stdout).toBe('buyer-desk → grain-marketplace: 12 verified\n');
    expect(code).toBe(0);
    expect(broker.results).toEqual([expect.objectContaining({ success: true, providerApplicationVersion: '1.2.3' })]);

    const refused = await runCli(args, folder.path, { PACT_BROKER_TOKEN: '' });
    expect(refused.stderr).toContain('returned 401; set PACT_BROKER_TOKEN');
    expect(refused.code).toBe(3);
    const no_consumer = await runCli([...args, '--consumer', 'nobody'], folder.path, env);
    expect(no_consumer.stderr).toContain('no pact found');
    expect(no_consumer.code).toBe(2);
  });

  test('a broker decides by the branch whether a pact is pending, and the failure of a pending one does not fail the run', async () => {
    using folder = makeFolder();
    const path = writePact(folder.path, 'buyer-desk', 'a look at a lot', ({ response }) => {
      if (response?.body !== undefined) response.body.content = { data: { id: 'inv_1', colour: 'red' } };
    });
    await using broker = await openBroker('grain-marketplace', readFileSync(path, 'utf8'), true);
    const args = ['contracts', 'verify', broker.url, '--provider', 'grain-marketplace', '--branch', 'main'];
    const { code, stdout } = await runCli(args, folder.path, { PACT_BROKER_TOKEN: broker.token });
    expect(stdout).toContain('buyer-desk → grain-marketplace: 0 verified, 1 pending\n');
    expect(code).toBe(0);
    expect(broker.queries).toEqual([expect.objectContaining({ includePendingStatus: true, providerVersionBranch: 'main' })]);
  });
});

test.each([
  ['@pact-foundation/pact', ['contracts', 'verify', PACTS]],
  ['@stoplight/prism-cli', ['contracts', 'prism']],
])('without %s, the command prints how to install it', async (name, args) => {
  using folder = makeFolder();
  const hider = join(folder.path, 'hide.cjs');
  writeFileSync(
    hider,
    `const { Module } = require('node:module');
     const resolve = Module._resolveFilename;
     Module._resolveFilename = function (asked, ...rest) {
       if (asked === '${name}') throw new Error('not installed');
       return resolve.call(this, asked, ...rest);
     };`,
  );
  const { code, stdout, stderr } = await runCli(args, folder.path, { NODE_OPTIONS: `--require ${hider}` });
  expect(stderr).toBe(`gristmill: ${name} is not installed: run npm install --save-dev ${name}\n`);
  expect(stdout).toBe('');
  expect(code).toBe(3);
});

test('gristmill contracts prism validates its own mock, and a target that breaks the document', async () => {
  using folder = makeFolder();
  const own = await runCli(['contracts', 'prism', '--only', 'TEAM'], folder.path);
  expect(own.stdout).toMatch(
    /^Prism validated \d+ of \d+ exchanges, with \d+ of \d+ operations: no violation of the OpenAPI document\n/,
  );
  expect(own.code).toBe(0);

  await using mock = await createMock({ lots: 60, violations: ['PAGE-1/total-as-text'] });
  const broken = await runCli(['contracts', 'prism', mock.base_url, '--only', 'TRD-1'], folder.path);
  expect(broken.stdout).toContain('the OpenAPI document is violated');
  expect(broken.stdout).toMatch(/response\.body\.total .*integer/);
  expect(broken.code).toBe(1);
});
