/**
 * Changes of a document that leave its meaning: what is read of the changed document must be equal. A reader that depends
 * on how the tested files happen to be written fails here.
 */
type Change = (source: string) => string;

/** A comment, CDATA section, instruction, declaration or tag; of a tag: `/`, name, attributes. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(\/?)([A-Za-z_][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([^\s=/"']+)\s*=\s*"([^"']*)"/g;

interface Tag {
  text: string;
  isEnd: boolean;
  name: string;
  attributes: string;
}

function mapMarkup(source: string, onTag: (tag: Tag) => string, onText: Change): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: text, 1: end, 2: name, 3: attributes = '', index } of source.matchAll(MARKUP)) {
    parts.push(onText(source.slice(at, index)));
    parts.push(name === undefined ? text : onTag({ text, isEnd: end === '/', name, attributes }));
    at = index + text.length;
  }
  return [...parts, onText(source.slice(at))].join('');
}

const inTags =
  (change: (tag: Tag) => string): Change =>
  source =>
    mapMarkup(source, change, text => text);

/** Changes of the text between tags, character references left alone. */
const inText =
  (pattern: RegExp, change: (found: RegExpExecArray) => string): Change =>
  source => {
    const found = new RegExp(`&[^;\\s]+;|${pattern.source}`, 'gu');
    return mapMarkup(
      source,
      tag => tag.text,
      text =>
        text.replace(found, (...args) =>
          args[0].startsWith('&') ? args[0] : change(args as unknown as RegExpExecArray),
        ),
    );
  };

const inAttributes = (write: (attributes: [name: string, value: string][]) => string): Change =>
  inTags(({ text, isEnd, name, attributes }) => {
    const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']): [string, string] => [key, value]);
    const rest = attributes.replace(ATTRIBUTE, '').trim();
    return isEnd || pairs.length === 0 || !['', '/'].includes(rest) ? text : `<${name}${write(pairs)}${rest}>`;
  });

/** Of any XML document. */
export const XML_CHANGES: Readonly<Record<string, Change>> = {
  'line ends of Windows': source => source.replace(/\r?\n/g, '\r\n'),
  'a byte order mark': source => `\uFEFF${source}`,
  'attributes in reverse': inAttributes(pairs =>
    pairs
      .toReversed()
      .map(([key, value]) => ` ${key}="${value}"`)
      .join(''),
  ),
  'attributes on lines of their own': inAttributes(pairs =>
    pairs.map(([key, value]) => `\n  ${key} = "${value}"`).join(''),
  ),
  'single quotes': inAttributes(pairs => pairs.map(([key, value]) => ` ${key}='${value}'`).join('')),
  'characters as references': inText(/[e0-4]/, ([found]) => `&#${found.charCodeAt(0)};`),
  'comments in text': inText(/([A-Za-z\d])(?=[A-Za-z\d])/, ([found]) => `${found}<!-- > -->`),
  'instructions after elements': inTags(({ text, isEnd }) => (isEnd ? `${text}<?note?>` : text)),
  'start and end tag of empty elements': inTags(({ text, name, attributes }) =>
    attributes.endsWith('/') ? `<${name}${attributes.slice(0, -1)}></${name}>` : text,
  ),
  'other prefixes': renamePrefixes,
};

/** Of an HTML document, besides those of XML that apply. */
export const HTML_CHANGES: Readonly<Record<string, Change>> = {
  'tags in capitals': inTags(
    ({ isEnd, name, attributes }) => `<${isEnd ? '/' : ''}${name.toUpperCase()}${attributes}>`,
  ),
  'no-break spaces': inText(/(?<=\S) (?=\S)/, () => '&#160;'),
  'lines broken at each space': inText(/(?<=\S) (?=\S)/, () => '\n'),
  'words split by markup': inText(/(?<=[A-Za-z]{2})(?=[a-z]{3})/, () => '<font></font>'),
  'zero-width spaces': inText(/(?<=[A-Za-z]{3}) (?=[A-Za-z])/, () => '\u200B '),
  'soft hyphens': inText(/(?<=[a-z]{4})(?=[a-z]{4})/, () => '&shy;'),
  'paragraphs as divisions': inTags(({ text, isEnd, name, attributes }) =>
    name === 'p' ? `<${isEnd ? '/' : ''}div${attributes}>` : text,
  ),
};

/** Prefixes mean nothing: only the namespaces that they are bound to do. */
function renamePrefixes(source: string): string {
  const prefixes = [...source.matchAll(/xmlns:([\w.-]+)\s*=/g)].map(([, prefix = '']) => prefix);
  const used = new RegExp(`(?<![\\w.:#-]|[^<]/)(${prefixes.join('|')}):(?=[A-Za-z_])`, 'g');
  const bound = new RegExp(`xmlns:(${prefixes.join('|')})(?=\\s*=)`, 'g');
  return source.replace(used, 'other-$1:').replace(bound, 'xmlns:other-$1');
}
