import { readEvents } from '../../server/src/domain/disclosures/events/rules/read-events.ts';
import { readRedFlags } from '../../server/src/domain/disclosures/red-flags/rules/read-red-flags.ts';
import { readSupplyChain } from '../../server/src/domain/disclosures/supply-chain/rules/read-supply-chain.ts';
import { readGuidance } from '../../server/src/domain/figures/guidance/rules/read-guidance.ts';
import { parseHtml } from '../../server/src/formats/html-text/parse-html.ts';
import { parsePlainText } from '../../server/src/formats/html-text/plain-text/parse-plain-text.ts';
import { renderMarkdown } from '../../server/src/formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../server/src/formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../server/src/formats/html-text/render/render-text.ts';
import type { TextDocument } from '../../server/src/formats/html-text/text-document.ts';
import { decodeDocument } from '../../server/src/formats/ixbrl/encoding.ts';
import { extractInline } from '../../server/src/formats/ixbrl/extract-inline.ts';
import { AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { parseOwnership } from '../../server/src/sources/sec-edgar/ownership/parse-ownership.ts';
import { splitSections } from '../../server/src/sources/sec-edgar/sections/split-sections.ts';
import { secEdgar } from '../../server/src/sources/sec-edgar/source.ts';

/** One form for each way of splitting a text into sections. */
const FORMS = ['10-K', '10-Q', '20-F', '40-F', '8-K', '6-K', 'DEF 14A'];

/** Throws if blocks overlap or are out of order. */
function checkOrder({ blocks, source }: TextDocument): void {
  let reached = 0;
  for (const { start, end, kind } of blocks) {
    if (start < reached || end < start || end > source.length)
      throw new Error(`${kind} at ${start} to ${end} overlaps the block that ends at ${reached}`);
    reached = end;
  }
}

/** Functions under test by target. Any result is valid, but they must not throw or hang. */
export const TARGETS: Readonly<Record<string, (bytes: Buffer) => void | Promise<void>>> = {
  inline: bytes => {
    extractInline([{ name: 'fuzz.htm', source: bytes }]);
  },
  html: bytes => {
    const source = decodeDocument(bytes);
    const document = parseHtml(source);
    checkOrder(document);
    renderText(document, 0, source.length);
    renderMarkdown(document, 0, source.length);
    renderSafeHtml(document, 0, source.length);
  },
  sections: bytes => {
    const source = decodeDocument(bytes);
    const text = /<(?:html|p|div|table)\b/i.test(source) ? parseHtml(source) : parsePlainText(source);
    // The form depends on the bytes, so that a case can be repeated.
    const formType = FORMS[bytes.length % FORMS.length] ?? '10-K';
    const document = { fileName: 'fuzz.htm', nativeType: formType, isPrimary: true, text };
    splitSections({ formType, periodEnd: null, filingDate: null, itemCodes: [], documents: [document] });
  },
  ownership: bytes => {
    const source = decodeDocument(bytes);
    const document = {
      fileName: 'fuzz.xml',
      source,
      accession: '0000000000-30-000001',
      filingDate: '2030-12-31',
      incorporated: new Set<string>(),
    };
    const read = parseOwnership(document, new AnomalyLog('sec-edgar', 'fuzz'));
    // JSON in PostgreSQL can contain neither lone surrogates nor NUL.
    if (/\\u(?:0000|d[89a-f]\w\w)/i.test(JSON.stringify(read)))
      throw new Error('The text contains a lone surrogate or NUL.');
  },
  filing: async bytes => {
    // As a fetched submission: container, documents, and every rule that reads prose.
    const url = 'https://www.sec.gov/Archives/edgar/data/9999900001/999990000130000001/9999900001-30-000001.txt';
    const { records } = await secEdgar.parse([{ url, sha256: '0'.repeat(64), bytes }]);
    for (const { contents, furtherContents = [] } of records) {
      for (const one of [...(contents === null ? [] : [contents]), ...furtherContents]) {
        const supply = readSupplyChain(one);
        readEvents(one, 'sec-edgar', readRedFlags(one, supply));
        if (one.earningsRelease !== null) readGuidance(one.earningsRelease.text);
      }
    }
  },
};
