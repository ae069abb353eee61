import type { InjectOptions } from 'fastify';
import type { AnyOperation } from '../../src/domain/kit/operation.ts';
import { pathParameters, restPlaceOf } from '../../src/transports/http/input-parsing.ts';

/** A request to an operation with these values in its path, query or body. */
export function callOf(operation: AnyOperation, values: Readonly<Record<string, unknown>>): InjectOptions {
  const [method = '', route = ''] = operation.route.split(' ');
  const inPath = pathParameters(operation.route);
  const path = route.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])));
  const rest = Object.entries(values).filter(([name]) => !inPath.includes(name));
  if (restPlaceOf(operation) === 'body') {
    return { method: method as 'POST' | 'PATCH', url: path, payload: Object.fromEntries(rest) };
  }
  const query = rest.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
  const url = query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
  return { method: method as 'GET' | 'DELETE', url };
}
