/** Placeholder until the dispatcher is written. */
import type { World } from '../world.ts';
export class Dispatcher {
  constructor(_world: World) {}
  wake(): void {}
  async idle(): Promise<void> {}
  async close(): Promise<void> {}
}
