import { type ChartRow, CODE_NAMES, CONCEPT_NAMES, chartOf, codeNumber } from '../../checks/chart.ts';
import { RELATIONS } from '../../checks/relations.ts';
import { mapOf } from '../../concepts/concept-maps.ts';
import { labelStrength } from '../../concepts/face-labels.ts';
import { halfWidth } from '../precision.ts';
import type { SelectionContext } from './selection-context.ts';

const REVENUE = codeNumber('revenue');
/** Codes whose chains are variants of scope, so the order of the chain decides. */
const BY_ORDER = new Set(
  ['net_income', 'equity', 'shares_outstanding', 'eps_basic', 'eps_diluted', 'long_term_debt', 'cash_end'].map(
    codeNumber,
  ),
);

/** The identities of each code, by its number. */
const RELATIONS_OF = CODE_NAMES.map(code => RELATIONS.filter(({ identity }) => identity.codes.includes(code)));

/** 1 for concepts of national standards. */
const NATIONAL = Uint8Array.from(CONCEPT_NAMES, name => (mapOf(name) === null ? 0 : 1));

/**
 * Decides between unequal candidates of one filing: the one that satisfies an identity, the one whose label names the
 * code, for commercial revenue the larger one, otherwise the first of the chain.
 */
export function arbitrate(
  row: ChartRow,
  candidates: readonly number[],
  filing: number,
  context: SelectionContext,
): number {
  const [first = -1] = candidates;
  if (BY_ORDER.has(row.number)) return first;
  const whole = row.number === REVENUE ? wholeOf(candidates, filing, context) : null;
  if (whole !== null) return whole;
  const closing = bestBy(candidates, concept => closures(row, concept, filing, context));
  if (closing !== null) return closing;
  const labelled = bestBy(candidates, concept => labelScore(row, concept, filing, context));
  if (labelled !== null) return labelled;
  if (row.number === REVENUE && context.companyType !== 'bank' && context.companyType !== 'broker') {
    const value = (concept: number) => context.reader.valueBy(concept, filing) ?? 0;
    return candidates.reduce((best, concept) => (value(concept) > value(best) ? concept : best), first);
  }
  return first;
}

/**
 * Of sales, other operating revenue and their total, all of which Japanese retailers state, selects the total: cost and
 * gross profit relate to sales alone and would select a part.
 */
function wholeOf(candidates: readonly number[], filing: number, context: SelectionContext): number | null {
  if (candidates.length < 3) return null;
  const lines = candidates.filter(concept => NATIONAL[concept] === 1);
  const amounts = new Set(lines.map(concept => context.reader.valueBy(concept, filing) ?? 0));
  const isWhole = (whole: number) =>
    [...amounts].some(part => part > 0 && part < whole && whole - part !== part && amounts.has(whole - part));
  return lines.find(concept => isWhole(context.reader.valueBy(concept, filing) ?? 0)) ?? null;
}

/** The candidate with the highest positive score, the first of equal ones; null if none scores. */
function bestBy(candidates: readonly number[], score: (concept: number) => number): number | null {
  let best: number | null = null;
  let highest = 0;
  for (const concept of candidates) {
    const points = score(concept);
    if (points > highest) {
      best = concept;
      highest = points;
    }
  }
  return best;
}

/** The number of identities that a candidate satisfies with other values of the same filing and period. */
function closures(row: ChartRow, concept: number, filing: number, context: SelectionContext): number {
  const value = context.reader.valueBy(concept, filing);
  if (value === null) return 0;
  const grain = context.reader.observations.grains[filing] ?? Number.POSITIVE_INFINITY;
  let closed = 0;
  for (const { identity, terms } of RELATIONS_OF[row.number] ?? []) {
    if (identity.companyTypes !== null && !identity.companyTypes.includes(context.companyType)) continue;
    let sum = 0;
    let tolerance = 0;
    let isTestable = true;
    for (const { code, weight, isOptional } of terms) {
      const term = code === row.number ? value : firstValue(code, filing, context);
      if (term === null) {
        if (isOptional) continue;
        isTestable = false;
        break;
      }
      sum += weight * term;
      tolerance += Math.min(grain, halfWidth(term, null));
    }
    if (isTestable && Math.abs(sum) <= Math.max(1, tolerance)) closed++;
  }
  return closed;
}

function firstValue(code: number, filing: number, context: SelectionContext): number | null {
  for (const concept of chartOf(context.companyType).rows[code]?.chain ?? []) {
    const value = context.reader.valueBy(concept, filing);
    if (value !== null) return value;
  }
  return null;
}

/** 2 for a label that says total, 1 for one that names the code, 0 for none. */
function labelScore(row: ChartRow, concept: number, filing: number, context: SelectionContext): number {
  const lines = context.reader.faces.of(filing);
  const line = lines?.get(context.reader.observations.conceptNames[concept] ?? '');
  if (!lines || !line) return 0;
  const strength = labelStrength(row.number, line, lines.values());
  return strength === 'total' ? 2 : strength === 'named' ? 1 : 0;
}
