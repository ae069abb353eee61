/** Query parameters as strings by name; the last of repeated ones wins. */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Omits undefined and empty values, so URLs do not contain defaults. */
export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (given.length === 0) return '';
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  // A query may contain commas, colons and slashes unencoded, which is more readable.
  return `?${query.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/')}`;
}

/** Parses one query parameter; undefined, which means the default, if the text is invalid. */
export type Reader<Text extends string = string> = (text: string) => Text | undefined;

/** The parsed query of a page. */
export type QueryOf<Read> = Read extends (given: Record<string, unknown>) => infer Query ? Query : never;

/** A page's query by one reader per parameter; unknown parameters and invalid values are dropped. */
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

/** Any text up to a maximum length. */
export function upTo(characters: number): Reader {
  return text => (text.length <= characters ? text : undefined);
}

export function either<A extends string, B extends string>(first: Reader<A>, second: Reader<B>): Reader<A | B> {
  return text => first(text) ?? second(text);
}

/** `YYYY-MM-DD`. */
export const day = matching(/^\d{4}-\d{2}-\d{2}$/);
