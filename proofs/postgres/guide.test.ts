/** docs/shared-sandbox.md, with its commands as they stand, on free ports. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePort } from '#client';
import { COMMAND } from '#client/testing/command';
import { makeFolder } from '../conform/run-cli.ts';
import { readBlocks } from '../guides.ts';
import { startPostgres } from '../postgres.ts';

const blockOf = readBlocks('docs/shared-sandbox.md');
const PORTS = ['4011', '4012', '4013', '8080'] as const;

test('the guide leads to a tenant whose bid survives the death of a process', async () => {
  await using postgres = await startPostgres();
  using made = makeFolder();
  const folder = made.path;
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'gristmill'), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(join(bin, 'gristmill'), 0o755);
  const blocks = ['sh start', 'nginx', 'sh balance', 'sh invite', 'sh use', 'sh stop'].map(blockOf);
  expect(blocks.every((block) => block !== '')).toBe(true);
  const free = new Map<string, string>();
  for (const port of PORTS) free.set(port, String(await findFreePort()));
  // All at once, because a free port can contain the digits of another port of the guide.
  const [start, nginx = '', ...others] = blocks.map((block) =>
    block.replaceAll(new RegExp(PORTS.join('|'), 'g'), (port) => free.get(port) ?? port),
  );
  writeFileSync(join(folder, 'nginx.conf'), nginx);
  // What the guide starts ends with it, even where it fails. Usually, all of it has stopped already.
  const end = `trap 'kill $(cat mock-*.pid nginx.pid) 2> /dev/null || true; wait' EXIT`;
  writeFileSync(join(folder, 'guide.sh'), ['set -eu', end, start, ...others].join('\n'));
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, DATABASE_URL: await postgres.createDatabase('sandbox') };
  // With -x, an error shows the command that failed.
  const { stdout } = await promisify(execFile)('bash', ['-x', 'guide.sh'], { cwd: folder, env, timeout: 110_000 });
  expect(stdout.split('\n').slice(-4)).toEqual(['The sandbox is ready.', 'The same key returns the same bid.', 'pending', '']);
});
