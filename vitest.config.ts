import { defineConfig, type ViteUserConfigExport } from 'vitest/config';

/** Folders whose tests make up the quick tier. Proofs take longer and are a project of their own. */
const QUICK_FOLDERS = ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts', 'certify', 'cli', 'tools'];

/** Not code that a test could cover. */
const UNMEASURED = ['**/*.test.ts', 'tools/**', 'spec/openapi.types.ts'];

/** Tests beside their source that take too long for the quick tier: they run with the proofs. */
const SLOW = '{cli,scenarios}/**/*.proof.test.ts';

const TIMEOUTS_MS = { quick: 10_000, ci: 120_000, full: 3_600_000 };

/** `vitest --mode full` or PROOFS=full runs the proofs at full size; everything else runs them at the size of CI. */
const config: ViteUserConfigExport = defineConfig(({ mode }) => {
  const size = process.env['PROOFS'] === 'full' || mode === 'full' ? 'full' : 'ci';
  return {
    test: {
      isolate: false,
      coverage: { provider: 'v8', include: QUICK_FOLDERS.map((folder) => `${folder}/**/*.ts`), exclude: UNMEASURED },
      projects: [
        {
          extends: true,
          test: {
            name: 'quick',
            include: QUICK_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
            exclude: ['**/node_modules/**', 'dist/**', SLOW],
            testTimeout: TIMEOUTS_MS.quick,
          },
        },
        {
          extends: true,
          test: {
            name: 'proofs',
            include: ['proofs/**/*.test.ts', SLOW],
            exclude: ['**/node_modules/**', 'dist/**'],
            env: { PROOFS: size },
            testTimeout: TIMEOUTS_MS[size],
            hookTimeout: TIMEOUTS_MS[size],
          },
        },
      ],
    },
  };
});

export default config;
