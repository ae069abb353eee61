import type { Breach, CompanyType } from '../../model/financials.ts';
import type { Cell, Cells } from './cell.ts';
import { codeNumber } from './chart.ts';
import { IDENTITIES, type Identity } from './identity-table.ts';
import { halfWidth } from './precision.ts';

interface Term {
  readonly code: number;
  readonly name: string;
  readonly weight: 1 | -1;
  readonly isOptional: boolean;
}

interface Relation {
  readonly identity: Identity;
  readonly terms: readonly Term[];
}

const RELATIONS: readonly Relation[] = IDENTITIES.map(identity => ({
  identity,
  terms: [
    { code: codeNumber(identity.left), name: identity.left, weight: 1, isOptional: false },
    ...identity.right.map(([weight, word]): Term => {
      const name = word.replace('?', '');
      return { code: codeNumber(name), name, weight: weight === 1 ? -1 : 1, isOptional: word.startsWith('?') };
    }),
  ],
}));

/** What checking a period found: how many relations could be tested, and those that do not hold. */
export interface IdentityCheck {
  readonly tested: readonly string[];
  readonly breaches: readonly Breach[];
}

/**
 * Tests every relation whose terms were filed (or subtracted from filed ones): one that a value was worked out from
 * proves nothing. Tolerance is the sum of half the rounding of each term, at least one unit.
 */
export function checkIdentities(
  cells: Cells,
  companyType: CompanyType,
  filingsOf: (cell: Cell) => number,
): IdentityCheck {
  const tested: string[] = [];
  const breaches: Breach[] = [];
  for (const { identity, terms } of RELATIONS) {
    if (identity.companyTypes !== null && !identity.companyTypes.includes(companyType)) continue;
    const used = termsOf(terms, cells);
    if (used === null) continue;
    let difference = 0;
    let tolerance = 0;
    for (const [term, cell] of used) {
      difference += term.weight * cell.value;
      tolerance += halfWidth(cell.value, cell.decimals) * (cell.method === 'derived' ? 2 : 1);
    }
    tolerance = Math.max(1, tolerance);
    tested.push(identity.id);
    if (Math.abs(difference) <= tolerance) continue;
    const named: Record<string, number> = {};
    for (const [term, cell] of used) named[term.name] = cell.value;
    const rounded = Number(difference.toPrecision(15));
    const cause = findCause(identity, used, difference, tolerance, cells, filingsOf);
    breaches.push({ identity: identity.id, terms: named, difference: rounded, tolerance, cause });
  }
  return { tested, breaches };
}

function termsOf(terms: readonly Term[], cells: Cells): [Term, Cell][] | null {
  const used: [Term, Cell][] = [];
  for (const term of terms) {
    const cell = cells[term.code];
    if (cell?.isByFormula) return null;
    if (cell) used.push([term, cell]);
    else if (!term.isOptional) return null;
  }
  const unit = used[0]?.[1].unit;
  return used.every(([, cell]) => cell.unit === unit) ? used : null;
}

/** Amounts that explain a difference when they are left out of, or counted in, one side; searched in this order. */
const CAUSES: readonly (readonly [cause: string, codes: readonly string[]])[] = [
  ['minority_scope', ['net_income_minority', 'minority_interest']],
  ['discontinued_scope', ['income_discontinued_operations', 'discontinued_cash_flow']],
  ['equity_method', ['equity_method_income']],
  ['temporary_equity', ['temporary_equity']],
  ['preferred', ['preferred_dividends', 'preferred_stock']],
  ['fx_variant', ['fx_effect_on_cash']],
  ['cash_basis', ['restricted_cash']],
  ['other_revenue', ['other_revenue', 'equity_method_income', 'interest_income', 'other_nonoperating_income']],
];

function findCause(
  identity: Identity,
  used: readonly [Term, Cell][],
  difference: number,
  tolerance: number,
  cells: Cells,
  filingOf: (cell: Cell) => number,
): string | null {
  const matches = (amount: number) => Math.abs(Math.abs(difference) - Math.abs(amount)) <= tolerance;
  for (const [cause, codes] of CAUSES) {
    for (const code of codes) {
      const cell = cells[codeNumber(code)];
      if (cell && cell.value !== 0 && matches(cell.value)) return cause;
    }
  }
  if (used.some(([, cell]) => cell.value !== 0 && matches(2 * cell.value))) return 'sign_flip';
  if (used.some(([, cell]) => [999, 999_999, 0.999, 0.999999].some(factor => matches(cell.value * factor))))
    return 'scale';
  const [first] = used;
  if (used.some(([, cell]) => first && filingOf(cell) !== filingOf(first[1]))) return 'vintage';
  if (identity.id === 'C1' && used.some(([, cell]) => cell.basis === 'continuing' || cell.basis === 'excl_fx'))
    return 'cash_basis';
  if (used.some(([, cell]) => cell.basis !== null)) return 'basis';
  return null;
}
