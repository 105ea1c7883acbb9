import type { TestMock } from './open-mock.ts';

/**
 * Has the default world break a clause in one way, and no other. Tests of the mechanism are no tests of the clause, so that the two halves of
 * the name stand apart in them.
 */
export async function breakClause(t: TestMock, clause: string, how: string): Promise<void> {
  await t.deviate({ violations: [`${clause}/${how}`] });
}
