import { expect, test } from 'vitest';
import { writeRerunScript } from './rerun-script.ts';

test('a script that runs a check again prints the result of the check, and not the report of the run', () => {
  const script = writeRerunScript({
    check: { id: 'BID-4/x', title: 'A bid is rejected', clause: 'BID-4' },
    message: 'It is wrong.',
    why: 'it takes minutes of waiting',
    base_url: 'http://127.0.0.1:9/v1',
    flags: ['--config a.yaml'],
    checks: ['BID-4/x'],
  });
  expect(script).toContain(
    '${GRISTMILL:-npx gristmill} conform "$TARGET" --config a.yaml --only "$1" --report "json=$REPORT" --quiet\n',
  );
  expect(script).toContain('console.error(reason);');
});
