import createClient from 'openapi-fetch';
import type { paths } from '#spec/openapi.types'; // Generated from the published OpenAPI document.
import type { Desk, Parts } from './desk.ts';
import { eventParts } from './events.ts';
import { followParts } from './follow.ts';
import { marketParts } from './market.ts';
import type { Settings } from './settings.ts';
import { openStore } from './state.ts';
import { tokenParts } from './tokens.ts';
import { sendThrough, wireParts } from './wire.ts';

export const GOOD_PARTS: Parts = { ...tokenParts, ...wireParts, ...marketParts, ...eventParts, ...followParts };

export function openDesk(settings: Settings, parts: Parts): Desk {
  const wire = (request: Request): Promise<Response> => sendThrough(desk, request);
  const desk: Desk = {
    settings,
    parts,
    store: openStore(settings.state_dir),
    api: createClient<paths>({ baseUrl: settings.base_url, fetch: wire }),
    wire,
    bids: new Map(),
    trades: new Map(),
    refreshing: undefined,
    working: new Map(),
    last_news_ms: Date.now(),
  };
  return desk;
}
