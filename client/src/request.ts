import type { Inputs, OperationName } from './operation-types.ts';
import { OPERATIONS } from './operations.ts';

/** The HTTP request of an operation. */
export interface HttpCall {
  method: string;
  /** Path from the service's root, with the query. */
  path: string;
  /** JSON; null without a body. */
  body: string | null;
}

/** `getFilingKpis` of `{ filing_id: 'a:1' }` as `GET /api/v1/filings/a%3A1/kpis`. Undefined values are omitted. */
export function toHttpCall<Name extends OperationName>(name: Name, input: Inputs[Name]): HttpCall {
  const { method, path, hasBody } = OPERATIONS[name] as { method: string; path: string; hasBody?: boolean };
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.get(parameter);
    rest.delete(parameter);
    if (value === undefined || value === '') throw new TypeError(`${name} requires ${parameter}`);
    return encodeURIComponent(String(value));
  });
  if (method === 'POST' || method === 'PATCH' || hasBody) {
    return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams(
    [...rest].flatMap(([key, value]) => [value].flat().map((item): [string, string] => [key, String(item)])),
  );
  return { method, path: query.size === 0 ? filled : `${filled}?${query}`, body: null };
}
