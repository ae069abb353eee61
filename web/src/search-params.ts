import * as z from 'zod/mini';

/** The query of an address as plain text by name: what is given twice counts the last time. */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** What is undefined or empty is left out: defaults are not written into addresses. */
export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (given.length === 0) return '';
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  // Commas, colons and slashes may stand in a query as they are, and read better so.
  return `?${query.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/')}`;
}

/** A member of a page's query: text of that schema; anything else falls back to the default, which is undefined. */
export function optional<Schema extends z.ZodMiniType<string, string>>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** `YYYY-MM-DD`. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
