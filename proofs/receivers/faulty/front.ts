/** RTY-1, RTY-2: something in front of the receiver answers, or something else is deployed in its place. */
import type { IncomingMessage } from 'node:http';
import { readAll, type Answer } from '../clean.ts';
import { faults, type FaultyRow } from './row.ts';

/** name, fault, and the answer to everything. */
const FRONTS: readonly (readonly [string, string, Answer])[] = [
  ['password', 'A proxy in front requires a password.', { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="grain"' } }],
  ['csrf', 'Its CSRF protection rejects a POST without a token.', { status: 403, body: 'CSRF token missing' }],
  ['to-https', 'It redirects to https.', { status: 308, headers: { Location: 'https://receiver.example/webhooks' } }],
  ['to-slash', 'It redirects to the same path with a slash.', { status: 301, headers: { Location: '/webhooks/' } }],
  ['to-login', 'It redirects to the login page.', { status: 302, headers: { Location: '/login' } }],
  ['get-only', 'It allows GET only.', { status: 405, headers: { Allow: 'GET' } }],
  ['not-there', 'It is not deployed.', { status: 404, body: '<h1>Not Found</h1>' }],
  ['bad-gateway', 'The proxy cannot reach it.', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ['maintenance', 'It is down for maintenance.', { status: 503, headers: { 'Retry-After': '3600' } }],
];

const CATCH_ALL: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>Grain</title><div id="app"></div>',
};

function answerAlways(answer: Answer): FaultyRow['parts'] {
  return () => ({
    intercept: async (request: IncomingMessage) => {
      await readAll(request);
      return answer;
    },
  });
}

export const FRONT_FAULTS: readonly FaultyRow[] = [
  ...FRONTS.map(([name, fault, answer]): FaultyRow => ({
    name,
    fault,
    kind: 'faulty',
    clause: 'RTY-1',
    parts: answerAlways(answer),
  })),
  ...faults('faulty', {
    "SIG-4/catch-all: A web application's page answers 200 to everything, and the event is ignored.": answerAlways(CATCH_ALL),
  }),
];
