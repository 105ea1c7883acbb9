import { asOwner, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const TEAMS: readonly Violation[] = [violation('TEAM-5/strangers-read', 'Anybody reads any team.', asOwner('getTeam'))];
