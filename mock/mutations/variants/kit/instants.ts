import { all, mapObjects, onBody, onDelivery, type Seams } from '../../violations/kit/index.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Writes every instant inside a value in a different form. */
export function inOtherForm(value: unknown, form: (instant: string) => string): unknown {
  return mapObjects(value, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, inner]) => [key, typeof inner === 'string' && INSTANT.test(inner) ? form(inner) : inner]),
    ),
  );
}

/** Writes the instants of all responses and deliveries in a different form. */
export function onInstants(form: (instant: string) => string): Partial<Seams> {
  return all(
    onBody('everywhere', (body: unknown) => inOtherForm(body, form)),
    onDelivery('all', (envelope) => inOtherForm(envelope, form)),
  );
}
