/** docs/certify.md: from nothing to a signed statement, with the commands and the client of the guide. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Finished, makeFolder, runCli } from '../conform/run-cli.ts';
import { readBlocks } from '../guides.ts';

const blockOf = readBlocks('docs/certify.md');

/** The arguments of the commands of a block. */
function commandsOf(info: string): readonly (readonly string[])[] {
  return blockOf(info)
    .split('\n')
    .map((line) => line.split(' '))
    .map(([program, ...args]) => {
      expect(program).toBe('gristmill');
      return args;
    });
}

test('the guide leads from nothing to a signed statement', async () => {
  using folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  const run = async (args: readonly string[]): Promise<Finished> => runCli(args, folder.path);

  // What `npm init` writes.
  writeFileSync(at('package.json'), '{"type":"commonjs"}');
  writeFileSync(at('client.mjs'), blockOf('js client'));
  expect(await run(['certify', '--init'])).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(at('certify.yaml'), 'utf8')).toContain('command: node client.js');
  writeFileSync(at('certify.yaml'), blockOf('yaml certify'));

  const [some = []] = commandsOf('sh run');
  expect(await run(some)).toMatchObject({ code: 0, stderr: '' });
  const [keygen = [], sign = []] = commandsOf('sh sign');
  expect(await run(keygen)).toMatchObject({ code: 0, stderr: '' });
  const signed = await run(sign);
  expect(signed.stdout).toContain('\nReady\n');
  expect(signed).toMatchObject({ code: 0, stderr: '' });

  const [verify = []] = commandsOf('sh verify');
  const verified = await run(verify);
  expect(verified.stdout).toContain('The signature is valid. The statement says: ready.');
  expect(verified.stdout).toContain('The report certify-report.json is the one that was signed.');
  expect(verified).toMatchObject({ code: 0, stderr: '' });

  const report = readFileSync(at('certify-report.json'), 'utf8');
  writeFileSync(at('certify-report.json'), report.replace('"verdict": "ready"', '"verdict": "not_ready"'));
  expect(await run(verify)).toMatchObject({
    code: 3,
    stderr:
      'gristmill: statement.json: rejected: the report certify-report.json is not the one that the statement is about: its digest differs\n',
  });
  // A report that was ready has nothing to rerun.
  writeFileSync(at('certify-report.json'), report);
  expect(await run(['certify', '--rerun-failed', 'certify-report.json'])).toMatchObject({ code: 2 });
  for (const secret of ['dev_secret_desk', 'whsec_']) expect(report).not.toContain(secret);
});
