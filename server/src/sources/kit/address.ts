import { formAddress, readFormAddress } from './http/form-address.ts';

/** How the URLs of one kind of document are written and read back. */
export interface Address<Values> {
  /** For the documentation. */
  template: string;
  url(values: Values): string;
  /** Null if the URL belongs to another kind. */
  read(url: string): Values | null;
}

type NamesOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Optional}?` ? Optional : Name) | NamesOf<Rest>
  : never;

/** The values of a template's placeholders; an optional one that a URL lacks reads as `''`. */
export type ValuesOf<Template extends string> = Readonly<Record<NamesOf<Template>, string>>;

/**
 * The address of a template such as `https://host/list?status={status}&page={page?}`. Parameters are read by name, in any
 * order; fixed ones and those that the template lacks are ignored. `@@` in place of `?` stands for a form (POST), and `#`
 * begins a fragment. A placeholder in the path matches within one segment. `patterns`, without anchors, restrict values.
 */
export function address<Template extends string>(
  template: Template,
  patterns: Partial<Record<NamesOf<Template>, RegExp>> = {},
): Address<ValuesOf<Template>> {
  const [location, fragment] = divide(template, '#');
  const isForm = location.includes('@@');
  const [path, query] = divide(location, isForm ? '@@' : '?');
  const part = (text: string, any: string): Part => toPart(text, any, patterns);
  const parts = { path: part(path, '[^/]+?'), fragment: part(fragment, '.*?') };
  const parameters = [...new URLSearchParams(query)]
    .map(([name, value]) => ({ name, part: part(value, '.*?') }))
    .filter(parameter => parameter.part.names.length > 0);
  const start = path.split('{', 1)[0] ?? '';
  return {
    template,
    url(values) {
      const fill = (text: string, encode: (value: string) => string): string =>
        text.replace(/\{(\w+)\??\}/g, (_, name: NamesOf<Template>) => encode(values[name]));
      const end = fragment === '' ? '' : `#${fill(fragment, value => value)}`;
      if (!isForm) return fill(location, encodeURIComponent) + end;
      const fields = [...new URLSearchParams(query)].map(([name, value]) => [name, fill(value, sent => sent)]);
      return formAddress(fill(path, encodeURIComponent), Object.fromEntries(fields)) + end;
    },
    read(url) {
      if (!url.startsWith(start)) return null;
      const [plain, end] = divide(url, '#');
      const sent = readFormAddress(plain);
      if ((sent !== null) !== isForm) return null;
      const [place, requested] = sent === null ? divide(plain, '?') : [sent.url, ''];
      const given = sent === null ? new URLSearchParams(requested) : new URLSearchParams(sent.fields);
      const read = [
        readPart(parts.path, place),
        readPart(parts.fragment, end),
        ...parameters.map(({ name, part }) => readPart(part, given.get(name))),
      ];
      if (read.includes(null)) return null;
      return Object.assign({}, ...read) as ValuesOf<Template>;
    },
  };
}

/** An address of which the values that a URL states are checked or normalised; null if the URL belongs to another kind. */
export function refinedAddress<Values>(
  address: Address<Values>,
  refine: (values: Values) => Values | null,
): Address<Values> {
  return {
    ...address,
    read: url => {
      const values = address.read(url);
      return values && refine(values);
    },
  };
}

/** The address of documents whose URLs are recognised but not taken apart: they have many forms. */
export function matchingUrls(template: string, isMatch: (url: string) => boolean): Address<{ url: string }> {
  return { template, url: ({ url }) => url, read: url => (isMatch(url) ? { url } : null) };
}

/** The address of documents that have one fixed URL each, by a name that the connector chooses. */
export function fixedAddresses<Name extends string>(
  urls: Readonly<Record<Name, string>>,
): Address<Readonly<{ name: Name }>> {
  const names = Object.keys(urls) as Name[];
  return {
    template: names.map(name => urls[name]).join(', '),
    url: ({ name }) => urls[name],
    read(url) {
      const name = names.find(known => urls[known] === url);
      return name === undefined ? null : { name };
    },
  };
}

/** A part of a template: text with placeholders. */
interface Part {
  names: string[];
  isOptional: boolean;
  pattern: RegExp;
}

function toPart(text: string, any: string, patterns: Readonly<Record<string, RegExp | undefined>>): Part {
  const pieces = text.split(/\{(\w+\??)\}/);
  const placeholders = pieces.filter((_, at) => at % 2 === 1);
  const source = pieces.map((piece, at) => {
    if (at % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return `(${patterns[piece.replace('?', '')]?.source ?? any})`;
  });
  return {
    names: placeholders.map(placeholder => placeholder.replace('?', '')),
    isOptional: placeholders.every(placeholder => placeholder.endsWith('?')),
    pattern: new RegExp(`^${source.join('')}$`),
  };
}

/** The values of a part; null if the text does not match. */
function readPart({ names, isOptional, pattern }: Part, text: string | null): Record<string, string> | null {
  if (isOptional && (text === null || text === '')) return Object.fromEntries(names.map(name => [name, '']));
  const match = text === null ? null : pattern.exec(text);
  if (match === null) return null;
  return Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']));
}

function divide(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
