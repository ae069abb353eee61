import { parseAttributes } from './attributes.ts';

/** An element as written. */
export interface WrittenElement {
  attributes: Record<string, string>;
  /** What is between its tags, markup inside removed. */
  text: string;
}

/** Whether a start tag begins at an offset of a document. */
export function isMarkup(document: string, start: number): boolean {
  return /^<[A-Za-z_]/.test(document.slice(start, start + 2));
}

/** The element between two offsets of a document. */
export function elementAt(document: string, start: number, end: number): WrittenElement {
  const nameEnd = start + (/[\s/>]/.exec(document.slice(start, end))?.index ?? 0);
  const tagEnd = endOfTag(document, nameEnd, end);
  const parsed = parseAttributes(document, nameEnd, tagEnd);
  const attributes: Record<string, string> = {};
  for (let at = 0; at < parsed.size; at++) attributes[parsed.nameAt(at)] = parsed.valueAt(at);
  return {
    attributes,
    text: document
      .slice(tagEnd, end)
      .replace(/<[^>]*>/g, '')
      .trim(),
  };
}

/** The offset behind the `>` of a start tag; a `>` in a quoted value does not end it. */
function endOfTag(document: string, from: number, end: number): number {
  let quote = '';
  for (let at = from; at < end; at++) {
    const character = document.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return end;
}

/** The markup of a context or unit of a document by its id; null if it is not in the document. */
export function resourceOf(document: string, kind: 'context' | 'unit', id: string): string | null {
  const closing = new RegExp(`</(?:[\\w.-]+:)?${kind}\\s*>`, 'g');
  for (const quote of ['"', "'"]) {
    const written = `id=${quote}${id}${quote}`;
    for (let at = document.indexOf(written); at >= 0; at = document.indexOf(written, at + 1)) {
      const start = document.lastIndexOf('<', at);
      if (!new RegExp(`^<(?:[\\w.-]+:)?${kind}\\s`).test(document.slice(start, start + 80))) continue;
      closing.lastIndex = at;
      const end = closing.exec(document);
      return end === null ? null : document.slice(start, closing.lastIndex);
    }
  }
  return null;
}
