import { canonicalDecimal } from '../../kernel/exact-number.ts';
import type { DataCell } from './data-table.ts';
import type { Figure } from './read-figure.ts';
import { joinUnits, type LabelUnit, NO_UNITS, readUnits, type StatedUnits, unitOfLabel } from './stated-units.ts';
import type { PlacedCell } from './table-layout.ts';

/** What is known of a figure from the words around it. */
export interface FigureContext {
  /** Of the table. */
  table: StatedUnits | null;
  /** Of the column. */
  column: StatedUnits;
  row: RowUnits;
  /** The last figure above it in the same column that has a sign. */
  above: Figure | null;
  /** A percentage of the same row, if most of its figures are percentages. */
  percentage: Figure | null;
  /** Currency of the table's amounts; null if no sign or caption names one. */
  currency: string | null;
}

/** What a row's label, its headings and its column of units say. */
export interface RowUnits {
  unit: LabelUnit | null;
  stated: StatedUnits | null;
  label: string;
  /** Whether a column of units states one that is not money. */
  hasOwnUnit: boolean;
}

/** The units of a row. Its own label has priority over the headings above it, innermost first. */
export function unitsOfRow(label: string, parents: readonly string[], unitColumn: string | null): RowUnits {
  const ofColumn = unitColumn === null ? null : readUnits(unitColumn);
  if (unitColumn !== null && /^%|per ?cent/i.test(unitColumn)) {
    const stated = { ...(ofColumn ?? NO_UNITS), isPercent: true };
    return { unit: 'ratio', stated, label, hasOwnUnit: true };
  }
  const perShare = unitColumn !== null && /share/i.test(unitColumn) ? 'per_share' : null;
  const own = perShare ?? unitOfLabel(label);
  // `Earnings per share:` above `Basic`; a heading of shares or ratios says nothing of rows with amounts.
  const inherited =
    own ??
    parents
      .toReversed()
      .map(unitOfLabel)
      .find(unit => unit === 'per_share' || unit === 'shares' || unit === 'ratio') ??
    null;
  const fromParents = parents
    .toReversed()
    .reduce<StatedUnits | null>((units, parent) => joinUnits(units, scaleOfLabel(parent)), null);
  return {
    unit: inherited,
    stated: joinUnits(joinUnits(ofColumn, scaleOfLabel(label)), fromParents),
    label,
    hasOwnUnit: unitColumn !== null,
  };
}

/** A label without a scale may name an amount that is not a figure of the row: `Common Stock, $0.50 par value`. */
function scaleOfLabel(label: string): StatedUnits | null {
  const units = readUnits(label);
  return units?.scale == null ? null : units;
}

type Typed = Pick<DataCell, 'kind' | 'value' | 'scale' | 'unit'>;

const TEXT: Typed = { kind: 'text', value: null, scale: null, unit: null };
const PERCENT = '0.01';

/** The value of a cell in whole units. */
export function typeCell({ figure }: PlacedCell, context: FigureContext): Typed {
  if (figure === null) return TEXT;
  if (figure.digits === null) return { kind: 'nil', value: null, scale: null, unit: null };
  const { scale, unit } = scaleAndUnit(figure, context);
  return { kind: 'number', value: scaled(figure.digits, scale), scale, unit };
}

/** Scales are powers of ten. */
function scaled(digits: string, scale: string): string | null {
  return scale === '1' ? digits : canonicalDecimal(`${digits}e${Math.round(Math.log10(Number(scale)))}`);
}

function scaleAndUnit(figure: Figure, context: FigureContext): { scale: string; unit: string | null } {
  if (figure.sign === 'percent') return { scale: PERCENT, unit: 'pure' };
  if (figure.sign === 'basis_points') return { scale: '0.0001', unit: 'pure' };
  if (figure.sign === 'multiple') return { scale: '1', unit: 'pure' };
  const { column, row, table } = context;
  if (figure.sign === null && column.isBasisPoints) return { scale: '0.0001', unit: 'pure' };
  if (figure.sign === null && isPercentage(figure, context)) return { scale: PERCENT, unit: 'pure' };
  const currency =
    figure.currency ?? row.stated?.currency ?? column.currency ?? (row.hasOwnUnit ? null : context.currency);
  if (figure.scale > 1) return { scale: String(figure.scale), unit: figure.currency ?? null };
  if (row.unit === 'per_share' || column.isPerShare)
    return { scale: '1', unit: currency === null ? null : `${currency}/shares` };
  const isShares = figure.currency === null && (row.unit === 'shares' || column.isShares);
  const stated = row.stated?.scale ?? column.scale;
  if (isShares) {
    const scale = stated ?? row.stated?.shareScale ?? table?.shareScale ?? table?.scale ?? 1;
    return { scale: String(scale), unit: 'shares' };
  }
  if (isExempt(row.label, table)) return { scale: String(stated ?? 1), unit: figure.currency };
  const isCount = row.unit === 'count' && figure.currency === null;
  return { scale: String(stated ?? table?.scale ?? 1), unit: isCount ? null : currency };
}

/** Whether the label names a thing that the caption excepts from its scale. */
function isExempt(label: string, table: StatedUnits | null): boolean {
  const words = label.toLowerCase();
  return table?.exceptions.some(exception => words.includes(exception)) === true;
}

/** A larger figure is an amount, not a percentage, unless its heading says so. */
const MAX_PERCENTAGE = 1_000;

/** Whether a figure without a sign is a percentage: filers print the sign in the first row only. */
function isPercentage(figure: Figure, { column, row, table, above, percentage }: FigureContext): boolean {
  if (column.isPercent || row.stated?.isPercent === true) return true;
  if (row.unit === 'per_share' || row.unit === 'shares' || row.unit === 'count') return false;
  if (table?.isPercent === true) return true;
  const size = Math.abs(Number(figure.digits));
  if (size >= MAX_PERCENTAGE) return false;
  if (percentage !== null && (row.unit === 'ratio' || hasDecimalsOf(figure, percentage))) return true;
  return above?.sign === 'percent' && (row.unit === 'ratio' || hasDecimalsOf(figure, above));
}

function hasDecimalsOf(figure: Figure, percentage: Figure): boolean {
  return figure.decimals > 0 && figure.decimals === percentage.decimals;
}
