import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import { baseForm } from './form-categories.ts';

/** Of these one filer may have many of one day: what an amendment amends stands in its own text only. */
const NAMED_IN_THE_DOCUMENT = new Set(['insider_transaction', 'insider_sale_notice', 'large_holding']);

/**
 * Sets `amends` on each amendment: the filing of the same form and period that came before it, the newest original one
 * if there are several. Where a form may be filed several times for one day (8-K), only a single candidate counts.
 */
export function resolveAmendments(filings: readonly Filing[]): void {
  const originals = new Map<string, Filing[]>();
  for (const filing of filings) {
    if (!filing.isAmendment && filing.periodEnd !== null) addToList(originals, keyOf(filing), filing);
  }
  for (const filing of filings) {
    if (!filing.isAmendment || filing.periodEnd === null || NAMED_IN_THE_DOCUMENT.has(filing.category)) continue;
    const earlier = (originals.get(keyOf(filing)) ?? []).filter(original => original.knownAt <= filing.knownAt);
    const isPeriodic = filing.category === 'annual_report' || filing.category === 'interim_report';
    if (earlier.length === 0 || (!isPeriodic && earlier.length > 1)) continue;
    filing.amends = earlier.reduce((newest, one) => (one.knownAt > newest.knownAt ? one : newest)).nativeId;
  }
}

function keyOf(filing: Filing): string {
  return `${baseForm(filing.formType)} ${filing.periodEnd}`;
}
