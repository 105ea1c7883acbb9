/** The door of the mock: start one in process, know where it is, throw it away. */
export { createMock } from './server.ts';
export { UnknownDeviationError } from './deviations.ts';
export type { Addresses, Mock, MockOptions } from './server.ts';
export { Worlds } from './worlds.ts';
export type { World, WorldOptions } from './world.ts';
