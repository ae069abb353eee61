import { type CategoryGroup, categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

/** What kind of announcement one is. */
export interface AnnouncementHeading {
  /** The exchange's category, else the word at the head of the subject. */
  formType: string;
  category: string;
  categoryGroup: CategoryGroup;
  /** The exchange's subcategory. */
  itemCodes: string[];
  isAmendment: boolean;
}

/** The exchange's categories. */
const CATEGORIES: Readonly<Record<string, string>> = {
  'AGM/EGM': 'proxy',
  'Board Meeting': 'material_event',
  'Company Update': 'material_event',
  'Corp. Action': 'material_event',
  'Insider Trading / SAST': 'insider_transaction',
  'Integrated Filing': 'specialised',
  'New Listing': 'listing_change',
  Others: 'other',
  Result: 'earnings_release',
};

/**
 * Words of subcategories and subjects, which say more than a category; the first that is there counts. Regulations are those of the
 * listing rules (SEBI LODR 2015: 34 annual report, 33 results, 39 certificates) and of takeovers (SAST 2011: 29, 31).
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/newspaper|trading window|board meeting intimation/i, 'material_event'],
  [/\bReg(?:ulation|\.)? ?34\b|\bannual report\b/i, 'annual_report'],
  [/financial results?\b|\bReg(?:ulation|\.)? ?33\b/i, 'earnings_release'],
  [/\bSAST\b|substantial acquisition/i, 'large_holding'],
  [/insider trading|\bPIT\b/i, 'insider_transaction'],
  [/postal ballot|shareholder meeting|general meeting|\b[AE]GM\b/i, 'proxy'],
  [/open offer|buy-?back/i, 'tender_offer'],
  [/scheme of arrangement|amalgamation|demerger|\bmerger\b/i, 'merger_document'],
  [/prospectus|offer document/i, 'prospectus'],
  [/delisting|suspension of trading|listing of/i, 'listing_change'],
  [/complian(?:ce|t)|\bReg(?:ulation|\.) ?\d/i, 'specialised'],
];

const AMENDED =
  /corrigendum|erratum|addendum|\brevised (?:financial|results?|outcome|disclosure|intimation|submission)/i;

/** What the exchange says of an announcement. `category` and `subcategory` are null where it says nothing. */
export interface StatedHeading {
  category: string | null;
  subcategory: string | null;
  /** Without the company's name and code. */
  subject: string;
}

/** Reads the heading of an announcement; a category that nobody knows yet is told (`unknown_category`). */
export function readHeading(stated: StatedHeading, place: string, log: AnomalyLog): AnnouncementHeading {
  const { category: named, subcategory, subject } = stated;
  const usual = named === null ? undefined : CATEGORIES[named];
  if (named !== null && usual === undefined) log.add('unknown_category', place, named);
  const text = `${named ?? ''} ${subcategory ?? ''} ${subject}`.replace('Insider Trading / SAST', '');
  const category = WORDS.find(([words]) => words.test(text))?.[1] ?? usual ?? 'other';
  return {
    formType: named ?? headOf(subject, subcategory),
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes: subcategory === null ? [] : [subcategory],
    isAmendment: AMENDED.test(subject),
  };
}

/** `Compliances` of `Compliances-Reg. 39 (3) - Loss of certificate`, whose subcategory follows its head. */
function headOf(subject: string, subcategory: string | null): string {
  const at = subcategory === null ? -1 : subject.indexOf(subcategory);
  const head = at <= 0 ? '' : subject.slice(0, at).replace(/[\s-]+$/, '');
  return head === '' ? 'Announcement' : head;
}
