import { describe, expect, it } from 'vitest';
import {
  type ArrangedReport,
  arrangedReports,
  type ExpectedItem,
} from '../../../../test/fictional/arranged-reports.ts';
import type { FilingSection, FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { splitSections } from './split-sections.ts';

/** Below this confidence a response calls a section doubtful. */
const CERTAIN = 0.8;
/** Characters of either end that are compared, as for labelled reports. */
const COMPARED_CHARS = 40;

const squash = (text: string) => text.replace(/[|\s]+/g, '').toLowerCase();

function split({ form, html }: ArrangedReport): FilingText {
  const documents = [{ fileName: 'lantern.htm', nativeType: form, isPrimary: true, text: parseHtml(html) }];
  return splitSections({ formType: form, periodEnd: '2024-12-31', filingDate: null, itemCodes: [], documents });
}

/** An index by pages says nothing of the headings on them: they may stand above the text. */
function isRight({ statuses, title, text }: ExpectedItem, section: FilingSection | undefined): boolean {
  if (section === undefined || !statuses.includes(section.status)) return false;
  if (text === null) return true;
  const [own, wanted] = [squash(section.text), squash(text)];
  const start = wanted.slice(0, COMPARED_CHARS);
  const isFromIndex = section.warnings.includes('from_cross_reference_index');
  const begins = isFromIndex ? own.includes(start) : own.startsWith(start) || own.startsWith(squash(title) + start);
  return begins && own.endsWith(wanted.slice(-COMPARED_CHARS));
}

function keyOf({ part, number }: ExpectedItem, form: string): string {
  const item = `item_${number.toLowerCase()}`;
  return form === '10-Q' ? `part_${part.toLowerCase()}.${item}` : item;
}

describe('reports that arrange their items in unusual ways', () => {
  const misses = arrangedReports().flatMap(report => {
    const read = split(report);
    const sections = new Map(read.sections.map(section => [section.sectionKey, section]));
    return report.expected.flatMap(item => {
      const section = sections.get(keyOf(item, report.form));
      if (isRight(item, section)) return [];
      const isDoubtful = section !== undefined && (section.confidence < CERTAIN || section.warnings.length > 0);
      const isSilent = read.status === 'found' && !isDoubtful;
      return [{ place: `${report.name}: ${keyOf(item, report.form)}`, isSilent }];
    });
  });

  it('lose no item silently', () => {
    expect(misses.filter(({ isSilent }) => isSilent)).toEqual([]);
  });

  it('are read but for two titles divided by a semicolon', () => {
    expect(misses.map(({ place }) => place)).toEqual([
      'one heading: Item 1. Business; Item 2. Properties: item_1',
      'one heading: Item 1. Business; Item 2. Properties: item_2',
    ]);
  });

  it('are called complete where they are', () => {
    const doubted = arrangedReports().filter(report => split(report).status !== 'found');
    expect(doubted.map(({ name }) => name)).toEqual(['one heading: Item 1. Business; Item 2. Properties']);
  });
});
