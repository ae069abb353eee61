import { parseHtml } from '../../server/src/formats/html-text/parse-html.ts';
import { renderMarkdown } from '../../server/src/formats/html-text/render-markdown.ts';
import { renderSafeHtml } from '../../server/src/formats/html-text/render-safe-html.ts';
import { renderText } from '../../server/src/formats/html-text/render-text.ts';
import { decodeDocument } from '../../server/src/formats/ixbrl/encoding.ts';
import { extractInline } from '../../server/src/formats/ixbrl/extract-inline.ts';

/** What is fed with damaged documents: it may answer what it likes, but must not throw nor take long. */
export const TARGETS: Readonly<Record<string, (bytes: Buffer) => void>> = {
  inline: bytes => {
    extractInline([{ name: 'fuzz.htm', source: bytes }]);
  },
  html: bytes => {
    const source = decodeDocument(bytes);
    const document = parseHtml(source);
    renderText(document, 0, source.length);
    renderMarkdown(document, 0, source.length);
    renderSafeHtml(document, 0, source.length);
  },
};
