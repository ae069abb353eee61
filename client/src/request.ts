import type { Inputs, OperationName } from './operation-types.ts';
import { OPERATIONS } from './operations.ts';

/** An operation and its input as HTTP has them. */
export interface HttpCall {
  method: string;
  /** From the root of the service, with its query. */
  path: string;
  /** JSON, null where there is none. */
  body: string | null;
}

/** `getFilingKpis` of `{ filing_id: 'a:1' }` as `GET /api/v1/filings/a%3A1/kpis`. What is undefined is left out. */
export function toHttpCall<Name extends OperationName>(name: Name, input: Inputs[Name]): HttpCall {
  const { method, path, hasBody } = OPERATIONS[name] as { method: string; path: string; hasBody?: boolean };
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.get(parameter);
    rest.delete(parameter);
    if (value === undefined || value === '') throw new TypeError(`${name} needs ${parameter}`);
    return encodeURIComponent(String(value));
  });
  if (method === 'POST' || method === 'PATCH' || hasBody) {
    return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams(
    [...rest].flatMap(([key, value]) => [value].flat().map((one): [string, string] => [key, String(one)])),
  );
  return { method, path: query.size === 0 ? filled : `${filled}?${query}`, body: null };
}
