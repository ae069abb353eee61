import type { XmlElement } from '../../../formats/xbrl/xml-element.ts';
import { XmlElementBuilder } from '../../../formats/xbrl/xml-element.ts';
import { readXml } from '../../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/** The first child with a local name; undefined if there is none. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find(child => child.localName === name);
}

/** The children of that local name, in their order. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter(child => child.localName === name) ?? [];
}

/**
 * An element's own text, or that of its `value` if it has one. Null if there is none, as in an element that only refers to a
 * note.
 */
export function wordsOf(element: XmlElement | undefined): string | null {
  const text = (childOf(element, 'value') ?? element)?.text.replace(/\s+/g, ' ').trim() ?? '';
  return text === '' ? null : text;
}

/** Ids of the notes that an element and its descendants refer to, each once, in order. */
export function noteIdsOf(element: XmlElement | undefined): string[] {
  if (element === undefined) return [];
  const own = element.localName === 'footnoteId' ? [element.attributes.get('id')?.trim() ?? ''] : [];
  return [...new Set([...own, ...element.children.flatMap(noteIdsOf)])].filter(id => id !== '');
}

/** 0, 1, true or false; null for other texts. */
export function yesOrNo(element: XmlElement | undefined): boolean | null {
  const words = wordsOf(element)?.toLowerCase();
  if (words === '1' || words === 'true') return true;
  return words === '0' || words === 'false' ? false : null;
}

/**
 * The first element with a local name, of any namespace, with its content; null if the document has none. Missing end tags
 * are added. Every violation of well-formedness is reported.
 */
export function readXmlRoot(
  { fileName, source }: { fileName: string; source: string },
  localName: string,
  log: AnomalyLog,
): XmlElement | null {
  let builder: XmlElementBuilder | null = null;
  let root: XmlElement | null = null;
  const faults = readXml(
    { name: fileName, source },
    {
      open: tag => {
        if (builder !== null) builder.open(tag);
        else if (root === null && tag.localName === localName) builder = new XmlElementBuilder(tag);
      },
      text: piece => builder?.text(piece),
      close: () => {
        if (builder === null) return;
        const { isCut } = builder;
        root = builder.close();
        if (root === null) return;
        if (isCut) log.add('form_cut', fileName, 'larger than any form: its end is not read');
        builder = null;
      },
    },
  );
  if (root !== null) for (const { kind, locator, detail } of faults) log.add(kind, `${fileName} ${locator}`, detail);
  return root;
}
