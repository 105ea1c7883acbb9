import { fillIn, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const FARMS: readonly Violation[] = [
  violation('FARM-2/latitude-optional', 'A farm without a latitude lies on the equator.', fillIn('createFarm', { latitude: 0 })),
];
