import type { Breach, CompanyType } from '../../model/financials.ts';
import { type BreachEvidence, findCause } from './breach-causes.ts';
import type { Cell, Cells } from './cell.ts';
import { CODE_NAMES, codeNumber } from './chart.ts';
import { IDENTITIES, type Identity } from './identity-table.ts';
import { LINE_ITEMS } from './line-items.ts';

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
export function checkIdentities(cells: Cells, companyType: CompanyType, evidence: BreachEvidence): IdentityCheck {
  const tested: string[] = [];
  const breaches: Breach[] = [];
  for (const { identity, terms: relation } of RELATIONS) {
    if (identity.companyTypes !== null && !identity.companyTypes.includes(companyType)) continue;
    const used = termsOf(relation, cells);
    if (used === null) continue;
    let difference = 0;
    let tolerance = 0;
    for (const [term, cell] of used) {
      difference += term.weight * cell.value;
      tolerance += cell.half;
    }
    tolerance = Math.max(1, tolerance);
    tested.push(identity.id);
    if (Math.abs(difference) <= tolerance) continue;
    const named: Record<string, number> = {};
    for (const [term, cell] of used) named[term.name] = cell.value;
    const rounded = Number(difference.toPrecision(15));
    const terms = used.map(([term, cell]) => [term.weight, cell] as const);
    const cause = findCause({ identity: identity.id, difference, tolerance, terms, cells, evidence });
    breaches.push({ identity: identity.id, terms: named, difference: rounded, tolerance, cause });
  }
  for (const number of POSITIVE) {
    const cell = cells[number];
    if (!cell || cell.value >= 0) continue;
    const name = CODE_NAMES[number] ?? '';
    breaches.push({ identity: 'V1', terms: { [name]: cell.value }, difference: cell.value, tolerance: 0, cause: null });
  }
  return { tested, breaches };
}

/** Balances and counts that cannot be below nothing. */
const POSITIVE = LINE_ITEMS.flatMap((item, number) =>
  item.sign === 'pos' && item.periodType === 'instant' ? [number] : [],
);

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
