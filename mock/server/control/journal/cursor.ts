/** How far a stream has told: what `id:` carries and `Last-Event-ID` brings back. */

export interface Positions {
  request: number;
  event: number;
  delivery: number;
}

export interface Cursor extends Positions {
  /** Which numbering it counts in: that of another mock, or of the world before a reset, means nothing now. */
  epoch: string;
}

const FORM = /^([\w-]{1,20})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

export function writeCursor({ epoch, request, event, delivery }: Cursor): string {
  return [epoch, request, event, delivery].join('.');
}

/** @returns undefined where it is not of that form */
export function readCursor(text: string): Cursor | undefined {
  const [, epoch, ...positions] = FORM.exec(text) ?? [];
  const [request, event, delivery] = positions.map(Number);
  if (epoch === undefined || request === undefined || event === undefined || delivery === undefined) return undefined;
  return { epoch, request, event, delivery };
}
