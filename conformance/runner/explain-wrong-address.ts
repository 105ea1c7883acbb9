import { PARTS_OF_EVERY_RUN, errorIn, noneIfFinding, type Run } from '#client';

/** Readable with any token. If none of these paths exists at an address, the API is not there. */
const LANDMARKS = ['/grades?limit=1', '/inventory?limit=1', '/market/commodities'];

const QUOTE_MAX = 80;

/** Why nothing was checked: the API is at another address. */
export async function explainWrongAddress({ http, settings }: Run, signal: AbortSignal): Promise<string | undefined> {
  const callers = [
    ['anonymous', undefined],
    ...[...settings.actors].slice(0, 1).map(([name, { token }]) => [name, token]),
  ] as const;
  let said: unknown;
  for (const [actor = 'anonymous', token] of callers) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    for (const path of LANDMARKS) {
      const exchange = await http
        .send({ check: PARTS_OF_EVERY_RUN.set_up, actor, method: 'GET', path, headers, signal })
        .catch((error: unknown) => noneIfFinding(error, signal));
      if (exchange?.status !== 404) return undefined;
      said ??= errorIn(exchange.json)['message'];
    }
  }
  const quoted = typeof said === 'string' ? ` ("${said.slice(0, QUOTE_MAX)}")` : '';
  return `GET /grades, /inventory, and /market/commodities return 404${quoted}: the API is at another address`;
}
