import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfigExport } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests make up the quick tier. Proofs take longer and are a separate project. */
const QUICK_FOLDERS = [
  'spec',
  'fixtures',
  'mock',
  'client',
  'conformance',
  'scenarios',
  'contracts',
  'certify',
  'cli',
  'tools',
  'bench',
];

/** Not code that a test could cover. */
const UNMEASURED = ['**/*.test.ts', 'tools/**', 'bench/**', 'spec/openapi.types.ts'];

/** Tests beside their source that take too long for the quick tier: they run with the proofs. */
const SLOW = 'scenarios/**/*.proof.test.ts';

/**
 * The files that take longest run first. In a clean clone, vitest orders files by their size, so that one of these can start last and run alone.
 */
const LONGEST: readonly string[] = [
  'proofs/set-ups/set-ups.test.ts',
  'proofs/certify/guide.test.ts',
  'proofs/contracts/prism-gate.test.ts',
  'proofs/hostile/hostile.test.ts',
  'proofs/redaction.test.ts',
  'proofs/dashboard/pages.test.ts',
  'proofs/conform/conform.test.ts',
  'scenarios/play/explore.proof.test.ts',
  'proofs/postgres/processes.test.ts',
  'proofs/contracts/pacts.test.ts',
  'proofs/certify/bad-clients.test.ts',
  'proofs/certify/exam.test.ts',
  'proofs/exhaust/exhaust.test.ts',
  'proofs/report-browser.test.ts',
  'proofs/postgres/versions.test.ts',
  'proofs/hostile/content.test.ts',
  'proofs/explore/explore.test.ts',
  'proofs/certify/coach.test.ts',
  'proofs/reproductions/reproductions.test.ts',
  'proofs/postgres/tenants.test.ts',
  'proofs/starvation/starvation.test.ts',
  'proofs/wording/wording.test.ts',
  'proofs/conform/one-open-bid.test.ts',
  'proofs/postgres/resilience.test.ts',
  'cli/mock/mock.test.ts',
  'cli/conform.test.ts',
  'conformance/receiver/drills/drills.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return place === -1 ? LONGEST.length : place;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/**
 * More than there are cores, because tests of deliveries and of whole commands often wait. On two cores, the proofs take 307 s with three
 * workers and 280 s with four.
 */
const WORKERS = availableParallelism() * 2;

/** When a test counts as hanging, not as slow: in a clean clone, the first test of a file also waits for the transformation of what it imports. */
const TIMEOUTS_MS = { quick: 60_000, ci: 240_000, full: 3_600_000 };

/** `vitest --mode full` or PROOFS=full runs the proofs at full size; everything else runs them at the size of CI. */
const config: ViteUserConfigExport = defineConfig(({ mode }) => {
  const size = process.env['PROOFS'] === 'full' || mode === 'full' ? 'full' : 'ci';
  return {
    test: {
      isolate: false,
      // Node loads TypeScript itself, as it does for the command. It takes a fifth less CPU time than Vite. No test replaces modules, which
      // would need the loader of Vitest.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      maxWorkers: WORKERS,
      sequence: { sequencer: LongestFirst },
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
            // On a busy machine, a process or a browser can take seconds.
            expect: { poll: { timeout: 15_000 } },
            testTimeout: TIMEOUTS_MS[size],
            hookTimeout: TIMEOUTS_MS[size],
          },
        },
      ],
    },
  };
});

export default config;
