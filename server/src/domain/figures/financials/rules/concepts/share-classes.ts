import { maxOf } from '../../../../../kernel/lists.ts';
import { codeNumber, knownConcept } from '../checks/chart.ts';
import type { Prepared } from '../prepare.ts';
import { Cell } from '../values/cell.ts';
import { type DimensionalFact, NO_START } from '../values/observations.ts';

const COVER_SHARES = knownConcept('dei:EntityCommonStockSharesOutstanding');
const PER_SHARE = new Map([
  [knownConcept('us-gaap:EarningsPerShareBasic'), codeNumber('eps_basic')],
  [knownConcept('us-gaap:EarningsPerShareDiluted'), codeNumber('eps_diluted')],
]);
export const SHARES_OUTSTANDING = codeNumber('shares_outstanding');

/** A fact of one class of common stock without further dimensions. */
function isOfClass(fact: DimensionalFact): boolean {
  if (fact.dimensions.includes(';') || !/ClassOfStock[^=]*=/.test(fact.dimensions)) return false;
  return !/preferred|preference|warrant|unit/i.test(fact.dimensions.slice(fact.dimensions.indexOf('=')));
}

/**
 * The share count of a filing whose cover states one per class of common stock and no total: their sum at the newest
 * date. Null if the cover has no classes.
 */
export function sumShareClasses(prepared: Prepared, filing: number): Cell | null {
  const facts = prepared.observations.dimensional.filter(
    fact => fact.filing === filing && fact.concept === COVER_SHARES && fact.start === null && isOfClass(fact),
  );
  const end = maxOf(facts.map(fact => fact.end));
  const classes = new Map(facts.filter(fact => fact.end === end).map(fact => [fact.dimensions, fact]));
  const [first] = classes.values();
  if (!first) return null;
  let sum = 0;
  for (const fact of classes.values()) sum += fact.value;
  const unit = prepared.observations.units.indexOf(first.unit);
  const cell = new Cell(sum, 'summed', COVER_SHARES, filing, Math.max(0, unit), NO_START, end);
  const name = prepared.observations.conceptNames[COVER_SHARES] ?? '';
  const terms = [...classes.values()];
  cell.operands = { kind: 'sum', terms, weights: terms.map(() => 1) };
  cell.formula = [...classes.keys()].map(dimensions => `${name}[${dimensions}]`).join(' + ');
  return cell;
}

/** Earnings per share of filers that state them only by class, if all stated classes agree. */
export function classEarnings(
  prepared: Prepared,
  filing: number,
  bounds: { start: number; end: number },
): { code: number; cell: Cell }[] {
  const found: { code: number; cell: Cell }[] = [];
  for (const [concept, code] of PER_SHARE) {
    const facts = prepared.observations.dimensional.filter(
      fact =>
        fact.filing === filing &&
        fact.concept === concept &&
        fact.start !== null &&
        Math.abs(fact.start - bounds.start) <= 7 &&
        Math.abs(fact.end - bounds.end) <= 7 &&
        isOfClass(fact),
    );
    const [first] = facts;
    if (!first || facts.some(fact => fact.value !== first.value)) continue;
    const unit = Math.max(0, prepared.observations.units.indexOf(first.unit));
    const cell = new Cell(first.value, 'reported', concept, filing, unit, bounds.start, bounds.end);
    cell.stated = { start: first.start ?? bounds.start, end: first.end };
    cell.basis = 'by_class';
    found.push({ code, cell });
  }
  return found;
}
