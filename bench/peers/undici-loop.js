// A peer of the dispatcher: signs bodies and posts them with undici, as a loop without a queue, records, or retries would.
// Usage: node undici-loop.js <file with {urls, body, secret, count, connections}>. Prints the seconds that it took.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const { urls, body, secret, count, connections } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = new Pool(new URL(urls[0]).origin, { connections });
const paths = urls.map((url) => new URL(url).pathname);
let next = 0;

async function work() {
  while (next < count) {
    const number = next;
    next += 1;
    const text = JSON.stringify({ ...body, id: `evt_${number}` });
    const t = Math.floor((performance.timeOrigin + performance.now()) / 1000);
    const v1 = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'svc-signature': `t=${t},v1=${v1}` };
    const response = await pool.request({ method: 'POST', path: paths[number % paths.length], headers, body: text });
    await response.body.dump();
  }
}

const started_ms = performance.now();
await Promise.all(Array.from({ length: connections }, work));
console.log((performance.now() - started_ms) / 1000);
await pool.close();
