// A peer of the mock: Express that returns the same responses every time. Plain JavaScript, like the built mock.
// Usage: node bare-express.js <express|text|limited> [file with routes]. A route is {method, path, status, body}. With `limited`, a token has
// 50 requests per second. Prints {"base_url": …} when it listens on a free port.
import { readFileSync } from 'node:fs';
import express from 'express';
import { rateLimit } from 'express-rate-limit';

const [, , kind, file] = process.argv;
const routes =
  file === undefined ? [{ method: 'GET', path: '/v1/inventory', status: 200, body: {} }] : JSON.parse(readFileSync(file, 'utf8'));

const app = express();
// The mock sends neither of these headers.
app.disable('x-powered-by');
app.disable('etag');
if (kind === 'limited') {
  const keyGenerator = (request) => request.headers.authorization ?? '';
  app.use(rateLimit({ windowMs: 1_000, limit: 50, keyGenerator }));
}
for (const { method, path, status, body } of routes) {
  const text = JSON.stringify(body);
  const parsers = method === 'POST' ? [express.json()] : [];
  app[method.toLowerCase()](path, ...parsers, (request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    response.status(status);
    if (kind === 'text') response.send(text);
    else response.json(body);
  });
}

const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ base_url: `http://127.0.0.1:${server.address().port}/v1` }));
});
