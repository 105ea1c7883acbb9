/** Applies each rule of proofs/tidy to the files of this repository. */
import { expect, test } from 'vitest';
import { readRepository } from './repository.ts';
import { ROOT } from './text-file.ts';
import { RULES } from './tidy/index.ts';

const repository = readRepository(ROOT);

test.for(RULES)('$name', (rule) => {
  const { examined, findings } = rule.examine(repository);

  expect(findings.map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`} ${message}`)).toEqual([]);
  expect(examined, 'the rule examined nothing').toBeGreaterThan(0);
});
