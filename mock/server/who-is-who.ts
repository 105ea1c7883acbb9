import type { Personas } from '#fixtures/personas';

/** Describes the developer personas. */
export const WHO_IS_WHO: Readonly<Record<keyof Personas, string>> = {
  buyer: 'a buying team',
  rival: 'another buying team',
  elevator: 'a verified elevator, which buyers and sellers know by its name',
  seller: 'a seller without a team, through an approved partner',
  partner: 'the same, but with a team',
  reader: 'a program that may only browse',
  expired: 'nobody any more: 401',
};
