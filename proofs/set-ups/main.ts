/** Runs set-ups whose names contain a text: `node proofs/set-ups/main.ts [text] [--full] [--verbose]`. */
import { createMock } from '#mock';
import { SET_UPS } from './index.ts';
import { runSetUp } from './run-set-up.ts';

const args = process.argv.slice(2);
const is_full = args.includes('--full');
const is_verbose = args.includes('--verbose');
const texts = args.filter((arg) => !arg.startsWith('--'));
await using mock = await createMock({ port: 0, lots: 60 });
const waiting = SET_UPS.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)));
let right = 0;
const of = waiting.length;
const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, problems, open, verdict, verified, duration_s } = await runSetUp(
      new URL(mock.base_url).origin,
      next,
      is_full ? undefined : '1/1',
    );
    if (problems.length === 0) right += 1;
    console.log(`${problems.length === 0 ? 'ok ' : 'BAD'} ${name}: ${verdict}, ${verified} verified, ${duration_s.toFixed(1)} s`);
    for (const problem of problems) console.log(`      ${problem.slice(0, 400)}`);
    if (is_verbose) for (const line of open) console.log(`      open ${line}`);
  }
};
await Promise.all([work(), work(), work()]);
console.log(`${right} of ${of} set-ups right; ${(process.cpuUsage().user / 1e6).toFixed(0)} s of CPU`);
