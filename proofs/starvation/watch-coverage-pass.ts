import type { OperationId } from '#spec';
import type { CoveragePass } from '#conformance/coverage-pass/coverage-pass';

/** Wraps a coverage pass. @param look called with each operation whose replies are used */
export function watchCoveragePass(
  { successes, refusals, blocked, gaps }: CoveragePass,
  look: (operation: OperationId) => void,
): CoveragePass {
  return {
    successes: new WatchedMap(successes, look),
    refusals: new WatchedMap(refusals, look),
    blocked: new WatchedMap(blocked, look),
    gaps,
  };
}

class WatchedMap<Value> extends Map<OperationId, Value> {
  readonly #look: (operation: OperationId) => void;

  constructor(entries: ReadonlyMap<OperationId, Value>, look: (operation: OperationId) => void) {
    super();
    for (const [operation, value] of entries) super.set(operation, value);
    this.#look = look;
  }

  override get(operation: OperationId): Value | undefined {
    this.#look(operation);
    return super.get(operation);
  }

  override entries(): MapIterator<[OperationId, Value]> {
    for (const operation of super.keys()) this.#look(operation);
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[OperationId, Value]> {
    return this.entries();
  }

  override values(): MapIterator<Value> {
    for (const operation of super.keys()) this.#look(operation);
    return super.values();
  }
}
