import { appendAll } from '../../../../../kernel/lists.ts';
import type { CompanyType } from '../../../../filings/issuers/model/issuer.ts';
import type { Breach } from '../../model/financials.ts';
import { LINE_ITEMS } from '../line-items.ts';
import type { Cell, Cells } from '../values/cell.ts';
import { shareBreaches } from '../values/checks/share-scale.ts';
import { POSITIVE_FLOWS } from '../values/checks/signs.ts';
import { type BreachEvidence, findCause } from './breach-causes.ts';
import { CODE_NAMES, codeNumber } from './chart.ts';
import { RELATIONS, type Relation } from './relations.ts';

/** The result of checking a period: the number of testable identities, and the breached ones. */
export interface IdentityCheck {
  readonly tested: readonly string[];
  readonly breaches: readonly Breach[];
}

/**
 * Tests every identity whose terms were filed (or subtracted from filed ones); an identity that a value was computed
 * from proves nothing. The tolerance is the sum of half the rounding of each term, at least one unit.
 */
export function checkIdentities(cells: Cells, companyType: CompanyType, evidence: BreachEvidence): IdentityCheck {
  const tested: string[] = [];
  const breaches: Breach[] = [];
  for (const relation of RELATIONS) {
    const { identity } = relation;
    if (identity.companyTypes !== null && !identity.companyTypes.includes(companyType)) continue;
    const sum = sumUp(relation, cells);
    if (sum === null) continue;
    tested.push(identity.id);
    const { difference, tolerance } = sum;
    if (Math.abs(difference) <= tolerance) continue;
    breaches.push(describe(relation, cells, difference, tolerance, evidence));
  }
  appendAll(breaches, shareBreaches(cells));
  for (const number of POSITIVE) {
    const cell = cells[number];
    if (!cell || cell.value >= 0) continue;
    const name = CODE_NAMES[number] ?? '';
    const cause = isFinancingSideNegated(cells) ? 'sign_flip' : null;
    breaches.push({ identity: 'V1', terms: { [name]: cell.value }, difference: cell.value, tolerance: 0, cause });
  }
  for (const number of POSITIVE_FLOWS) {
    const cell = cells[number];
    if (!cell?.has('sign_flip')) continue;
    const terms = { [CODE_NAMES[number] ?? '']: cell.value };
    breaches.push({ identity: 'V1', terms, difference: cell.value, tolerance: 0, cause: 'sign_flip' });
  }
  return { tested, breaches };
}

/** Whether a filer states liabilities and equity as credits: their total is that of the assets with a minus sign. */
function isFinancingSideNegated(cells: Cells): boolean {
  const [assets, financing] = [cells[TOTAL_ASSETS], cells[LIABILITIES_AND_EQUITY]];
  return assets !== undefined && financing !== undefined && financing.value < 0 && assets.value === -financing.value;
}

const TOTAL_ASSETS = codeNumber('total_assets');
const LIABILITIES_AND_EQUITY = codeNumber('liabilities_and_equity');

/** Balances and counts that cannot be negative. */
const POSITIVE = LINE_ITEMS.flatMap((item, number) =>
  item.sign === 'pos' && item.periodType === 'instant' ? [number] : [],
);

/** Left side minus right side with its tolerance; null if a required term is missing or was itself computed. */
function sumUp({ terms }: Relation, cells: Cells): { difference: number; tolerance: number } | null {
  let difference = 0;
  let tolerance = 0;
  let unit = -1;
  for (const term of terms) {
    const cell = cells[term.code];
    if (cell === undefined) {
      if (term.isOptional) continue;
      return null;
    }
    if (cell.isByFormula || (unit !== -1 && cell.unit !== unit)) return null;
    unit = cell.unit;
    difference += term.weight * cell.value;
    tolerance += cell.half;
  }
  return { difference, tolerance: Math.max(1, tolerance) };
}

function describe(
  { identity, terms: relation }: Relation,
  cells: Cells,
  difference: number,
  tolerance: number,
  evidence: BreachEvidence,
): Breach {
  const named: Record<string, number> = {};
  const terms: (readonly [number, Cell])[] = [];
  for (const term of relation) {
    const cell = cells[term.code];
    if (!cell) continue;
    named[term.name] = cell.value;
    terms.push([term.weight, cell]);
  }
  const cause = findCause({ identity: identity.id, difference, tolerance, terms, cells, evidence });
  return { identity: identity.id, terms: named, difference: Number(difference.toPrecision(15)), tolerance, cause };
}
