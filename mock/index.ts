/** The door of the mock: start one in process, know where it is, throw it away. */
export { createMock } from './server.ts';
export { UnknownDeviationError } from './deviations.ts';
export { ControlError } from './driver.ts';
export { MockOptionError } from './options.ts';
export { DatabaseInUseError } from './store/file-lock.ts';
export type { Driver, Journey, MockClock, Movement } from './driver.ts';
export type { MockOptions } from './options.ts';
export type { Addresses, Mock } from './server.ts';
export { Worlds } from './worlds.ts';
export type { World, WorldOptions } from './world.ts';
