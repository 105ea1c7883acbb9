import type { ActorName } from '../settings/schema.ts';

/** Why two actors cannot be two parties of a check, and the configuration key to change. */
export function explainSameTeam(name: ActorName, other: ActorName): [reason: string, config_key: string] {
  const elevator = name.startsWith('elevator') ? name : other;
  return [
    `it takes another team than that of ${elevator === name ? other : name}, and ${elevator} is of the same`,
    `actors.${elevator}`,
  ];
}
