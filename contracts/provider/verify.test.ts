import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { afterEach, expect, test, vi } from 'vitest';
import { ContractsSetupError } from '../errors.ts';
import type { PactFile } from './find-pacts.ts';
import { verifyPacts, type Verification } from './verify.ts';

/** Stands in for Pact's verifier: runs one interaction, which fails or is verified as the name of the provider says, or loads no pact. */
const CORE = `
exports.default = {
  verifyPacts: async ({ provider, providerStatesSetupUrl: url }) => {
    if (provider === 'unloadable') return JSON.stringify({ errors: [{ mismatch: { message: 'the pact is damaged' } }] });
    for (const action of ['setup', 'teardown']) await fetch(url, { method: 'POST', body: JSON.stringify({ state: '', action }) });
    const result = provider === 'failing' ? 'Error' : 'OK';
    return JSON.stringify({ interactionResults: [{ consumer: 'desk', description: 'a look', result }] });
  },
};`;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Verifies one pact with each of these providers. */
async function verify(providers: readonly string[], interactions = 1): Promise<Verification> {
  const core = join(makeTestFolder(), 'core.cjs');
  writeFileSync(core, CORE);
  await using target = await serve((_request, response) => {
    sendJson(response, 200, {});
  });
  const pacts = providers.map((provider): PactFile => ({ kind: 'file', at: '', consumer: 'desk', provider, interactions }));
  const options = {
    settings: makeSettings({ base_url: target.base_url }),
    mock: undefined,
    state_hook: undefined,
    consumers: [],
    provider: undefined,
    actor: undefined,
    access: {},
    is_latest: false,
    publish_version: undefined,
    branch: undefined,
  };
  return await verifyPacts(pacts, options, core);
}

const DAMAGED = 'no pact could be loaded: the pact is damaged';

test.each([
  [['failing', 'unloadable'], ['failed'], 1],
  [['unloadable', 'good'], ['verified'], 3],
])('if the pacts of one provider cannot be verified, the others have verdicts: %j', async (providers, kinds, exit_code) => {
  const verification = await verify(providers);
  expect(verification.verdicts.map(({ kind }) => kind)).toEqual(kinds);
  expect(verification).toMatchObject({ problems: [DAMAGED], exit_code });
});

test('if no pact can be verified, the first problem is thrown', async () => {
  await expect(verify(['unloadable'])).rejects.toThrow(new ContractsSetupError(DAMAGED));
});

test.each(['PACT_DESCRIPTION', 'PACT_PROVIDER_STATE', 'PACT_PROVIDER_NO_STATE'])(
  'with %s, Pact can run fewer interactions than the pact has',
  async (name) => {
    await expect(verify(['good'], 2)).rejects.toThrow("have 2 interactions, but Pact's verifier reported 1");
    vi.stubEnv(name, 'true');
    expect((await verify(['good'], 2)).exit_code).toBe(0);
  },
);
