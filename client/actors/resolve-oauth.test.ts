import { expect, test } from 'vitest';
import { resolveOauth } from './resolve-oauth.ts';

const CONFIG = { oauth: { machine: { client_id: 'reader', client_secret_env: 'SECRET' } } };

test('the line break after a client secret in the environment does not belong to it, and a blank one counts as missing', () => {
  expect(resolveOauth(CONFIG, { SECRET: 'dev_secret\n' }, false).machine).toEqual({
    client_id: 'reader',
    client_secret: 'dev_secret',
  });
  expect(resolveOauth(CONFIG, { SECRET: ' ' }, false).machine).toBeUndefined();
});
