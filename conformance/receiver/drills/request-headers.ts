/** EVT-2, SIG-5: the headers of a request, however they are written and whatever proxies add. */
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { acceptsEach, shouldAccept } from './pair.ts';

/** The defaults of common HTTP libraries. */
const USER_AGENTS = [
  'Go-http-client/1.1',
  'python-requests/2.32.5',
  'Apache-HttpClient/5.5 (Java/21)',
  'axios/1.12.2',
  'Ruby',
  'node',
];

/** What proxies add to a request. */
const PROXIES: Shape = {
  headers: {
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    'Cache-Control': 'no-cache',
    Via: '1.1 edge',
    'X-Forwarded-Host': 'receiver.example',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
    'X-Real-IP': '203.0.113.7',
    'X-Request-Id': '7b0d3c9a-51e4-4a55-9f2e-0c1d2e3f4a5b',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    tracestate: 'edge=1',
  },
};

export const REQUEST_HEADER_DRILLS: readonly Drill[] = [
  shouldAccept(
    'EVT-2/names-in-lower-case',
    'Header names in lower case are accepted',
    { writeName: (name) => name.toLowerCase() },
    'It compares header names with their case: they are case-insensitive in HTTP.',
  ),
  shouldAccept(
    'EVT-2/other-order',
    'Headers in a different order are accepted',
    { arrange: (headers) => headers.toReversed() },
    'It reads headers by their position, or expects one before another: headers have no order in HTTP.',
  ),
  acceptsEach(
    'EVT-2/headers-of-proxies',
    'The headers that proxies add are accepted',
    [
      [PROXIES, 'It rejects headers that proxies add, because of their number or names: ignore unknown headers.'],
      [
        { headers: { 'X-Forwarded-For': '203.0.113.7, 10.0.0.1, 10.0.0.2' } },
        'It expects one address in X-Forwarded-For: each proxy on the way appends one.',
      ],
    ],
    true,
  ),
  acceptsEach(
    'EVT-2/other-user-agent',
    'Any User-Agent is accepted',
    USER_AGENTS.map((agent) => [
      { headers: { 'user-agent': agent } },
      `It rejects the User-Agent ${agent}, as bot filters do. The document does not promise one: exempt this path.`,
    ]),
    true,
  ),
  acceptsEach(
    'SIG-5/charset',
    'A Content-Type with a charset is accepted',
    ['application/json; charset=utf-8', 'application/json;charset=UTF-8'].map((type) => [
      { headers: { 'content-type': type } },
      `It rejects the Content-Type ${type}: it compares the whole Content-Type. Parse it, or ignore it.`,
    ]),
    true,
  ),
];
