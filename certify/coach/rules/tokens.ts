/** Tokens and scopes. */
import { OPERATIONS, type Operation } from '#spec';
import type { Exchange } from '#mock/server/journal/traffic';
import type { Rule, Sighting } from '../rule.ts';
import {
  bearerOf,
  idOf,
  isSuccess,
  requestLineOf,
  parseObject,
  statusOf,
  targetOf,
  textOf,
  type TrafficView,
} from '../traffic-view.ts';

/** Fewer can be a coincidence. */
const EARLY_REFRESHES_MIN = 3;
const REPEATS_MIN = 3;
/** How soon a client refreshes after a 401, even on a busy machine. */
const REFRESH_WITHIN_MS = 5_000;
/** A token is young until this share of its lifetime has passed. */
const YOUNG = 0.5;

const formOf = ({ body }: Exchange): URLSearchParams => new URLSearchParams(body);
const refreshTokenOf = (exchange: Exchange): string => formOf(exchange).get('refresh_token') ?? '';

/** Token requests that were sent while the previous token was young and still valid. */
function findEarly(view: TrafficView): readonly Sighting[] {
  const granted = view.tokens.filter((one) => isSuccess(one) && formOf(one).get('grant_type') !== 'authorization_code');
  const early = granted.flatMap((at, index): Sighting[] => {
    const before = granted.slice(0, index).findLast((one) => isReplaced(view, one, at));
    if (before === undefined) return [];
    const { access_token, expires_in } = view.responseOf(before);
    const lifetime_seconds = typeof expires_in === 'number' ? expires_in : Infinity;
    const age_seconds = ageOf(before, at);
    const is_refused = view.requests.some((one) => bearerOf(one) === access_token && statusOf(one) === 401);
    if (is_refused || age_seconds >= lifetime_seconds * YOUNG) return [];
    const life = lifetime_seconds === Infinity ? '' : ` of ${lifetime_seconds} s`;
    return [{ at, seen: `The token was ${Math.round(age_seconds)} s old${life}, and worked, when the client got another one.` }];
  });
  return early.length >= EARLY_REFRESHES_MIN ? early : [];
}

/** Whether a token request replaces the token of an earlier one. Several users and processes have tokens side by side. */
function isReplaced(view: TrafficView, before: Exchange, at: Exchange): boolean {
  if (formOf(before).get('grant_type') !== formOf(at).get('grant_type')) return false;
  const { access_token, refresh_token } = view.responseOf(before);
  const used = refreshTokenOf(at);
  if (used !== '') return used === refresh_token || used === refreshTokenOf(before);
  return !view.requests.some((one) => bearerOf(one) === access_token && one.began_ms > at.ended_ms);
}

function ageOf(before: Exchange, at: Exchange): number {
  const world_ms = Date.parse(at.at ?? '') - Date.parse(before.at ?? '');
  return (Number.isNaN(world_ms) ? at.began_ms - before.ended_ms : world_ms) / 1_000;
}

function findReused(view: TrafficView): readonly Sighting[] {
  const refreshes = view.tokens.filter((one) => refreshTokenOf(one) !== '');
  return refreshes.flatMap((at, index): Sighting[] => {
    const before = refreshes.slice(0, index).find((one) => refreshTokenOf(one) === refreshTokenOf(at) && isSuccess(one));
    if (before === undefined) return [];
    const is_parallel = at.began_ms < before.ended_ms;
    return [
      {
        at,
        seen: is_parallel
          ? 'Two refreshes were sent at once, with the same refresh token.'
          : 'The refresh used a refresh token that an earlier refresh had used up.',
      },
    ];
  });
}

/** Requests with a token after it was refused. */
function findRefusedTokens(view: TrafficView): readonly Sighting[] {
  return [...Map.groupBy(view.requests, bearerOf)].flatMap(([token, uses]): Sighting[] => {
    const refused = uses.find((one) => statusOf(one) === 401);
    if (token === '' || refused === undefined) return [];
    // While a refresh is in progress or about to begin, other requests still have the old token.
    const isBeforeRefresh = (one: Exchange): boolean =>
      view.tokens.some(({ began_ms, ended_ms }) => ended_ms > one.began_ms && began_ms < one.ended_ms + REFRESH_WITHIN_MS);
    const again = uses.filter((one) => one.began_ms > refused.ended_ms && statusOf(one) === 401 && !isBeforeRefresh(one));
    const [at] = again;
    if (at === undefined || again.length < REPEATS_MIN - 1) return [];
    return [{ at, seen: `A token that got 401 was sent ${again.length} more times.` }];
  });
}

/** A client that stopped after its token expired. */
function findGivenUp(view: TrafficView): readonly Sighting[] {
  if (!view.is_final) return [];
  return [...Map.groupBy(view.requests, bearerOf)].flatMap(([token, uses]): Sighting[] => {
    const at = uses.find((one) => statusOf(one) === 401);
    if (token === '' || at === undefined || !uses.some(isSuccess)) return [];
    const goes_on = view.exchanges.some(
      (one) => one.began_ms >= at.began_ms && (one.purpose === 'token' || (isSuccess(one) && bearerOf(one) !== token)),
    );
    return goes_on ? [] : [{ at, seen: `${requestLineOf(at)} got 401, and the client got no other token.` }];
  });
}

/** Scopes of a token that no request with it needed. */
function findUnusedScopes(view: TrafficView): readonly Sighting[] {
  if (!view.is_final) return [];
  return view.tokens.flatMap((at): Sighting[] => {
    const asked = formOf(at).get('scope');
    const { access_token } = view.responseOf(at);
    if (asked === null || !isSuccess(at)) return [];
    const uses = view.requests.filter((one) => bearerOf(one) === access_token);
    if (uses.length === 0) return [];
    const needed = new Set(uses.flatMap(({ purpose }) => scopesOf(purpose)));
    const unused = asked.split(' ').filter((scope) => !needed.has(scope) && scope.includes('.'));
    return unused.length === 0
      ? []
      : [
          {
            at,
            seen: `The client requested ${unused.join(' and ')}, but none of its ${uses.length} ${uses.length === 1 ? 'request' : 'requests'} needed ${unused.length === 1 ? 'it' : 'them'}.`,
          },
        ];
  });
}

/** BID-39: a team that is not eligible to bid gets the same code as a token without the scope. Only the token response shows which scopes the token has. */
function isPossiblyIneligible(view: TrafficView, at: Exchange): boolean {
  if (at.purpose !== 'placeBid' && at.purpose !== 'counterBid') return false;
  const granted = view.tokens.map((one) => view.responseOf(one)).find(({ access_token }) => access_token === bearerOf(at))?.[
    'scope'
  ];
  return typeof granted !== 'string' || scopesOf(at.purpose).every((scope) => granted.split(' ').includes(scope));
}

function scopesOf(purpose: string): readonly string[] {
  const operations: Readonly<Record<string, Operation>> = OPERATIONS;
  const scopes = operations[purpose]?.scopes;
  if (scopes === undefined) return [];
  return 'all' in scopes ? scopes.all : scopes.any;
}

/** Requests for records that exist only in the other mode. */
function findWrongMode(view: TrafficView): readonly Sighting[] {
  const seen = new Map<string, boolean>();
  const learn = (text: string, livemode: boolean | undefined): void => {
    if (livemode === undefined) return;
    for (const [id] of text.matchAll(/\b(?:inv|bid|trd)_\w+/g)) seen.set(id, livemode);
  };
  for (const { livemode, response } of view.requests)
    if (response !== undefined && response.status < 300) learn(response.body, livemode);
  for (const { livemode, body } of view.deliveries) learn(JSON.stringify(parseObject(body)['data'] ?? {}), livemode);
  return view.requests
    .filter((one) => statusOf(one) === 404 && one.livemode !== undefined)
    .filter((one) => seen.get(idOf(one)) === !one.livemode)
    .map((at) => ({
      at,
      seen: `${idOf(at)} is a ${at.livemode === true ? 'sandbox record, but the request used a live token' : 'live record, but the request used a sandbox token'}.`,
    }));
}

export const TOKEN_RULES: readonly Rule[] = [
  {
    id: 'tokens/in-url',
    level: 'must',
    source: 'RFC 9700 section 4.3.2',
    title: 'An access token is sent in the Authorization header only',
    why: 'Proxies and servers log URLs, and the token with them.',
    fix: 'Send `Authorization: Bearer …`, and no `access_token` in the query.',
    find: (view) =>
      view.requests
        .filter((one) => targetOf(one).searchParams.has('access_token'))
        .map((at) => ({ at, seen: `${requestLineOf(at)} has an access token in its query.` })),
  },
  {
    id: 'tokens/refresh-token-reused',
    level: 'must',
    source: 'RFC 9700 section 4.14.2',
    title: 'A refresh token is used once',
    why: 'Refresh tokens rotate. The second use looks like theft, and revokes every token of the grant.',
    fix: 'Store the refresh token of each response before you go on. Let concurrent requests wait for one refresh.',
    find: findReused,
  },
  {
    id: 'tokens/refused-refresh-again',
    level: 'must',
    source: 'RFC 6749 section 5.2',
    title: 'A client does not repeat a refresh that was refused',
    why: 'After invalid_grant, the refresh token never works again. Only a new sign-in helps.',
    fix: 'After invalid_grant, forget the tokens, and ask the user to sign in.',
    find: (view) => {
      const refused = view.tokens.filter((one) => statusOf(one) === 400 && refreshTokenOf(one) !== '');
      return [...Map.groupBy(refused, refreshTokenOf).values()].flatMap((same): Sighting[] => {
        const [, at] = same;
        if (at === undefined || same.length < REPEATS_MIN) return [];
        return [
          {
            at,
            seen: `A refresh got ${textOf(parseObject(at.response?.body ?? '')['error'])}, and was sent ${same.length} times.`,
          },
        ];
      });
    },
  },
  {
    id: 'tokens/wrong-mode',
    level: 'must',
    source: 'INV-25',
    title: 'Records of the sandbox are used with sandbox tokens, and live ones with live tokens',
    why: 'The other mode returns 404. In the worst case, a test creates a real trade.',
    fix: 'Keep the tokens, the data, and the webhook secrets of the modes apart, and look at `livemode` of an event.',
    find: findWrongMode,
  },
  {
    id: 'tokens/used-after-401',
    level: 'must',
    source: 'AUTH-15',
    title: 'After a 401, a client stops using that access token',
    why: 'An expired token never works again, so the client fails until it gets a new one.',
    fix: 'After the first 401, refresh once, and send the request again with the new token. If that gets 401, stop.',
    find: findRefusedTokens,
  },
  {
    id: 'tokens/refreshed-early',
    level: 'should',
    source: 'RFC 6749 section 1.5',
    title: 'A client uses an access token until it is about to expire',
    why: 'Each refresh replaces the refresh token. If one response is lost, the user must sign in again.',
    fix: 'Keep the token with its `expires_in`. Refresh after a 401, or shortly before it expires.',
    find: findEarly,
  },
  {
    id: 'tokens/forbidden-again',
    level: 'should',
    source: 'AUTH-2',
    title: 'A client does not repeat a request for which it lacks the scope',
    why: 'A token never gains scopes, so the request always fails, and it looks like probing.',
    fix: 'Ask for the scope when the user signs in, or remove the request.',
    find: (view) => {
      const forbidden = view.requests.filter((one) => statusOf(one) === 403 && view.codeOf(one) === 'insufficient_scope');
      const callOf = (one: Exchange): string => `${bearerOf(one)} ${one.purpose}`;
      // A token that was accepted once has the scope.
      const allowed = new Set(view.requests.filter(isSuccess).map(callOf));
      return [...Map.groupBy(forbidden, callOf)].flatMap(([call, same]): Sighting[] => {
        const [at] = same;
        if (at === undefined || same.length < REPEATS_MIN || allowed.has(call) || isPossiblyIneligible(view, at)) return [];
        return [{ at, seen: `${requestLineOf(at)} got 403 insufficient_scope, and was sent ${same.length} times.` }];
      });
    },
  },
  {
    id: 'tokens/given-up',
    level: 'consider',
    source: 'AUTH-15',
    title: 'After its token has expired, a client refreshes it and continues',
    why: 'Access tokens last an hour. A client that does not refresh stops working after that.',
    fix: 'Refresh after a 401, and send the request again.',
    find: findGivenUp,
  },
  {
    id: 'tokens/unused-scopes',
    level: 'consider',
    source: 'RFC 9700 section 2.3',
    title: 'A client asks for the scopes that it uses',
    why: 'A stolen token can do everything in its scopes. Users also hesitate to grant more than they understand.',
    fix: 'Ask for fewer scopes. If you need them later, ask for them then.',
    find: findUnusedScopes,
  },
];
