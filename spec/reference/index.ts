export { citiesWithin, findCity } from './cities.ts';
export { commodities, findCommodity } from './commodities.ts';
export type { CommodityReference, RangeTenths, TypicalQuality } from './commodities.ts';
export { findGrade, grades } from './grades.ts';
export { towns } from './towns.ts';
export type { City, Province } from './towns.ts';
export { boundInTonnes, convertFromTonnes, tonnesPer } from './units.ts';
