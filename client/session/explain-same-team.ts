import type { ActorName } from '../settings/schema.ts';

/** Why two actors cannot be the two parties of a check, and the configuration key to change. */
export function explainSameTeam(name: ActorName, other: ActorName): [reason: string, config_key: string] {
  const elevator = name.startsWith('elevator') ? name : other;
  return [
    `it needs a different team from that of ${elevator === name ? other : name}, but ${elevator} is in the same team`,
    `actors.${elevator}`,
  ];
}
