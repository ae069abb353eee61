import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { FilingHeading } from '../kit/pdf/published-filing.ts';
import { readTable } from '../kit/read-table.ts';

const TABLE = Map.groupBy(readTable(new URL('./headings.tsv', import.meta.url)), ([rule]) => rule);

/** The exchange's categories. */
const CATEGORIES = new Map((TABLE.get('category') ?? []).map(([, stated = '', category = '']) => [stated, category]));

/**
 * Words of subcategories and subjects, which are more specific than a category; the first match counts. Regulations are those of the
 * listing rules (SEBI LODR 2015: 34 annual report, 33 results, 39 certificates) and of takeovers (SAST 2011: 29, 31).
 */
const WORDS = (TABLE.get('words') ?? []).map(([, words = '', category = '']) => ({
  words: new RegExp(words, 'i'),
  category,
}));

const AMENDED =
  /corrigendum|erratum|addendum|\brevised (?:financial|results?|outcome|disclosure|intimation|submission)/i;

/** The heading of an announcement. `category` and `subcategory` are null if the exchange states none. */
export interface StatedHeading {
  category: string | null;
  subcategory: string | null;
  /** Without the company's name and code. */
  subject: string;
}

/**
 * Reads the heading of an announcement: the form type is the exchange's category, else the word at the head of the subject;
 * the item code is its subcategory. A category that the table lacks is the anomaly `unknown_category`.
 */
export function readHeading(stated: StatedHeading, place: string, log: AnomalyLog): FilingHeading {
  const { category: named, subcategory, subject } = stated;
  const usual = named === null ? undefined : CATEGORIES.get(named);
  if (named !== null && usual === undefined) log.add('unknown_category', place, named);
  const text = `${named ?? ''} ${subcategory ?? ''} ${subject}`.replace('Insider Trading / SAST', '');
  const category = WORDS.find(({ words }) => words.test(text))?.category ?? usual ?? 'other';
  return {
    formType: named ?? headOf(subject, subcategory),
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes: subcategory === null ? [] : [subcategory],
    isAmendment: AMENDED.test(subject),
  };
}

/** `Compliances` of `Compliances-Reg. 39 (3) - Loss of certificate`: the subcategory follows the head. */
function headOf(subject: string, subcategory: string | null): string {
  const at = subcategory === null ? -1 : subject.indexOf(subcategory);
  const head = at <= 0 ? '' : subject.slice(0, at).replace(/[\s-]+$/, '');
  return head === '' ? 'Announcement' : head;
}
