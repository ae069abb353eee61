import type {
  DuplicateCandidate,
  DuplicateFiling,
  DuplicatesFound,
} from '../../domain/filings/filings/model/duplicate-filing.ts';
import { parseDay } from '../../kernel/dates.ts';
import { accountsAddressOf } from './accounts-address.ts';

/** Accounts as first filed and amended accounts: forms of a filing history that may also be documents of the bulk product. */
const ACCOUNTS_FORMS = new Set(['AA', 'AAMD']);
/**
 * The bulk file of a day has what was processed the day before, at weekends until Tuesday; the history dates by the day of
 * receipt. Holidays and queries at the registry add some days.
 */
const MAX_DAYS = 10;

/**
 * Finds entries of a company's filing history and documents of accounts that are the same accounts. Neither names the other.
 * They are one filing if they are made up to the same day, are accounts of the same kind (annual, interim), the document was
 * published on the day of the entry or up to ten days later, and no other entry or document fits either of them. If another one
 * does, all of them are a doubt. A document without a day of publication may be any entry that is left and was filed on the day
 * of its approval or later.
 */
export function findDuplicateAccounts(filings: readonly DuplicateCandidate[]): DuplicatesFound {
  const documents = filings.filter(isDocument);
  const entries = filings.filter(filing => !isDocument(filing) && ACCOUNTS_FORMS.has(filing.formType));
  const dated = documents.filter(isDated);
  const found = match(entries, dated, isPublishedSoon);
  const taken = new Set([...found.duplicates.map(({ aliasId }) => aliasId), ...found.doubts.flat()]);
  const left = entries.filter(({ nativeId }) => !taken.has(nativeId));
  const undated = documents.filter(document => !dated.includes(document));
  const others = match(left, undated, isApprovedBefore);
  return {
    duplicates: [...found.duplicates, ...others.duplicates],
    doubts: [...found.doubts, ...others.doubts],
  };
}

type Fits = (entry: DuplicateCandidate, document: DuplicateCandidate) => boolean;

/** The pairs of one period and kind that fit each other and nothing else. */
function match(
  entries: readonly DuplicateCandidate[],
  documents: readonly DuplicateCandidate[],
  fitsDays: Fits,
): DuplicatesFound {
  const fits: Fits = (entry, document) =>
    entry.periodEnd !== null &&
    entry.periodEnd === document.periodEnd &&
    entry.category === document.category &&
    fitsDays(entry, document);
  const found: DuplicatesFound = { duplicates: [], doubts: [] };
  for (const document of documents) {
    const fitting = entries.filter(entry => fits(entry, document));
    const [entry] = fitting;
    if (entry === undefined) continue;
    const rivals = documents.filter(other => fitting.some(candidate => fits(candidate, other)));
    if (fitting.length > 1 || rivals.length > 1) {
      const ids = [...fitting, ...rivals].map(({ nativeId }) => nativeId).sort();
      if (!found.doubts.some(known => known.join() === ids.join())) found.doubts.push(ids);
    } else
      found.duplicates.push({
        nativeId: document.nativeId,
        aliasId: entry.nativeId,
        evidence: evidenceOf(entry, document),
      });
  }
  return found;
}

function isDocument({ nativeId }: DuplicateCandidate): boolean {
  return accountsAddressOf(`${nativeId}.html`) !== null;
}

function isDated({ urls }: DuplicateCandidate): boolean {
  return urls.some(url => (accountsAddressOf(url)?.publishedOn ?? null) !== null);
}

function isPublishedSoon(entry: DuplicateCandidate, document: DuplicateCandidate): boolean {
  const days = daysBetween(entry, document);
  return days >= 0 && days <= MAX_DAYS;
}

function isApprovedBefore(entry: DuplicateCandidate, document: DuplicateCandidate): boolean {
  return document.filingDate <= entry.filingDate;
}

function daysBetween(entry: DuplicateCandidate, document: DuplicateCandidate): number {
  return (parseDay(document.filingDate) ?? Number.NaN) - (parseDay(entry.filingDate) ?? Number.NaN);
}

function evidenceOf(entry: DuplicateCandidate, document: DuplicateCandidate): DuplicateFiling['evidence'] {
  const known = {
    form_type: entry.formType,
    category: entry.category,
    period_end: entry.periodEnd ?? '',
    entry_filed: entry.filingDate,
  };
  if (!isDated(document)) {
    const rule = 'the only accounts and the only entry of one company, period and kind, approved before the entry';
    return { rule, ...known, document_approved: document.filingDate };
  }
  return {
    rule: 'accounts of one company, period and kind, published within days of their entry',
    ...known,
    document_published: document.filingDate,
    days: daysBetween(entry, document),
  };
}
