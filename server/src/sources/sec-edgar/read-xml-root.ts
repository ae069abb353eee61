import { type XmlElement, XmlElementBuilder } from '../../formats/xbrl/xml-element.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

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
