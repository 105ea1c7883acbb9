import { expect, test } from 'vitest';
import { personas } from '#fixtures/personas';
import { callerNameOf } from './log-line.ts';

test.each([
  ['a persona, by its user and team', personas.buyer, 'buyer'],
  ['a persona without a user, by its client', personas.reader, 'reader'],
  ['a persona without a team', personas.seller, 'seller'],
  [
    "a token of a persona's client without a user, by the client",
    { ...personas.buyer, user_id: null, team_id: null },
    'gristmill-desk',
  ],
  ['another user of the same client, by the user', { ...personas.buyer, user_id: 'usr_1' }, 'usr_1'],
])('%s', (_, { client_id, user_id, team_id }, name) => {
  expect(callerNameOf({ client_id, user_id, team_id })).toBe(name);
});
