import { ANSWERING } from './bids/answering.ts';
import { COUNTERING_AND_RACES } from './bids/countering.ts';
import { LINES_AND_LOTS } from './bids/lines-and-lots.ts';
import { PLACING } from './bids/placing.ts';
import { READING } from './bids/reading.ts';
import { TERMS_OF_BIDS } from './bids/terms.ts';

export const BIDS = [...PLACING, ...TERMS_OF_BIDS, ...READING, ...ANSWERING, ...COUNTERING_AND_RACES, ...LINES_AND_LOTS];
