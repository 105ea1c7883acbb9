import type { Personas } from '#fixtures/personas';

/** Describes the developer personas. */
export const PERSONA_DESCRIPTIONS: Readonly<Record<keyof Personas, string>> = {
  buyer: 'a buying team',
  rival: 'another buying team',
  elevator: 'a verified elevator: sellers see its company name instead of "Buyer"',
  seller: 'a seller without a team',
  partner: 'another seller, whose user also belongs to a team, as webhooks require',
  reader: 'a program without a user, which can only browse',
  expired: 'an expired token: every request gets 401',
};
