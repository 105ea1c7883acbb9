import { OPERATIONS, OPERATION_IDS } from '#spec';
import type { OperationId } from '#spec';

interface Route {
  id: OperationId;
  method: string;
  segments: readonly string[];
}

const ROUTES: readonly Route[] = OPERATION_IDS.map((id) => ({
  id,
  method: OPERATIONS[id].method.toUpperCase(),
  segments: OPERATIONS[id].path.split('/').slice(1),
}));

/** The operation of a request. Literal segments take precedence over parameters. @param path relative to base_url, without the query */
export function findOperation(method: string, path: string): OperationId | undefined {
  const segments = path.split('/').slice(1);
  const fitting = ROUTES.filter(
    (route) =>
      route.method === method &&
      route.segments.length === segments.length &&
      route.segments.every((segment, i) => segment === segments[i] || (segment.startsWith('{') && segments[i] !== '')),
  );
  return fitting.toSorted((a, b) => countParameters(a) - countParameters(b))[0]?.id;
}

function countParameters({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}
