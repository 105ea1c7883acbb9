// A peer of the mock: node:http that serializes the body of its first route for every request. Plain JavaScript, like the built mock.
// Usage: node bare-http.js http [file with routes], as for bare-express.js.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const file = process.argv[3];
const [{ status, body }] = file === undefined ? [{ status: 200, body: {} }] : JSON.parse(readFileSync(file, 'utf8'));

const server = createServer((request, response) => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ base_url: `http://127.0.0.1:${server.address().port}/v1` }));
});
