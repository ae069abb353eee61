import type { IsoDate } from '../../../../../kernel/dates.ts';
import { toIsoDate } from '../../../../../kernel/dates.ts';
import type { KpiInput, KpiValue } from '../../model/financials.ts';
import type { Prepared } from '../prepare.ts';
import { Cell, type StatedOperand } from './cell.ts';
import { type DimensionalFact, NO_START } from './observations.ts';

/** How a cell is shown; each cell is shown once. */
export type ShowCell = (cell: Cell) => KpiValue;

/** The values that a cell was computed from, in the order of its formula; undefined if a filing states it. */
export function traceInputs(cell: Cell, prepared: Prepared, show: ShowCell): KpiInput[] | undefined {
  const { operands } = cell;
  if (operands === null) return undefined;
  if (operands.kind === 'quotient') {
    const { numerator, denominator, opening } = operands;
    const [above = '', below = ''] = (cell.formula ?? '').split(' / ');
    const name = below.replace(/^avg\((.+)\)$/, '$1');
    return [
      { name: above, role: 'numerator', weight: 1, value: show(numerator) },
      { name, role: 'denominator', weight: 1, value: show(denominator) },
      ...(opening === null ? [] : [{ name, role: 'opening' as const, weight: 1, value: show(opening) }]),
    ];
  }
  // A change of sign that applies to the whole sum applies to each of its terms.
  const sign = cell.has('negated') ? -1 : 1;
  const names = termNames(cell.formula ?? '');
  return operands.terms.flatMap((term, at): KpiInput[] => {
    if (term === null) return [];
    const name = names[at] ?? cell.formula ?? '';
    const weight = sign * (operands.weights[at] ?? 1);
    if (term instanceof Cell) return [{ name, role: 'term', weight, value: show(term) }];
    const stated =
      'dimensions' in term
        ? [{ weight, value: valueOfFact(term, prepared) }]
        : statedBehind(term, weight).map(({ entry, weight: of }) => ({
            weight: of,
            value: valueOfEntry(entry, prepared),
          }));
    return stated.map(({ weight: of, value }) => ({ name, role: 'term', weight: of, value }));
  });
}

/** `?a + b - prior 9m` → a, b, prior 9m; a formula in words names none of its terms. */
function termNames(formula: string): string[] {
  return formula.split(/ [+-] /).map(term => term.replace(/^\?/, ''));
}

function statedBehind(operand: StatedOperand, weight: number): { entry: number; weight: number }[] {
  const { entry, parts, weights } = operand;
  if (parts === undefined) return [{ entry, weight }];
  return parts.flatMap((part, at) => statedBehind(part, weight * (weights?.[at] ?? 1)));
}

function valueOfEntry(entry: number, { observations, filings }: Prepared): KpiValue {
  const start = observations.start[entry] ?? NO_START;
  const exact = observations.exact.get(entry);
  return {
    value: observations.value[entry] ?? 0,
    ...(exact === undefined ? {} : { exact }),
    unit: observations.units[observations.unit[entry] ?? 0] ?? 'pure',
    method: 'reported',
    concept: observations.conceptNames[observations.concept[entry] ?? -1] ?? null,
    accession: filings[observations.filing[entry] ?? -1]?.accession ?? '',
    periodStart: start === NO_START ? null : toIsoDate(start),
    periodEnd: toIsoDate(observations.end[entry] ?? 0),
    decimals: observations.decimals.get(entry) ?? null,
    status: 'published',
    flags: [],
  };
}

function valueOfFact(fact: DimensionalFact, { observations, filings }: Prepared): KpiValue {
  const periodStart: IsoDate | null = fact.start === null ? null : toIsoDate(fact.start);
  return {
    value: fact.value,
    unit: fact.unit,
    method: 'reported',
    concept: observations.conceptNames[fact.concept] ?? null,
    dimensions: fact.dimensions,
    accession: filings[fact.filing]?.accession ?? '',
    periodStart,
    periodEnd: toIsoDate(fact.end),
    decimals: null,
    status: 'published',
    flags: [],
  };
}
