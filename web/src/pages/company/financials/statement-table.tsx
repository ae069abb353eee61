import { memo, type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useState } from 'react';
import { FigureText } from '../../../components/ui/figure.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { Sparkline } from '../../../components/ui/sparkline.tsx';
import { useIsNarrow } from '../../../components/ui/use-width.ts';
import { formatDayOfYear } from '../../../format/dates.ts';
import type { LineItem } from '../../../format/line-items.ts';
import { SCALE_LABELS } from '../../../format/numbers.ts';
import { cellOf } from '../../../keyboard/grid-keys.ts';
import { reasonLabels } from '../../../labels/labels.ts';
import type { Period } from '../company.ts';
import { periodKey, periodLabel } from '../figures.ts';
import type { Cell, Group, Line, Statement, StatementCode } from './statement.ts';
import css from './statement-table.module.css';
import { type Piece, type TableMeasures, useTableWindow } from './table-window.ts';

interface StatementTableProps {
  statement: Statement;
  currency: string | null;
  company: string;
  folded: readonly StatementCode[];
  onFold: (statement: StatementCode) => void;
  /** The scroll container. */
  scroller: HTMLDivElement | null;
  /** Receives a function that scrolls to a cell, rendered or not. */
  reveal: RefObject<((cell: string) => void) | null>;
  /** Called when other cells are rendered. */
  onDrawn: () => void;
}

/**
 * A company's statements in one table with collapsible groups. The surrounding grid sets the Tab stop and the open cell on
 * the DOM elements, since re-rendering 8,000 cells for one is slow. A large table renders only the cells near the viewport
 * and the focused cell.
 */
export const StatementTable = memo(function StatementTable(props: StatementTableProps) {
  const { statement, currency, company, folded, onFold, scroller, reveal, onDrawn } = props;
  const { columns } = statement;
  const unit = [currency, SCALE_LABELS[statement.scale]].filter(Boolean).join(' ');
  const rows = useMemo(() => toRows(statement, folded), [statement, folded]);
  const [focused, setFocused] = useState<string | null>(null);
  const measures = useMeasures(rows);
  const shown = useTableWindow(scroller, [rows.length, columns.length], placeOf(rows, columns, focused), measures);
  useImperativeHandle(reveal, () => cell => shown.reveal(...placeOf(rows, columns, cell)));
  useLayoutEffect(onDrawn);
  return (
    <table
      className={shown.isWide ? `${css.table} ${css.wideTable}` : css.table}
      style={shown.isWide ? { width: measures.sidePx + columns.length * measures.columnPx } : undefined}
      aria-label={`Statements of ${company}, ${unit}`}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 2}
      onFocus={({ target }) => setFocused(cellOf(target)?.dataset.cell ?? null)}
    >
      {shown.isWide && <ColumnWidths count={columns.length} measures={measures} />}
      <thead>
        <tr aria-rowindex={1}>
          <th className={css.corner} scope="col">
            {unit}, except per share
          </th>
          <th className={css.trend} scope="col">
            <span className="visually-hidden">Trend, oldest to newest</span>
          </th>
          {shown.columns.map(piece => {
            if (!('index' in piece)) return <td key={`before ${piece.gapBefore}`} colSpan={piece.count} />;
            const period = columns[piece.index];
            return period && <ColumnHead key={periodKey(period)} period={period} index={piece.index} />;
          })}
        </tr>
      </thead>
      {byGroup(shown.rows, rows).map(({ statement: of, pieces }) => (
        <tbody key={of}>
          {pieces.map(piece => {
            if (!('index' in piece)) return <Gap key={`before ${piece.gapBefore}`} px={piece.px} />;
            const row = rows[piece.index];
            if (row?.kind === 'group') {
              const { group, isFolded } = row;
              return (
                <GroupHead
                  key={group.statement}
                  index={piece.index}
                  group={group}
                  columns={columns.length}
                  isFolded={isFolded}
                  onFold={onFold}
                />
              );
            }
            if (row?.kind === 'line')
              return <LineRow key={row.line.item.code} index={piece.index} line={row.line} columns={shown.columns} />;
            return (
              row && (
                <SubRow key={`${row.line.item.code} sub`} index={piece.index} line={row.line} columns={shown.columns} />
              )
            );
          })}
        </tbody>
      ))}
    </table>
  );
});

type Row =
  | { kind: 'group'; of: StatementCode; group: Group; isFolded: boolean }
  | { kind: 'line' | 'sub'; of: StatementCode; line: Line };

/** The table rows: group headings, and the lines with sub-lines of groups that are not collapsed. */
function toRows({ groups }: Statement, folded: readonly StatementCode[]): Row[] {
  return groups.flatMap((group): Row[] => {
    const of = group.statement;
    const isFolded = folded.includes(of);
    const lines = group.lines.flatMap((line): Row[] => [
      { kind: 'line', of, line },
      ...(line.sub === null ? [] : [{ kind: 'sub', of, line } as const]),
    ]);
    return [{ kind: 'group', of, group, isFolded }, ...(isFolded ? [] : lines)];
  });
}

/** Row and column of a cell by its key; -1 if missing. */
function placeOf(rows: readonly Row[], columns: readonly Period[], cell: string | null): [number, number] {
  const [code, period] = cell?.split('.') ?? [];
  return [
    rows.findIndex(row => row.kind === 'line' && row.line.item.code === code),
    columns.findIndex(column => periodKey(column) === period),
  ];
}

/** Each group has a `<tbody>`; a gap belongs to the row that follows it. */
function byGroup(pieces: readonly Piece[], rows: readonly Row[]): { statement: StatementCode; pieces: Piece[] }[] {
  const bodies: { statement: StatementCode; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const row = rows['index' in piece ? piece.index : Math.min(piece.gapBefore, rows.length - 1)];
    if (row === undefined) continue;
    if (bodies.at(-1)?.statement === row.of) bodies.at(-1)?.pieces.push(piece);
    else bodies.push({ statement: row.of, pieces: [piece] });
  }
  return bodies;
}

/** Sizes as in the CSS. */
function useMeasures(rows: readonly Row[]): TableMeasures {
  const isNarrow = useIsNarrow();
  return useMemo(
    () => ({
      rowPx: (index: number) => ROW_PX[rows[index]?.kind ?? 'line'][isNarrow ? 1 : 0],
      columnPx: isNarrow ? 92 : 112,
      headPx: 50,
      sidePx: isNarrow ? 130 : 346,
    }),
    [rows, isNarrow],
  );
}

/** Wide and narrow. */
const ROW_PX = { group: [30, 30], line: [27, 34], sub: [22, 26] } as const;

function ColumnWidths({ count, measures }: { count: number; measures: TableMeasures }) {
  const labelPx = measures.sidePx > 200 ? 270 : measures.sidePx;
  return (
    <colgroup>
      <col style={{ width: labelPx }} />
      <col style={{ width: measures.sidePx - labelPx }} />
      <col span={count} style={{ width: measures.columnPx }} />
    </colgroup>
  );
}

/** The space of rows that are not rendered. */
function Gap({ px }: { px: number }) {
  return (
    <tr className={css.gap}>
      <td style={{ height: px }} />
    </tr>
  );
}

function ColumnHead({ period, index }: { period: Period; index: number }) {
  return (
    <th scope="col" aria-colindex={index + 3}>
      {periodLabel(period)}
      {period.breaches.length > 0 && (
        <span className={css.breach} title={breachWords(period)}>
          {' '}
          !<span className="visually-hidden"> {breachWords(period)}</span>
        </span>
      )}
      <small>{formatDayOfYear(period.period_end)}</small>
    </th>
  );
}

/** `Does not add up: I1, I2a`. */
function breachWords({ breaches }: Period): string {
  return `Does not add up: ${breaches.map(({ identity }) => identity).join(', ')}`;
}

interface DrawnProps {
  /** Index among all rows. */
  index: number;
}

interface GroupHeadProps extends DrawnProps {
  group: Group;
  columns: number;
  isFolded: boolean;
  onFold: (statement: StatementCode) => void;
}

function GroupHead({ group, columns, isFolded, onFold, index }: GroupHeadProps) {
  return (
    <tr className={css.group} aria-rowindex={index + 2}>
      <th scope="rowgroup" colSpan={columns + 2}>
        <button type="button" className={css.fold} aria-expanded={!isFolded} onClick={() => onFold(group.statement)}>
          <Icon name={isFolded ? 'right' : 'down'} />
          {group.title} {isFolded && <small>{group.lines.length} lines</small>}
        </button>
      </th>
    </tr>
  );
}

interface LineProps extends DrawnProps {
  line: Line;
  columns: readonly Piece[];
}

const LineRow = memo(function LineRow({ line, columns, index }: LineProps) {
  const { item } = line;
  return (
    <tr className={line.isResult ? css.result : undefined} aria-rowindex={index + 2}>
      <th scope="row">
        <span className="wide">{item.label}</span>
        <span className="narrow">{shortLabel(item)}</span>
        {line.mark !== null && <Mark method={line.mark} className={css.mark} />}
      </th>
      <td className={css.trend}>
        <Sparkline values={line.trend} />
      </td>
      {columns.map(piece => {
        if (!('index' in piece)) return <td key={`before ${piece.gapBefore}`} colSpan={piece.count} />;
        const cell = line.cells[piece.index];
        return cell && <ValueCell key={cell.key} cell={cell} column={piece.index} lineMark={line.mark} />;
      })}
    </tr>
  );
});

/** Growth or margin below a line. */
const SubRow = memo(function SubRow({ line: { sub, cells }, columns, index }: LineProps) {
  return (
    <tr className={css.sub} aria-rowindex={index + 2}>
      <th scope="row">{sub?.label}</th>
      <td className={css.trend} />
      {columns.map(piece => {
        if (!('index' in piece)) return <td key={`before ${piece.gapBefore}`} colSpan={piece.count} />;
        const figure = sub?.figures[piece.index];
        return (
          <td key={cells[piece.index]?.key} aria-colindex={piece.index + 3}>
            {figure ? <FigureText figure={figure} /> : <span aria-hidden="true">–</span>}
          </td>
        );
      })}
    </tr>
  );
});

interface ValueCellProps {
  cell: Cell;
  column: number;
  lineMark: Line['mark'];
}

/** One figure with its marks, or why it is missing. */
function ValueCell({ cell: { key, value, figure, basis, converted }, column, lineMark }: ValueCellProps) {
  const isRestated = value?.first_reported !== undefined;
  const method = value?.method;
  const classes = [isRestated && css.restated, value?.reason === 'not_covered' && css.notCovered];
  return (
    <td
      data-cell={key}
      tabIndex={-1}
      aria-colindex={column + 3}
      className={classes.filter(Boolean).join(' ') || undefined}
      title={converted ?? undefined}
    >
      {converted !== null && figure && (
        <span className={css.cellMark}>
          <span aria-hidden="true">≈</span>
          <span className="visually-hidden">converted, </span>
        </span>
      )}
      {(method === 'derived' || method === 'summed') && lineMark === null && (
        <Mark method={method} className={css.cellMark} />
      )}
      {figure ? <FigureText figure={figure} /> : <Nothing reason={value?.reason} />}
      {isRestated && <span className="visually-hidden">, restated</span>}
      {basis !== null && (
        <span className={css.basis}>
          <span className="visually-hidden">, {basis}</span>
        </span>
      )}
    </td>
  );
}

function Nothing({ reason }: { reason: string | undefined }) {
  const { short, long } = reasonLabels(reason);
  return (
    <span className={css.missing} title={long}>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{long}</span>
    </span>
  );
}

function Mark({ method, className }: { method: 'derived' | 'summed'; className: string | undefined }) {
  return (
    <span className={className}>
      <span aria-hidden="true">{method === 'derived' ? 'ƒ' : 'Σ'}</span>
      <span className="visually-hidden">, {method}</span>
    </span>
  );
}

/** Labels for narrow screens, where the taxonomy's would take three lines. */
const SHORT: Record<string, string> = {
  research_and_development: 'R&D',
  selling_general_administrative: 'SG&A',
  operating_income: 'Op. income',
  operating_expenses: 'Op. expenses',
  pretax_income: 'Pre-tax income',
  income_tax: 'Income tax',
  net_income: 'Net income',
  other_nonoperating_income: 'Other income, net',
  income_continuing_operations: 'Continuing operations',
  depreciation_amortization_expense: 'D&A (income)',
  depreciation_amortization: 'D&A',
  stock_based_compensation: 'Stock compensation',
  operating_cash_flow: 'Cash from operations',
  investing_cash_flow: 'Cash from investing',
  financing_cash_flow: 'Cash from financing',
  eps_basic: 'EPS, basic',
  eps_diluted: 'EPS, diluted',
  weighted_shares_basic: 'Shares, basic',
  weighted_shares_diluted: 'Shares, diluted',
  equity: 'Equity',
  cash: 'Cash',
};

function shortLabel({ code, label }: LineItem): string {
  return SHORT[code] ?? label;
}
