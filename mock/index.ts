/** The public API of the mock: start one in this process, or connect to one that runs elsewhere. */
export { createMock } from './server/server.ts';
export { UnknownDeviationError } from './mutations/deviations.ts';
export { connectMock } from './driver/connect.ts';
export { ControlError, MockNotFoundError } from './driver/control-client.ts';
export { MockOptionError } from './server/options.ts';
export { DatabaseFileError } from './market/store/engine/database-error.ts';
export { DatabaseInUseError } from './market/store/engine/file-lock.ts';
export type { ConnectedMock } from './driver/connect.ts';
export type { Driver, MockClock, MockSnapshot, MockWorld, Removable } from './driver/driver.ts';
export type { Duration } from './driver/duration.ts';
export type { Entry } from './driver/follow.ts';
export type { ReceivedDelivery, ReceiverOptions, WebhookReceiver } from './driver/receiver.ts';
export type * from './driver/wire.ts';
export type { MockOptions } from './server/options.ts';
export type { Addresses, PersonaToken } from './server/addresses.ts';
export type { Mock } from './server/server.ts';
export { Worlds } from './server/world/worlds.ts';
export type { World, WorldOptions } from './server/world/world.ts';
