import { describe, expect, it } from 'vitest';
import {
  CONTENTS,
  FURNITURE,
  HEADINGS,
  itemsOf,
  type Layout,
  PARTS,
  printReport,
  printText,
  TEXT_CONTENTS,
  TEXT_PAGES,
  TEXT_STYLES,
  type VariedItem,
} from '../../../../test/fictional/varied-reports.ts';
import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { splitSections } from './split-sections.ts';

/** Below this confidence a response calls a section doubtful. */
const CERTAIN = 0.8;

const squash = (text: string) => text.replace(/[|\s]+/g, '');

function keyOf(form: Layout['form'], { part, number }: VariedItem): string {
  const item = `item_${number.toLowerCase()}`;
  return form === '10-Q' ? `part_${part.toLowerCase()}.${item}` : item;
}

/** Whether a section holds an item, its text from the first word to the last. A title that is repeated may belong to it. */
function isRight({ title, paragraphs, status }: VariedItem, section: FilingSection | undefined): boolean {
  if (section === undefined || (section.status !== status && section.status !== 'shared')) return false;
  const text = squash(paragraphs.join(' '));
  const own = squash(section.text);
  return own === text || own.toLowerCase() === (squash(title) + text).toLowerCase();
}

interface Count {
  items: number;
  right: number;
  silent: string[];
}

/** Splits a report and adds its items to a count. A miss is silent if neither the filing nor the section is doubtful. */
function count(form: Layout['form'], text: TextDocument, layout: string, into: Count): void {
  const documents = [{ fileName: 'lantern.htm', nativeType: form, isPrimary: true, text }];
  const split = splitSections({ formType: form, periodEnd: '2024-12-31', filingDate: null, itemCodes: [], documents });
  const sections = new Map(split.sections.map(section => [section.sectionKey, section]));
  for (const item of itemsOf(form)) {
    const section = sections.get(keyOf(form, item));
    into.items += 1;
    if (isRight(item, section)) into.right += 1;
    else {
      const isDoubtful = section !== undefined && (section.confidence < CERTAIN || section.warnings.length > 0);
      if (split.status === 'found' && !isDoubtful) into.silent.push(`${layout}: ${keyOf(form, item)}`);
    }
  }
}

const emptyCount = (): Count => ({ items: 0, right: 0, silent: [] });

describe('reports that print the same items in many ways', () => {
  it('in HTML lose no item silently, and hardly any at all', () => {
    const counted = emptyCount();
    const furnitures = Object.keys(FURNITURE);
    const parts = Object.keys(PARTS);
    for (const form of ['10-K', '10-Q'] as const) {
      for (const [at, heading] of Object.keys(HEADINGS).entries()) {
        for (const [next, contents] of Object.keys(CONTENTS).entries()) {
          const furniture = furnitures[(at + next) % furnitures.length] ?? '';
          const layout = { form, heading, contents, furniture, parts: parts[next % parts.length] ?? '' };
          count(form, parseHtml(printReport(layout)), Object.values(layout).join(', '), counted);
        }
      }
    }
    expect(counted.silent).toEqual([]);
    expect(counted.right / counted.items).toBeGreaterThan(0.95);
  });

  it('in plain text lose no item silently, and hardly any at all', () => {
    const counted = emptyCount();
    for (const form of ['10-K', '10-Q'] as const) {
      for (const heading of Object.keys(TEXT_STYLES)) {
        for (const furniture of Object.keys(TEXT_PAGES)) {
          for (const contents of Object.keys(TEXT_CONTENTS)) {
            const layout = { form, heading, contents, furniture };
            count(form, parsePlainText(printText(layout)), Object.values(layout).join(', '), counted);
          }
        }
      }
    }
    expect(counted.silent).toEqual([]);
    expect(counted.right / counted.items).toBeGreaterThan(0.98);
  });
});
