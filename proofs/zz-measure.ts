import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import { openWorlds } from '#proofs/worlds';
const worlds = await openWorlds(120);
let n = 0,
  chars = 0;
const per: Record<string, number> = {};
const began = process.cpuUsage();
const t0 = performance.now();
const report = await worlds.within({}, async (target) =>
  conform(await resolveConfig({ target, only: [], ledger: false, seed: 'mutation' }, '/', {}), {
    onExchange: (e) => {
      n++;
      chars += e.text.length;
      per[e.actor.split(' ')[0]!] = (per[e.actor.split(' ')[0]!] ?? 0) + 1;
    },
  }),
);
const { user, system } = process.cpuUsage(began);
console.log({
  n,
  chars,
  per,
  secs: (performance.now() - t0) / 1000,
  cpu: (user + system) / 1e6,
  rss: process.memoryUsage().rss / 1e6,
  verdict: report.verdict,
  counts: report.counts,
});
for (const c of report.checks)
  if (['fail', 'warn', 'blocked', 'error'].includes(c.verdict)) console.log(c.id, c.verdict, c.reason?.slice(0, 200));
await worlds.close();
process.exit(0);
