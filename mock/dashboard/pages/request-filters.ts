import type { RequestEntry } from '../state/wire.ts';
import { nameOfCaller } from '../state/world.ts';

const CODE = /"code":"(\w+)"/;

/** The error code of a refused request. */
export function codeOf({ status, response_body }: RequestEntry): string | undefined {
  return status < 400 ? undefined : CODE.exec(response_body)?.[1];
}

type IsMatch = (entry: RequestEntry, wanted: string) => boolean;

const FILTERS: Readonly<Record<string, IsMatch>> = {
  path: ({ path }, wanted) => path.includes(wanted),
  status: ({ status }, wanted) => String(status).startsWith(wanted),
  caller: ({ actor }, wanted) => nameOfCaller(actor) === wanted,
  clause: ({ clause }, wanted) => clause === wanted,
  text: (entry, wanted) => {
    const { method, path, request_body, response_body, request_headers, operation_id } = entry;
    const headers = Object.entries(request_headers).flat(2).join(' ');
    return [method, path, operation_id, request_body, response_body, headers]
      .join(' ')
      .toLowerCase()
      .includes(wanted.toLowerCase());
  },
};

/** Whether a request passes the filters in the address of the page. */
export function matchesFilters(entry: RequestEntry, query: URLSearchParams): boolean {
  return Object.entries(FILTERS).every(([name, test]) => {
    const wanted = query.get(name) ?? '';
    return wanted === '' || test(entry, wanted);
  });
}
