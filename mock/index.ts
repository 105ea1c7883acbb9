/** The public API of the mock. */
export { createMock } from './server/server.ts';
export { UnknownDeviationError } from './mutations/deviations.ts';
export { ControlError } from './server/driver.ts';
export { MockOptionError } from './server/options.ts';
export { DatabaseFileError } from './market/store/engine/database-error.ts';
export { DatabaseInUseError } from './market/store/engine/file-lock.ts';
export type { Driver, Journey, MockClock, Movement } from './server/driver.ts';
export type { MockOptions } from './server/options.ts';
export type { Addresses, Mock } from './server/server.ts';
export { Worlds } from './server/world/worlds.ts';
export type { World, WorldOptions } from './server/world/world.ts';
