import { Fragment, memo } from 'react';
import { FigureText } from '../../../components/figure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Sparkline } from '../../../components/sparkline.tsx';
import { formatDayOfYear } from '../../../format/dates.ts';
import { SCALE_WORDS } from '../../../format/numbers.ts';
import { reasonWords } from '../../../words/words.ts';
import type { Period } from '../company.ts';
import { periodKey, periodLabel } from '../figures.ts';
import { shortLabel } from './short-labels.ts';
import type { Cell, Group, Line, Statement, StatementCode } from './statement.ts';
import css from './statement-table.module.css';

interface StatementTableProps {
  statement: Statement;
  currency: string | null;
  company: string;
  folded: readonly StatementCode[];
  onFold: (statement: StatementCode) => void;
}

/**
 * The statements of a company: one table, groups fold, every figure is a door to its source. Which cell is entered by Tab,
 * and which one is open, the grid around it tells the cells themselves: 8,000 of them are not drawn anew for one.
 */
export const StatementTable = memo(function StatementTable({
  statement,
  currency,
  company,
  folded,
  onFold,
}: StatementTableProps) {
  const unit = [currency, SCALE_WORDS[statement.scale]].filter(Boolean).join(' ');
  return (
    <table className={css.table} aria-label={`Statements of ${company}, ${unit}`}>
      <thead>
        <tr>
          <th className={css.corner} scope="col">
            {unit}, except per share
          </th>
          <th className={css.trend} scope="col">
            <span className="visually-hidden">Course, oldest to newest</span>
          </th>
          {statement.columns.map(period => (
            <ColumnHead key={periodKey(period)} period={period} />
          ))}
        </tr>
      </thead>
      {statement.groups.map(group => (
        <tbody key={group.statement}>
          <GroupHead
            group={group}
            columns={statement.columns.length}
            isFolded={folded.includes(group.statement)}
            onFold={onFold}
          />
          {!folded.includes(group.statement) && group.lines.map(line => <LineRows key={line.item.code} line={line} />)}
        </tbody>
      ))}
    </table>
  );
});

function ColumnHead({ period }: { period: Period }) {
  return (
    <th scope="col">
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

interface GroupHeadProps {
  group: Group;
  columns: number;
  isFolded: boolean;
  onFold: (statement: StatementCode) => void;
}

function GroupHead({ group, columns, isFolded, onFold }: GroupHeadProps) {
  return (
    <tr className={css.group}>
      <th scope="rowgroup" colSpan={columns + 2}>
        <button type="button" className={css.fold} aria-expanded={!isFolded} onClick={() => onFold(group.statement)}>
          <Icon name={isFolded ? 'right' : 'down'} />
          {group.title} {isFolded && <small>{group.lines.length} lines</small>}
        </button>
      </th>
    </tr>
  );
}

const LineRows = memo(function LineRows({ line }: { line: Line }) {
  const { item, sub } = line;
  return (
    <Fragment>
      <tr className={line.isResult ? css.result : undefined}>
        <th scope="row" title={item.definition}>
          <span className="wide">{item.label}</span>
          <span className="narrow">{shortLabel(item)}</span>
          {line.mark !== null && <Mark method={line.mark} className={css.mark} />}
        </th>
        <td className={css.trend}>
          <Sparkline values={line.trend} />
        </td>
        {line.cells.map(cell => (
          <ValueCell key={cell.key} cell={cell} lineMark={line.mark} />
        ))}
      </tr>
      {sub && (
        <tr className={css.sub}>
          <th scope="row">{sub.label}</th>
          <td className={css.trend} />
          {sub.figures.map((figure, index) => (
            <td key={line.cells[index]?.key}>
              {figure ? <FigureText figure={figure} /> : <span aria-hidden="true">–</span>}
            </td>
          ))}
        </tr>
      )}
    </Fragment>
  );
});

interface ValueCellProps {
  cell: Cell;
  lineMark: Line['mark'];
}

/** One figure, or why there is none, with its marks. */
function ValueCell({ cell: { key, value, figure, basis }, lineMark }: ValueCellProps) {
  const isRestated = value?.first_reported !== undefined;
  const method = value?.method;
  const classes = [isRestated && css.restated, value?.reason === 'not_covered' && css.notCovered];
  return (
    <td data-cell={key} tabIndex={-1} className={classes.filter(Boolean).join(' ') || undefined}>
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
  const { short, long } = reasonWords(reason);
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
