import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

/** What bash offers after these words; the last one is being typed. */
function completeInBash(script: string, words: readonly string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(gristmill ${typed}); COMP_CWORD=${words.length}; _gristmill; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

test('bash completes commands, verbs, choices, and flags', async () => {
  const { out } = await runHere('completion', 'bash');
  expect(completeInBash(out, ['cl'])).toEqual(['clock', 'cleanup']);
  expect(completeInBash(out, ['clock', 'ad'])).toEqual(['advance']);
  expect(completeInBash(out, ['clock', 'advance', '7d', '--js'])).toEqual(['--json']);
  expect(completeInBash(out, ['wait', ''])).toEqual(expect.arrayContaining(['event', 'delivery', '--since']));
});

test.each(['zsh', 'fish'])('%s gets every command', async (shell) => {
  const { out } = await runHere('completion', shell);
  for (const name of ['mock', 'clock', 'conform', 'receiver', 'advance', '--json']) expect(out).toContain(name);
});
