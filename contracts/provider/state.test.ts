import { readFileSync } from 'node:fs';
import { EVENTS } from '#spec';
import { expect, test } from 'vitest';
import { openContext } from '#client/testing/context';
import { serve } from '#client/testing/server';
import { InvalidStateError, findState } from './state.ts';
import { STATES, findEventState } from './states.ts';

test('state names are unique, and every state has a description', () => {
  expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length);
  for (const { name, description } of STATES) expect(description, name).toMatch(/^[A-Z].*\.$/);
});

test('an actor that does not exist is an error of the pact, in every parameter', async () => {
  await using target = await serve((request) => request.socket.destroy());
  const lot = findState('a listed lot', STATES).make(openContext(target), { seller: 'farmer' });
  await expect(lot).rejects.toThrow(InvalidStateError);
  await expect(lot).rejects.toThrow(/^the parameter 'seller' is "farmer", which is not an actor; use one of /);
});

test('EVT-13 every event that can be sent has a state, which a description can name', () => {
  const sent = Object.entries(EVENTS).flatMap(([type, { audience }]) => (audience === 'reserved' ? [] : [type]));
  expect(STATES.flatMap(({ event }) => event ?? []).toSorted()).toEqual(sent.toSorted());
  expect(findEventState('a trade.settled event')?.name).toBe('trade.settled is sent');
  expect(findEventState('an event')).toBeUndefined();
});

test('docs/contracts.md lists exactly the existing states, with their values', () => {
  const guide = readFileSync(new URL('../../docs/contracts.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `([^`]+)` \| ([A-Z].*) \| (.*) \|$/gm)].map(([, name, description, values]) => ({
    name,
    description,
    values,
  }));
  const expected = STATES.map(({ name, description, values }) => ({
    name,
    description,
    values: Object.keys(values)
      .map((value) => `\`${value}\``)
      .join(', '),
  }));
  expect(rows).toEqual(expected);
});
