import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { renderMarkdown } from '../../formats/html-text/render-markdown.ts';
import { renderSafeHtml } from '../../formats/html-text/render-safe-html.ts';
import { renderText } from '../../formats/html-text/render-text.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { FilingSection, FilingText } from '../../model/filing-contents.ts';
import type { NamedBytes, ReadReport } from './read-report.ts';

/** The text of a report as one section a document: `report`, `report_2` …; there is no form whose parts it could have. */
export function textOfReport(report: ReadReport | null, log: AnomalyLog): FilingText {
  if (report?.kind !== 'inline') {
    const reason =
      report === null ? 'No document of this filing is at hand.' : 'Only the data of this report is at hand.';
    return { status: 'sections_not_found', reason, sections: [] };
  }
  const sections = report.documents.map((document, index) => toSection(document, index + 1, log));
  const withText = sections.filter(one => one.text.trim() !== '');
  if (withText.length === 0) return { status: 'sections_not_found', reason: 'The document has no text.', sections: [] };
  return { status: 'found', reason: null, sections: withText };
}

function toSection({ name, bytes }: NamedBytes, order: number, log: AnomalyLog): FilingSection {
  const document = parseHtml(decodeDocument(bytes));
  for (const warning of document.warnings) log.add('text_limit', name, warning);
  const end = document.source.length;
  return {
    sectionKey: order === 1 ? 'report' : `report_${order}`,
    title: 'Report',
    order,
    status: 'found',
    confidence: 1,
    warnings: [],
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: name,
    resolvedFrom: null,
    start: 0,
    end,
    text: renderText(document, 0, end),
    markdown: renderMarkdown(document, 0, end),
    html: renderSafeHtml(document, 0, end),
  };
}
