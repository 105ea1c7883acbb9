import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from './desk.ts';

/** What must survive a restart: rotated tokens, events that took effect, and orders that may have been sent. */
export interface State {
  access?: string | undefined;
  refresh?: string | undefined;
  readonly seen: Record<string, number>;
  readonly orders: Order[];
}

export interface Store {
  readonly state: State;
  readonly save: () => void;
}

export function openStore(folder: string | undefined): Store {
  const path = folder === undefined ? undefined : join(folder, 'desk.json');
  const state: State =
    path !== undefined && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as State) // Only `save` writes this file.
      : { seen: {}, orders: [] };
  return {
    state,
    save: () => {
      if (path !== undefined) writeFileSync(path, JSON.stringify(state));
    },
  };
}
