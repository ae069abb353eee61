import { decodeDocument } from '../ixbrl/encoding.ts';

/** What an XML document is in XBRL, by its root element and namespaces. */
export type XbrlForm = 'instance' | 'inline' | 'linkbase' | 'schema';

const ROOTS: Readonly<Record<string, XbrlForm>> = {
  'http://www.xbrl.org/2003/instance xbrl': 'instance',
  'http://www.xbrl.org/2003/linkbase linkbase': 'linkbase',
  'http://www.w3.org/2001/XMLSchema schema': 'schema',
};

const INLINE = ['http://www.xbrl.org/2013/inlineXBRL', 'http://www.xbrl.org/2008/inlineXBRL'];
const INLINE_BYTES = INLINE.flatMap(namespace => [
  Buffer.from(namespace, 'latin1'),
  Buffer.from(namespace, 'utf16le'),
  Buffer.from(namespace, 'utf16le').swap16(),
]);

/** The root's start tag, with all of its namespaces, is near the beginning. */
const LOOKED_AT_BYTES = 1 << 16;

/** The form of an XBRL document; null for all others. Neither the file's name nor the prefixes matter. */
export function xbrlFormOf(bytes: Buffer): XbrlForm | null {
  const root = readRoot(startOfDocument(bytes));
  if (root === null) return null;
  // Inline documents declare the namespace on any element.
  if (root.localName.toLowerCase() === 'html') return hasInlineNamespace(bytes) ? 'inline' : null;
  return ROOTS[`${root.namespace} ${root.localName}`] ?? null;
}

/** The decoded beginning of a document, which has the start tag of its root. */
export function startOfDocument(bytes: Buffer): string {
  return decodeDocument(bytes.subarray(0, LOOKED_AT_BYTES));
}

function hasInlineNamespace(bytes: Buffer): boolean {
  return INLINE_BYTES.some(namespace => bytes.includes(namespace));
}

/** White space, processing instructions, comments and the document type before the root. */
const PROLOG = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[\s\S]*?\]\s*(?=>))*>)*/i;
const START_TAG = /<(?:([^\s:<>/=]+):)?([^\s:<>/=]+)((?:\s+[^\s=<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)/y;

function readRoot(text: string): { namespace: string; localName: string } | null {
  START_TAG.lastIndex = PROLOG.exec(text)?.[0].length ?? 0;
  const [tag, prefix, localName = '', attributes = ''] = START_TAG.exec(text) ?? [];
  if (tag === undefined) return null;
  const declared = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  for (const [, name, quoted = ''] of attributes.matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    if (name === declared) return { namespace: quoted.slice(1, -1).trim(), localName };
  }
  return { namespace: '', localName };
}
