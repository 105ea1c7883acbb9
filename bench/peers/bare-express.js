// What a mock is measured against: Express, one route, a fixed text. Plain JavaScript, as the built mock is.
// Usage: node bare-express.js <bytes of the body>. Prints {"base_url": …} when it listens on a free port.
import express from 'express';

const body = 'x'.repeat(Number(process.argv[2]));
const app = express();
// The mock sends neither of these headers.
app.disable('x-powered-by');
app.disable('etag');
app.get('/v1/inventory', (request, response) => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(body);
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ base_url: `http://127.0.0.1:${server.address().port}/v1` }));
});
