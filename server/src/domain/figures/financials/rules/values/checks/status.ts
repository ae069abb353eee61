import { type Breach, KEY_CODES, type ValidationStatus } from '../../../model/financials.ts';
import { type Chart, codeNumber } from '../../checks/chart.ts';
import { IDENTITIES } from '../../checks/identity-table.ts';
import type { Cells } from '../cell.ts';

const KEY_NUMBERS: ReadonlySet<number> = new Set(KEY_CODES.map(codeNumber));
const HARD = new Set(IDENTITIES.filter(identity => identity.isHard).map(identity => identity.id));
const WARNINGS = [
  'off_face',
  'vintage_fallback',
  'vintage_mixed',
  'newest_refused',
  'inconsistent_candidates',
  'suspect_zero',
  'reported_q4_differs',
  'sign_flip',
  'negative',
  'sign_assumed',
  'split_basis',
  'common_income',
];
const REVIEW = ['inconsistent_duplicate', 'scale_error', 'scale_suspect'];
/** Identities that flag the wrong term themselves; the others are unaffected. */
const SELF_MARKED = ['X2'];

/** Causes that are errors of the filer: known, but still requiring review. */
const OWN_FAULTS = ['sign_flip', 'scale'];

/** Sets the status of each value, and returns that of the period, from flags and breached identities. */
export function setStatuses(chart: Chart, cells: Cells, breaches: readonly Breach[]): ValidationStatus {
  for (const row of chart.applicable) {
    const cell = cells[row.number];
    if (!cell) continue;
    if (cell.flags.length > 0 && cell.flags.some(flag => REVIEW.includes(flag))) cell.status = 'needs_review';
    else if (cell.flags.length > 0 && cell.flags.some(flag => WARNINGS.includes(flag)))
      cell.status = 'published_with_warnings';
    else if (cell.isByFormula && row.isStated && !KEY_NUMBERS.has(row.number)) cell.status = 'published_with_warnings';
  }
  let hasWarning = breaches.length > 0;
  let needsReview = false;
  for (const breach of breaches) {
    const isOpen = breach.cause === null || OWN_FAULTS.includes(breach.cause);
    const isUnexplained = isOpen && HARD.has(breach.identity);
    needsReview ||= isUnexplained;
    if (SELF_MARKED.includes(breach.identity)) continue;
    for (const name of Object.keys(breach.terms)) {
      const cell = cells[codeNumber(name)];
      if (!cell || cell.status === 'needs_review') continue;
      cell.status = isUnexplained ? 'needs_review' : 'published_with_warnings';
    }
  }
  let keys = 0;
  for (const number of KEY_NUMBERS) {
    const cell = cells[number];
    if (!cell) continue;
    keys++;
    needsReview ||= cell.status === 'needs_review';
    hasWarning ||= cell.status === 'published_with_warnings';
  }
  if (keys === 0) return 'unavailable';
  if (needsReview) return 'needs_review';
  return hasWarning ? 'published_with_warnings' : 'published';
}
