import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATES } from './states.ts';

test('docs/contracts.md lists exactly the existing states, with their values', () => {
  const guide = readFileSync(new URL('../../docs/contracts.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `([^`]+)` \| ([A-Z].*) \| (.*) \|$/gm)].map(([, name, makes, values]) => ({
    name,
    makes,
    values,
  }));
  const expected = STATES.map(({ name, makes, values }) => ({
    name,
    makes,
    values: Object.keys(values)
      .map((value) => `\`${value}\``)
      .join(', '),
  }));
  expect(rows).toEqual(expected);
});
