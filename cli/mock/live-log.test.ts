import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { createJsonLog } from './json-log.ts';
import { createLiveLog } from './live-log.ts';

test.each(['pretty', 'json'] as const)('%s: a line for each request of each world, without its token', async (format) => {
  const printed: string[] = [];
  const write = (text: string): void => void printed.push(text);
  const { onEvent } =
    format === 'json' ? createJsonLog(write, { is_shared: false, tenantOf: () => undefined }) : { onEvent: createLiveLog(write) };
  await using mock = await createMock({ lots: 20, onEvent });
  await using world = await mock.world({ lots: 20 });
  await mock.as('buyer').GET('/inventory');
  await world.as('rival').GET('/inventory');
  await expect.poll(() => printed.join('').match(/\n/g)?.length).toBe(2);

  const lines = printed.join('').trimEnd().split('\n');
  expect(lines.join('')).not.toContain('dev_');
  if (format === 'json') {
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { world: 'default', kind: 'request', entry: { status: 200 } },
      { world: world.id, kind: 'request', entry: { status: 200 } },
    ]);
  } else {
    expect(lines[0]).toMatch(/ buyer +GET +\/v1\/inventory +200 +\d+ ms {2}#1$/);
    expect(lines[1]).toMatch(new RegExp(` rival +GET .* ms {2}#1 {2}${world.id}$`));
  }
});
