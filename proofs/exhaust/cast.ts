/** Who takes part in the small world, what each of them keeps to itself, and the two lots that are there from the start. */
import { personas } from '#fixtures/personas';
import type { Batch } from '#fixtures/records';

export type Buyer = 'buyer 1' | 'buyer 2';
export type Seller = 'seller 1' | 'seller 2';
/** The third party is a team with no business here; the reader is a machine that may browse and do nothing else. */
export type Actor = Buyer | Seller | 'third party' | 'reader';

export const BUYERS: readonly Buyer[] = ['buyer 1', 'buyer 2'];
export const ACTORS: readonly Actor[] = ['buyer 1', 'buyer 2', 'seller 1', 'seller 2', 'third party', 'reader'];
/** Who could think of answering a bid. The reader has no scope to. */
export const USERS: readonly Exclude<Actor, 'reader'>[] = ['seller 1', 'buyer 1', 'buyer 2', 'seller 2', 'third party'];

export const BEGIN = '2026-06-10T12:00:00.000Z';
/** The lot that is bid on. It is ungraded, so that a bid offers for one of its grades or for both (BID-7). */
export const LOT = 'inv_small';
export const LOT_MT = 100;
/** The lot of seller 2, whom nothing that happens here concerns. */
export const OTHER_LOT = 'inv_other';
export const GRADES = ['No. 1 Canada', 'No. 2 Canada'] as const;

interface Person {
  persona: (typeof personas)[keyof typeof personas];
  name: string;
  email: string;
  /** Every team of the user; a seller's is told of what happens to its listings, though no token of seller 1 is bound to it (EVT-25). */
  team: { id: string; name: string } | null;
  farm: { id: string; name: string; latitude: number; longitude: number } | null;
  /** The words of all these names that occur nowhere else, in lower case. */
  telling: readonly string[];
}

const CAST: Readonly<Record<Exclude<Actor, 'reader'>, Person>> = {
  'buyer 1': {
    persona: personas.buyer,
    name: 'Isaura Vossberg',
    email: 'isaura@umberfield.example',
    team: { id: personas.buyer.team_id, name: 'Umberfield Milling' },
    farm: null,
    telling: ['isaura', 'vossberg', 'umberfield'],
  },
  'buyer 2': {
    persona: personas.rival,
    name: 'Caspian Drumheuer',
    email: 'caspian@larkspire.example',
    team: { id: personas.rival.team_id, name: 'Larkspire Grain Traders' },
    farm: null,
    telling: ['caspian', 'drumheuer', 'larkspire'],
  },
  'seller 1': {
    persona: personas.seller,
    name: 'Thessaly Quornby',
    email: 'thessaly@quillonacre.example',
    team: { id: 'tm_5e11e700000000001', name: 'Quornby Growers' },
    farm: { id: 'farm_5e11e70000000001', name: 'Quillonacre Bottoms', latitude: 50.312477, longitude: -107.801932 },
    telling: ['thessaly', 'quornby', 'quillonacre'],
  },
  'seller 2': {
    persona: personas.partner,
    name: 'Ambrose Fennimark',
    email: 'ambrose@zephyrholt.example',
    team: { id: personas.partner.team_id, name: 'Fennimark Brothers' },
    farm: { id: 'farm_5e11e70000000002', name: 'Zephyrholt Ridge', latitude: 51.046813, longitude: -106.957204 },
    telling: ['ambrose', 'fennimark', 'zephyrholt'],
  },
  'third party': {
    persona: personas.elevator,
    name: 'Perpetua Oxenholm',
    email: 'perpetua@grimsdyke.example',
    team: { id: personas.elevator.team_id, name: 'Grimsdyke Terminal' },
    farm: null,
    telling: ['perpetua', 'oxenholm', 'grimsdyke'],
  },
};

export function tokenOf(actor: Actor): string {
  return actor === 'reader' ? personas.reader.token : CAST[actor].persona.token;
}

/** The name by which the other side of a settled trade learns of a party (PRIV-4): a seller's own, a buyer's company's. */
export function nameOf(actor: Buyer | Seller): string {
  const { name, team } = CAST[actor];
  return actor === 'buyer 1' || actor === 'buyer 2' ? (team?.name ?? name) : name;
}

/** Whose events come to a team. */
export function actorOfTeam(team_id: string): Actor | undefined {
  return USERS.find((actor) => CAST[actor].team?.id === team_id);
}

/** What nobody else may ever see of somebody, in lower case: words of names, addresses, ids, and coordinates to a hundredth, which tells more than the town. */
function secretsOf(actor: Exclude<Actor, 'reader'>): readonly string[] {
  const { persona, email, team, farm, telling } = CAST[actor];
  const places = farm === null ? [] : [farm.latitude.toFixed(2), Math.abs(farm.longitude).toFixed(2)];
  const ids = [persona.user_id ?? '', team?.id ?? '', farm?.id ?? ''].filter((id) => id !== '');
  return [...telling, email, ...ids, ...places];
}

/** What is not for the eyes of an actor: everything that everybody else keeps. */
export const HIDDEN_FROM: Readonly<Record<Actor, readonly string[]>> = {
  'buyer 1': hiddenFrom('buyer 1'),
  'buyer 2': hiddenFrom('buyer 2'),
  'seller 1': hiddenFrom('seller 1'),
  'seller 2': hiddenFrom('seller 2'),
  'third party': hiddenFrom('third party'),
  reader: hiddenFrom('reader'),
};

function hiddenFrom(viewer: Actor): readonly string[] {
  return USERS.filter((actor) => actor !== viewer).flatMap(secretsOf);
}

/** The subscription of an actor's team, to everything that could ever come. */
export function subscriptionOf(actor: Exclude<Actor, 'reader'>): { id: string; team_id: string; client_id: string } | undefined {
  const { persona, team } = CAST[actor];
  return team === null ? undefined : { id: `whk_${team.id}`, team_id: team.id, client_id: persona.client_id };
}

/** The people, their farms and the two lots; tokens and clients are those of the developer. */
export function makeFounding(): Batch {
  const people = USERS.map((actor) => CAST[actor]);
  const lot = {
    livemode: true,
    commodity: 'canola',
    variety: null,
    grade: null,
    is_organic: false,
    crop_year: 2025,
    quantity_mt: LOT_MT,
    price_amount: 600,
    price_firm: false,
    protein: null,
    moisture: null,
    test_weight: null,
    dockage: null,
    falling_number: null,
    province: 'SK',
    nearest_city: 'Swift Current',
    city_id: null,
    status: 'listed' as const,
    listed_at: BEGIN,
    expires_at: null,
    created_at: BEGIN,
  };
  const lotOf = (actor: Seller, id: string): typeof lot & { id: string; reference: string; user_id: string; farm_id: string } => {
    const { persona, farm } = CAST[actor];
    return { ...lot, id, reference: `LOT-${id}`, user_id: persona.user_id ?? '', farm_id: farm?.id ?? '' };
  };
  return {
    users: people.map(({ persona, name, email }) => ({
      id: persona.user_id ?? '',
      name,
      email,
      created_by_client_id: null,
      created_at: BEGIN,
    })),
    teams: people.flatMap(({ team }) =>
      team === null
        ? []
        : [{ ...team, type: 'buyer' as const, is_verified_elevator: false, has_good_credit: true, created_at: BEGIN }],
    ),
    memberships: people.flatMap(({ persona, team }) =>
      team === null ? [] : [{ team_id: team.id, user_id: persona.user_id ?? '', role: 'owner' as const }],
    ),
    farms: people.flatMap(({ persona, farm }) =>
      farm === null
        ? []
        : [
            {
              ...farm,
              user_id: persona.user_id ?? '',
              livemode: true,
              nearest_city: 'Swift Current',
              nearest_province: 'SK',
              has_payment_method: true,
              created_at: BEGIN,
            },
          ],
    ),
    lots: [lotOf('seller 1', LOT), lotOf('seller 2', OTHER_LOT)],
  };
}
