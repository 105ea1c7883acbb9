/** `dashboard_url`: the dashboard for browsers, the addresses as JSON for programs. The JSON has tokens, so the control plane's guard applies. */
import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { refuse } from '../../market/rules/refusal.ts';
import { originOf } from '../http/link.ts';
import { send, sendText } from '../http/respond.ts';
import type { Worlds } from '../world/worlds.ts';
import {
  type Pages,
  DASHBOARD_HEADERS,
  REFERENCE_HEADERS,
  renderDashboard,
  renderReference,
  loadPages,
  contentTypeOf,
} from './dashboard/pages.ts';
import { findAllowedWorld, identify, identifyBrowser } from './endpoint/admit.ts';
import type { ControlOptions } from './index.ts';
import { sendControlRefusal } from './endpoint/refusals.ts';

/** The page around the API reference, next to the files of the dashboard. */
const REFERENCE = 'reference';

/** Serves `/` and `/dashboard/{file}` of every world. The path parameter `world` is missing for the default one. */
export function createDashboardHandler(worlds: Worlds, options: ControlOptions): RequestHandler {
  let pages: Promise<Pages> | undefined;
  const load = (): Promise<Pages> => (pages ??= loadPages());
  return async (request, response) => {
    request.resume();
    // Express has decoded the path: both are strings where they are there.
    const { world: id, file } = request.params as { world?: string; file?: string };
    if (file !== undefined && file !== REFERENCE) {
      sendFile(await load(), file, request, response);
      return;
    }
    const is_page = file === REFERENCE || isForPerson(request);
    const principal = is_page ? identifyBrowser(worlds, options, request) : await identify(worlds, options, request);
    const world = 'refused' in principal ? principal : await findAllowedWorld(worlds, principal, id);
    if ('refused' in world) sendControlRefusal(response, world);
    else if (is_page) sendPage(response, await load(), file === REFERENCE);
    else {
      response.setHeader('Vary', 'Accept');
      const origin = originOf(request, world.options.public_url);
      sendText(response, 200, JSON.stringify(options.addressesOf(origin, world.id)));
    }
  };
}

function sendPage(response: Response, pages: Pages, is_reference: boolean): void {
  const [headers, text] = is_reference
    ? [REFERENCE_HEADERS, renderReference(pages)]
    : [DASHBOARD_HEADERS, renderDashboard(pages)];
  send(response, { status: 200, headers: { ...headers, Vary: 'Accept' }, text });
}

/** The files are public code. Their names contain a hash, so they never change. */
function sendFile({ files }: Pages, name: string, request: Request, response: Response): void {
  const text = Object.hasOwn(files, name) ? files[name] : undefined;
  if (text === undefined) {
    sendControlRefusal(response, refuse('not_found', { message: 'The dashboard has no such file.' }));
    return;
  }
  const etag = `"${hash('sha256', name, 'base64url').slice(0, 16)}"`;
  const headers = {
    'Content-Type': contentTypeOf(name),
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  };
  const is_known = request.get('If-None-Match') === etag;
  send(response, { status: is_known ? 304 : 200, headers, text: is_known ? '' : text });
}

/** Browsers ask for HTML in the Accept header; curl and programs accept anything, or JSON. */
function isForPerson(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}
