/** The command of a later version: its worlds have one more migration, which only adds. */
import { MIGRATIONS } from '#mock/market/store/engine/schema';

const statements = [
  'create table inspections (id text primary key, bid_id text not null)',
  'alter table bids add column moisture double precision not null default 0',
  'create index bids_by_moisture on bids (moisture)',
  `insert into inspections values ('ins_1', 'bid_1')`,
];

Object.assign(MIGRATIONS, { '9001-inspections': { statements } });

await import('#cli/main');
