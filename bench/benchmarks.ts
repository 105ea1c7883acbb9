import type { Benchmark } from './kit/benchmark.ts';
import { commands } from './rows/commands.ts';
import { dashboard } from './rows/dashboard.ts';
import { deliveries } from './rows/deliveries.ts';
import { explorer } from './rows/explorer.ts';
import { failingReceivers } from './rows/failing-receivers.ts';
import { filters } from './rows/filters.ts';
import { gate, gateWithoutEvents } from './rows/gate.ts';
import { memory } from './rows/memory.ts';
import { oauth } from './rows/oauth.ts';
import { profile } from './rows/profile.ts';
import { processes } from './rows/processes.ts';
import { ratesOnPostgres } from './rows/rates-on-postgres.ts';
import { requests } from './rows/requests.ts';
import { soak } from './rows/soak.ts';
import { start } from './rows/start.ts';
import { suite } from './rows/suite.ts';
import { tenants } from './rows/tenants.ts';
import { worldsOnPostgres } from './rows/worlds-on-postgres.ts';
import { worlds } from './rows/worlds.ts';

/** Every benchmark by its name on the command line, in the order of a run. To add one, export a Benchmark from a file in `rows`, and add it here. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  start,
  worlds,
  requests,
  memory,
  filters,
  deliveries,
  explorer,
  gate,
  'gate-without-events': gateWithoutEvents,
  commands,
  oauth,
  soak,
  'failing-receivers': failingReceivers,
  dashboard,
  tenants,
  processes,
  'worlds-on-postgres': worldsOnPostgres,
  'rates-on-postgres': ratesOnPostgres,
  profile,
  suite,
};
