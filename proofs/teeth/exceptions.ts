import type { ClauseId } from '#spec/clauses/index';

/** Clauses of level S or D that are judged and that no violation can break visibly, each with the reason. */
export const UNBREAKABLE: Readonly<Partial<Record<ClauseId, string>>> = {
  'TEAM-4': "The name of the role's field is not stated: what is seen of it is information.",
};
