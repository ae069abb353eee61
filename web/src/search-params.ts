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

/** Reads a member of a query: undefined, which is the default, where the text means nothing. */
export type Reader<Text extends string = string> = (text: string) => Text | undefined;

/** What a page reads of its query. */
export type QueryOf<Read> = Read extends (given: Record<string, unknown>) => infer Query ? Query : never;

/** The members of a page's query, each by its reader; what is unknown falls back to the default and is dropped. */
export function query<const Readers extends Record<string, Reader>>(readers: Readers) {
  type Query = { [Name in keyof Readers]?: Exclude<ReturnType<Readers[Name]>, undefined> | undefined };
  return (given: Record<string, unknown>): Query => {
    const read: Record<string, string> = {};
    for (const [name, reader] of Object.entries(readers)) {
      const text = given[name];
      const value = typeof text === 'string' ? reader(text) : undefined;
      if (value !== undefined) read[name] = value;
    }
    return read as Query;
  };
}

export function oneOf<const Text extends string>(values: readonly Text[]): Reader<Text> {
  return text => values.find(value => value === text);
}

export function matching(pattern: RegExp): Reader {
  return text => (pattern.test(text) ? text : undefined);
}

/** Any text of so many characters at most. */
export function upTo(characters: number): Reader {
  return text => (text.length <= characters ? text : undefined);
}

export function either<A extends string, B extends string>(first: Reader<A>, second: Reader<B>): Reader<A | B> {
  return text => first(text) ?? second(text);
}

/** `YYYY-MM-DD`. */
export const day = matching(/^\d{4}-\d{2}-\d{2}$/);
