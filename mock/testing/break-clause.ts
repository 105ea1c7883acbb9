import type { TestMock } from './open-mock.ts';

/**
 * Turns on one violation in the default world. Tests of the mechanism do not test the clause, so they pass the two halves of the name
 * separately, and the trace does not count them.
 */
export async function breakClause(t: TestMock, clause: string, how: string): Promise<void> {
  await t.deviate({ violations: [`${clause}/${how}`] });
}
