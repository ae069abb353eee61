import type { FilingExhibit } from '../../../domain/filings/filings/model/filing-contents.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import { divideDocument } from '../people/divide-document.ts';
import { findSignatures, reportLinesOf } from '../sections/current-report/lines.ts';
import type { SectionDocument } from '../sections/section-input.ts';

/** Less behind the signatures is the signatures themselves, or a list of exhibits. */
const MIN_CHARACTERS = 1_500;

/**
 * Releases that a report holds in its own file, behind its signatures: under the heading of an exhibit 99, or in a report of a
 * foreign issuer (Form 6-K, which has no items) also without one.
 */
export function boundExhibits(form: string, { fileName, text }: SectionDocument): FilingExhibit[] {
  const [report, ...bound] = divideDocument(text);
  const headed = bound.filter(part => part.nativeType === 'EX-99').map(part => part.document);
  const documents = headed.length > 0 || !/^6-K/.test(form) || bound.length > 0 ? headed : behindSignatures(report);
  return documents.flatMap(document => {
    const [first, last] = [document.blocks[0], document.blocks.at(-1)];
    if (first === undefined || last === undefined) return [];
    const words = renderText(text, first.start, last.end);
    return words.length < MIN_CHARACTERS ? [] : [{ fileName, nativeType: 'EX-99', text: words }];
  });
}

type Divided = ReturnType<typeof divideDocument>[number];

function behindSignatures(report: Divided | undefined): Divided['document'][] {
  if (report === undefined) return [];
  const lines = reportLinesOf(report.document);
  const signatures = findSignatures(lines)[0];
  const start = signatures === undefined ? undefined : lines[signatures]?.start;
  if (start === undefined) return [];
  return [{ ...report.document, blocks: report.document.blocks.filter(block => block.start >= start) }];
}
