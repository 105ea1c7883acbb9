/** `dashboard_url`: what runs here, for whoever opens it in a browser or asks for it. It shows tokens, and is guarded as the control plane is. */
import type { Request, RequestHandler, Response } from 'express';
import { isRefusal } from '../../market/rules/refusal.ts';
import type { Examples } from '../example-commands.ts';
import { makeExampleCommands } from '../example-commands.ts';
import { originOf } from '../http/link.ts';
import { sendText } from '../http/respond.ts';
import { sendPage } from '../oauth/pages/html.ts';
import type { World } from '../world/world.ts';
import type { Worlds } from '../world/worlds.ts';
import { DEFAULT_WORLD } from '../world/worlds.ts';
import { admit } from './endpoint/admit.ts';
import { readClock } from './worlds/clock.ts';
import { drawFrontPage } from './front-page.ts';
import { readVersion } from './endpoint/health.ts';
import type { ControlOptions } from './index.ts';
import { sendControlRefusal } from './endpoint/refusals.ts';

/** Answers below the root of a world; `world` is a parameter of the path, or the default one is meant. */
export function createFrontHandler(worlds: Worlds, options: ControlOptions): RequestHandler {
  return async (request, response) => {
    if (!admit(worlds, options, request, response)) return;
    request.resume();
    const world = worlds.find(request.params['world']);
    if (isRefusal(world)) {
      sendControlRefusal(response, world);
      return;
    }
    response.setHeader('Vary', 'Accept');
    await answer(world, options, request, response);
  };
}

async function answer(
  world: World,
  { admin_token, describe }: ControlOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const origin = originOf(request, world.options.public_url);
  const addresses = describe(origin, world.id === DEFAULT_WORLD ? undefined : world.id);
  if (!isForPerson(request)) {
    sendText(response, 200, JSON.stringify(addresses));
    return;
  }
  const access = { dev_tokens: Object.keys(addresses.tokens).length > 0, has_admin_token: admin_token !== undefined };
  const examples = (await world.lock.share(() => makeExampleCommands(world, addresses, access))) ?? NOTHING_TO_PASTE;
  const { now, mode } = readClock(world);
  const body = drawFrontPage({ addresses, examples, now, mode, version: readVersion(), world });
  sendPage(response, { status: 200, title: world.id === DEFAULT_WORLD ? 'What runs here' : `World ${world.id}`, body });
}

/** Of a world that is just being deleted. */
const NOTHING_TO_PASTE: Examples = { about: 'Nothing', commands: [] };

/** A browser says that it wants HTML; curl and programs say that they take anything, or JSON. */
function isForPerson(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}
