import { readFileSync } from 'node:fs';
import { AMOUNT_CODES, amountPosition } from '../../financials/rules/periods/annual-amounts.ts';
import { CURRENT_NAMES, isCurrentName } from '../../financials/rules/periods/current-amounts.ts';
import { type Expression, MAX_YEARS, readsCurrent } from './expressions/expression.ts';
import { parseExpression, type Vocabulary } from './expressions/parse-expression.ts';

const UNITS = ['fraction', 'times', 'days', 'score', 'currency', 'currency_per_share'] as const;

/** A figure computed from the line items of one or more fiscal years, or from those of a day. */
export interface Measure {
  readonly code: string;
  readonly label: string;
  readonly unit: (typeof UNITS)[number];
  readonly group: string;
  readonly formula: string;
  readonly definition: string;
  /** The publication that defines it; null for a plain ratio. */
  readonly source: string | null;
}

const COLUMNS = 'code label unit group formula definition source';

/** All measures, read once from `measures.tsv`. */
export const MEASURES: readonly Measure[] = readMeasures(
  readFileSync(new URL('./measures.tsv', import.meta.url), 'utf8'),
);

const PARSED: ReadonlyMap<string, Expression> = parseAll(MEASURES);

/**
 * The names that expressions may use: line items, measures, figures of the day of the question, and `<name>_growth` and `<name>_growth_<years>y` of line
 * items and measures.
 */
export const VOCABULARY: Vocabulary = {
  lookUp: name => lookUp(name, PARSED),
  names: [...AMOUNT_CODES, ...CURRENT_NAMES, ...PARSED.keys()],
};

const GROWTH = /^(.+)_growth(?:_(\d{1,2})y)?$/;

function lookUp(name: string, measures: ReadonlyMap<string, Expression>): Expression | null {
  if (amountPosition(name) !== undefined) return { kind: 'amount', code: name };
  if (isCurrentName(name)) return { kind: 'current', name };
  const measure = measures.get(name);
  if (measure !== undefined) return measure;
  const [, of, given = '1'] = GROWTH.exec(name) ?? [];
  const years = Number(given);
  if (of === undefined || years < 1 || years > MAX_YEARS) return null;
  const grown = amountPosition(of) === undefined ? measures.get(of) : ({ kind: 'amount', code: of } as const);
  return grown === undefined || readsCurrent(grown) ? null : { kind: 'growth', of: grown, years };
}

/** Parses the table. Throws if a row is malformed, because the table is part of the program. */
function readMeasures(text: string): readonly Measure[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  if (head.replaceAll('\t', ' ') !== COLUMNS) throw new Error(`measures.tsv: expected the columns ${COLUMNS}`);
  return lines.map(line => {
    const [code = '', label = '', stated = '', group = '', formula = '', definition = '', source = ''] =
      line.split('\t');
    const unit = UNITS.find(known => known === stated);
    if (unit === undefined)
      throw new Error(`measures.tsv, ${code}: unit "${stated}" is not one of ${UNITS.join(', ')}.`);
    return { code, label, unit, group, formula, definition, source: source || null };
  });
}

/** A measure may use those above it. */
function parseAll(measures: readonly Measure[]): ReadonlyMap<string, Expression> {
  const parsed = new Map<string, Expression>();
  for (const { code, formula } of measures) {
    // The store has it; the formula explains it.
    if (isCurrentName(code)) continue;
    const names = [...AMOUNT_CODES, ...CURRENT_NAMES, ...parsed.keys()];
    parsed.set(code, parseExpression(formula, { lookUp: name => lookUp(name, parsed), names }));
  }
  return parsed;
}
