import { OPERATIONS, OPERATION_IDS, type OperationId } from '#spec';

interface Route {
  id: OperationId;
  method: string;
  segments: readonly string[];
}

/** By method and number of segments. Routes with fewer parameters are first, because literal segments win. */
const ROUTES: ReadonlyMap<string, readonly Route[]> = Map.groupBy(
  OPERATION_IDS.map((id): Route => ({
    id,
    method: OPERATIONS[id].method.toUpperCase(),
    segments: OPERATIONS[id].path.split('/').slice(1),
  })).toSorted((a, b) => countParameters(a) - countParameters(b)),
  ({ method, segments }) => `${method} ${segments.length}`,
);

/** The operation of a request. Literal segments take precedence over parameters. @param path relative to base_url, without the query */
export function findOperation(method: string, path: string): OperationId | undefined {
  const segments = path.split('/').slice(1);
  return ROUTES.get(`${method} ${segments.length}`)?.find((route) =>
    route.segments.every((segment, i) => segment === segments[i] || (segment.startsWith('{') && segments[i] !== '')),
  )?.id;
}

function countParameters({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}
