import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { renderMarkdown } from '../../formats/html-text/render-markdown.ts';
import { renderSafeHtml } from '../../formats/html-text/render-safe-html.ts';
import { renderText } from '../../formats/html-text/render-text.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { FilingText } from '../../model/filing-contents.ts';

/** The text of accounts as one section `report`: no form tells how accounts are divided. */
export function toAccountsText(fileName: string, source: string, log: AnomalyLog): FilingText {
  const document = parseHtml(source);
  for (const warning of document.warnings) log.add('text_limit', fileName, warning);
  const end = document.source.length;
  const text = renderText(document, 0, end);
  if (text.trim() === '') return withoutText('The document has no text; it may be made of pictures.');
  return {
    status: 'found',
    reason: null,
    sections: [
      {
        sectionKey: 'report',
        title: 'Accounts',
        order: 1,
        status: 'found',
        confidence: 1,
        warnings: [],
        target: null,
        sharedWith: [],
        isFurnished: null,
        document: fileName,
        resolvedFrom: null,
        start: 0,
        end,
        text,
        markdown: renderMarkdown(document, 0, end),
        html: renderSafeHtml(document, 0, end),
      },
    ],
  };
}

/** Accounts that hold data alone: plain XBRL. */
export function withoutText(reason: string): FilingText {
  return { status: 'sections_not_found', reason, sections: [] };
}
