/** The position in a stream, sent as `id:` and returned as `Last-Event-ID`. */

export interface Positions {
  request: number;
  event: number;
  delivery: number;
}

export interface Cursor extends Positions {
  /** Identifies the numbering, because numbers of another mock, or from before a reset, are meaningless. */
  epoch: string;
}

const PATTERN = /^([\w-]{1,20})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

export function writeCursor({ epoch, request, event, delivery }: Cursor): string {
  return [epoch, request, event, delivery].join('.');
}

/** @returns undefined if the text is not a cursor */
export function readCursor(text: string): Cursor | undefined {
  const [, epoch, ...positions] = PATTERN.exec(text) ?? [];
  const [request, event, delivery] = positions.map(Number);
  if (epoch === undefined || request === undefined || event === undefined || delivery === undefined) return undefined;
  return { epoch, request, event, delivery };
}
