import type { AsFiledStatement, FilingStatementsOut } from '@asfiled/client';
import { exactText } from '@asfiled/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FigureText } from '../../../components/ui/figure.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatMonth } from '../../../format/dates.ts';
import { negate, parseDecimal } from '../../../format/decimal.ts';
import { chooseScale, type Figure, formatAmount, SCALE_LABELS, type Scale } from '../../../format/numbers.ts';
import css from './panel.module.css';

type Row = AsFiledStatement['rows'][number];
export type Cell = NonNullable<Row['cells'][number]>;

interface StatementPanelProps {
  answer: FilingStatementsOut;
  /** Id of the element of the selected fact. */
  chosen: string | undefined;
  onChoose: (cell: Cell) => void;
}

/** The statements with the filer's labels; the selected fact is marked here too. */
export function StatementPanel({ answer: response, chosen, onChoose }: StatementPanelProps) {
  const { statements } = response;
  const holder = statements.findIndex(entry =>
    entry.rows.some(row => row.cells.some(cell => cell?.element_id === chosen)),
  );
  const [picked, setPicked] = useState<number | null>(null);
  // Selecting a fact in the document shows its statement.
  const [followed, setFollowed] = useState(chosen);
  if (followed !== chosen) {
    setFollowed(chosen);
    if (holder >= 0) setPicked(null);
  }
  const statement = statements[picked ?? Math.max(0, holder)];
  if (statement === undefined) {
    return <StateBlock title="No statements as filed.">{response.reason}</StateBlock>;
  }
  return (
    <>
      <label className={css.pick}>
        <span className="visually-hidden">Statement</span>
        <select
          className="field"
          value={statements.indexOf(statement)}
          onChange={event => setPicked(Number(event.target.value))}
        >
          {statements.map((entry, index) => (
            <option key={`${entry.role} ${entry.title}`} value={index}>
              {entry.title}
            </option>
          ))}
        </select>
      </label>
      <StatementTable key={statement.role} statement={statement} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

function StatementTable({
  statement,
  chosen,
  onChoose,
}: Omit<StatementPanelProps, 'answer'> & { statement: AsFiledStatement }) {
  const table = useRef<HTMLTableElement>(null);
  // Rows of a filed statement may repeat, so the key is their position.
  const rows = statement.rows.map((row, place) => ({ row, key: `row ${place}` }));
  const { scale, unit } = useMemo(() => scaleOf(statement), [statement]);
  useEffect(() => {
    if (chosen !== undefined) table.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div className={css.scroll}>
      <table className={css.statement} ref={table}>
        <caption className="visually-hidden">{statement.title}, as filed</caption>
        <thead>
          <tr>
            <th scope="col">
              {[unit, scale === 0 ? null : SCALE_LABELS[scale]].filter(Boolean).join(' ') || 'As filed'}
            </th>
            {statement.columns.map(column => (
              <th key={column.label} scope="col" title={column.label}>
                {Object.keys(column.dimensions).length > 0 ? column.label : formatMonth(column.period_end)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, key }) => (
            <tr key={key} className={rowClass(row, chosen)}>
              <th scope="row" className={css[`level${Math.min(4, row.level)}`]}>
                {row.label}
              </th>
              {row.cells.map((cell, column) => (
                <td key={statement.columns[column]?.label ?? column}>
                  {cell && (
                    <CellButton
                      cell={cell}
                      row={row}
                      scale={scale}
                      isChosen={cell.element_id === chosen}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowClass(row: Row, chosen: string | undefined): string | undefined {
  const isChosen = chosen !== undefined && row.cells.some(cell => cell?.element_id === chosen);
  return [row.is_total && css.total, row.is_abstract && css.abstract, isChosen && css.chosen].filter(Boolean).join(' ');
}

interface CellButtonProps {
  cell: Cell;
  row: Row;
  scale: Scale;
  isChosen: boolean;
  onChoose: (cell: Cell) => void;
}

function CellButton({ cell, row, scale, isChosen, onChoose }: CellButtonProps) {
  const figure = cellFigure(cell, row, scale);
  return (
    <button type="button" className={css.cell} aria-pressed={isChosen} onClick={() => onChoose(cell)}>
      <FigureText figure={figure} />
    </button>
  );
}

/** As shown on the statement: with the filer's sign, amounts in the table's scale. */
function cellFigure(cell: Cell, row: Row, scale: Scale): Figure {
  const digits = exactText(cell, 'value');
  if (digits === null) return { text: cell.value === null ? 'nil' : String(cell.value), hanging: '' };
  const amount = parseDecimal(digits);
  const shown = row.is_negated ? negate(amount) : amount;
  return isAmount(cell) ? formatAmount(shown, scale) : formatAmount(shown, 0, Math.min(4, amount.places));
}

/** Whether the value is scaled: money and shares, but not per-share amounts and ratios. */
function isAmount({ unit }: Cell): boolean {
  return unit !== null && !unit.includes('/') && unit !== 'pure';
}

function scaleOf({ rows }: AsFiledStatement): { scale: Scale; unit: string | null } {
  const cells = rows.flatMap(row => row.cells).filter((cell): cell is Cell => cell !== null);
  const money = cells.filter(cell => isAmount(cell) && cell.unit !== 'shares');
  const amounts = money.flatMap(({ value }) => (typeof value === 'number' && value !== 0 ? [value] : []));
  return { scale: amounts.length === 0 ? 0 : chooseScale(amounts), unit: money[0]?.unit ?? null };
}
