/** RTY-1, RTY-2: something in front of the receiver responds, or something else is deployed in its place. */
import type { IncomingMessage } from 'node:http';
import { readAll, type DeliveryResponse, type Parts } from '../clean.ts';
import { caughtBy, explained, faults, GENUINE } from './row.ts';

const CATCH_ALL: DeliveryResponse = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>Grain</title><div id="app"></div>',
};

function respondAlways(response: DeliveryResponse): Partial<Parts> {
  return {
    intercept: async (request: IncomingMessage) => {
      await readAll(request);
      return response;
    },
  };
}

export const FRONT_FAULTS = faults('faulty', {
  'RTY-1/password: A proxy in front requires a password.': explained(
    GENUINE,
    /asks for credentials/,
    respondAlways({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="grain"' } }),
  ),
  'RTY-1/csrf: Its CSRF protection rejects a POST without a token.': respondAlways({ status: 403, body: 'CSRF token missing' }),
  'RTY-1/to-https: It redirects to https.': respondAlways({
    status: 308,
    headers: { Location: 'https://receiver.example/webhooks' },
  }),
  'RTY-1/to-slash: It redirects to the same path with a slash.': explained(
    GENUINE,
    /do not follow redirects/,
    respondAlways({ status: 301, headers: { Location: '/webhooks/' } }),
  ),
  'RTY-1/not-modified: A cache in front returns 304.': explained(GENUINE, /cache/, respondAlways({ status: 304 })),
  'RTY-1/too-many-headers: A proxy in front allows three headers.': explained(
    GENUINE,
    /headers exceed a limit/,
    respondAlways({ status: 431 }),
  ),
  'RTY-1/to-login: It redirects to the login page.': respondAlways({ status: 302, headers: { Location: '/login' } }),
  'RTY-1/get-only: It allows GET only.': respondAlways({ status: 405, headers: { Allow: 'GET' } }),
  'RTY-1/not-there: It is not deployed.': respondAlways({ status: 404, body: '<h1>Not Found</h1>' }),
  'RTY-1/bad-gateway: The proxy cannot reach it.': respondAlways({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  'RTY-1/maintenance: It is down for maintenance.': respondAlways({ status: 503, headers: { 'Retry-After': '3600' } }),
  "SIG-4/catch-all: A web application's page returns 200 for everything, and the event is ignored.": caughtBy(
    'SIG-4/forged',
    respondAlways(CATCH_ALL),
  ),
});
