// The peer of the mock: Express with one route that returns the same page every time. Plain JavaScript, like the built mock.
// Usage: node bare-express.js <text|json> [file with a page]. Prints {"base_url": …} when it listens on a free port.
import { readFileSync } from 'node:fs';
import express from 'express';

const [, , form, path] = process.argv;
const text = path === undefined ? '{}' : readFileSync(path, 'utf8');
const page = JSON.parse(text);

const app = express();
// The mock sends neither of these headers.
app.disable('x-powered-by');
app.disable('etag');
app.get('/v1/inventory', (request, response) => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  if (form === 'json') response.json(page);
  else response.send(text);
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ base_url: `http://127.0.0.1:${server.address().port}/v1` }));
});
