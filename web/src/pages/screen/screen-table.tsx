import { Link, useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { companyParams } from '../../components/data/company-params.ts';
import { MarketTag } from '../../components/data/market-tag.tsx';
import { Name } from '../../components/data/name.tsx';
import { copyText } from '../../components/ui/announce.ts';
import { FigureText } from '../../components/ui/figure.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Sparkline } from '../../components/ui/sparkline.tsx';
import { formatMonth } from '../../format/dates.ts';
import { toText } from '../../format/decimal.ts';
import type { LineItem } from '../../format/line-items.ts';
import { cellOf, moveInGrid } from '../../keyboard/grid-keys.ts';
import { definitionOf, lineItemCode, missingReason } from './measures.ts';
import css from './screen-table.module.css';
import type { Cell, Column, Row, ScreenTable } from './table.ts';

interface TableProps {
  table: ScreenTable;
  isDescending: boolean;
  /** The companies in the median: `9`, `100 on this page`. */
  count: string;
  onSort: (item: LineItem) => void;
}

/** Companies as rows, line items as columns; each figure links to its company. */
export function CompaniesAsRows({ table, isDescending, count, onSort }: TableProps) {
  const { columns, rows } = table;
  return (
    <Grid table={table} label="Companies by line items">
      <thead>
        <tr>
          <th scope="col" className={css.first}>
            Company
          </th>
          <th scope="col" className="wide">
            Year ends
          </th>
          {table.isMixed && <th scope="col">Currency</th>}
          {columns.map(column => (
            <SortHead key={column.item.code} column={column} isDescending={isDescending} onSort={onSort} />
          ))}
          <th scope="col" className="wide">
            Trend<small>of revenue</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.company.entity.canonical_key} data-row="">
            <th scope="row" className={css.first}>
              <CompanyLink row={row} />
              <small className="narrow">
                {formatMonth(row.company.period_end)}
                <ReviewMark row={row} />
              </small>
            </th>
            <td className={`${css.year} wide`}>
              {formatMonth(row.company.period_end)}
              <ReviewMark row={row} />
            </td>
            {table.isMixed && <td className={css.year}>{row.company.currency}</td>}
            {row.cells.map((cell, at) => (
              <ValueCell
                key={cell.column.item.code}
                row={row}
                cell={cell}
                zero={table.zero}
                isEntry={index === 0 && at === 0}
              />
            ))}
            <td className="wide">
              <Course company={row.company} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={css.first}>
            Median of {count}
          </th>
          <td className="wide" />
          {table.isMixed && <td />}
          {columns.map(column => (
            <td key={column.item.code}>
              <Median column={column} of={rows.length} />
            </td>
          ))}
          <td className="wide" />
        </tr>
      </tfoot>
    </Grid>
  );
}

/** Revenue by year, as filed. */
function Course({ company: { history = [] } }: { company: Row['company'] }) {
  const given = history.filter(({ value }) => value !== null);
  return (
    <>
      <Sparkline values={history.map(({ value }) => value)} />
      <span className="visually-hidden">
        {given.length > 1 ? `${given[0]?.fiscal_year} to ${given.at(-1)?.fiscal_year}` : 'too few years'}
      </span>
    </>
  );
}

/** The same with companies as columns and line items as rows. */
export function CompaniesAsColumns({ table, isDescending, onSort }: TableProps) {
  const { columns, rows } = table;
  return (
    <Grid table={table} label="Line items by company">
      <thead>
        <tr>
          <th scope="col" className={css.first}>
            Line item
          </th>
          {rows.map(row => (
            <th scope="col" key={row.company.entity.canonical_key} className={css.across}>
              <CompanyLink row={row} />
              <small>
                {formatMonth(row.company.period_end)} {table.isMixed && row.company.currency}
                <ReviewMark row={row} />
              </small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map((column, at) => (
          <tr key={column.item.code} className={column.isSorted ? css.sortedRow : undefined}>
            <th scope="row" className={css.first}>
              <SortButton column={column} isDescending={isDescending} onSort={onSort} />
              {column.unit !== '' && <small>{column.unit}</small>}
            </th>
            {rows.map((row, index) => {
              const cell = row.cells[at];
              return cell ? (
                <ValueCell
                  key={row.company.entity.canonical_key}
                  row={row}
                  cell={{ ...cell, bar: null }}
                  zero={null}
                  isEntry={index === 0 && at === 0}
                />
              ) : null;
            })}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}

/** The scroll container with grid keys. */
function Grid({ table, label, children }: { table: ScreenTable; label: string; children: ReactNode }) {
  const navigate = useNavigate();
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = event.target === cellOf(event.target) ? cellOf(event.target) : null;
    const name = cell?.dataset.cell;
    if (!cell || name === undefined) return;
    const [row, found] = figureOf(table, name) ?? [];
    if (event.key === 'Enter' && row && found) navigate(sourceOf(row, found.column));
    else if (event.key === 'c' && found?.decimal && !event.ctrlKey && !event.metaKey) {
      copyText(toText(found.decimal), 'The figure');
    } else if (!moveInGrid(cell, event.key, event.ctrlKey)) return;
    event.preventDefault();
  };
  return (
    <section className={css.scroll} aria-label={label} onKeyDown={onKeyDown}>
      <table className={css.table}>{children}</table>
    </section>
  );
}

function SortHead({ column, isDescending, onSort }: Pick<TableProps, 'isDescending' | 'onSort'> & { column: Column }) {
  const { isSorted, unit } = column;
  return (
    <th
      scope="col"
      className={isSorted ? css.sorted : undefined}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <SortButton column={column} isDescending={isDescending} onSort={onSort} />
      {unit !== '' && <small>{unit}</small>}
    </th>
  );
}

function SortButton({
  column,
  isDescending,
  onSort,
}: Pick<TableProps, 'isDescending' | 'onSort'> & { column: Column }) {
  const { item, isSorted } = column;
  return (
    <button type="button" className={css.sort} title={definitionOf(item)} onClick={() => onSort(item)}>
      {item.label}
      {isSorted && (
        <span className={isDescending ? undefined : css.up}>
          <Icon name="sorted" />
        </span>
      )}
    </button>
  );
}

function CompanyLink({ row: { company } }: { row: Row }) {
  const { entity } = company;
  return (
    <Link className={css.company} to="/c/$market/$ticker/financials" params={companyParams(entity)}>
      <MarketTag marketId={entity.market_id} />
      <span className={css.name}>
        <b>
          <Name text={entity.company_name} marketId={entity.market_id} />
        </b>{' '}
        <small className="mono">{entity.ticker ?? entity.canonical_key}</small>
      </span>
    </Link>
  );
}

/** Marks a year that failed a check or is under review. */
function ReviewMark({ row: { company } }: { row: Row }) {
  if (company.kpi_validation_status === 'published') return null;
  return (
    <span className={css.review} title="Some checks of this year fail">
      {' '}
      !<span className="visually-hidden"> some checks of this year fail</span>
    </span>
  );
}

interface ValueCellProps {
  row: Row;
  cell: Cell;
  zero: number | null;
  /** The initial Tab stop. */
  isEntry: boolean;
}

/** One figure as a link to its company, or why it is missing. */
function ValueCell({ row, cell: { column, figure, bar, converted }, zero, isEntry }: ValueCellProps) {
  const hasBars = column.isSorted && zero !== null;
  return (
    <td
      data-cell={cellName(row, column)}
      tabIndex={isEntry ? 0 : -1}
      className={hasBars ? css.barred : undefined}
      title={converted ?? undefined}
    >
      {hasBars && (
        <span className={css.bars} aria-hidden="true">
          {bar && (
            <i
              className={bar.isNegative ? css.negative : undefined}
              style={{ left: `${bar.start * 100}%`, width: `${bar.length * 100}%` }}
            />
          )}
          <span className={css.zero} style={{ left: `${zero * 100}%` }} />
        </span>
      )}
      {figure ? (
        <Link tabIndex={-1} className={css.figure} {...sourceOf(row, column)}>
          {converted !== null && (
            <span className={css.converted}>
              <span aria-hidden="true">≈</span>
              <span className="visually-hidden">converted, </span>
            </span>
          )}
          <FigureText figure={figure} />
        </Link>
      ) : (
        <Nothing
          isSorted={column.isSorted}
          words={converted === null ? missingReason(column.item) : 'no exchange rate'}
        />
      )}
    </td>
  );
}

function Nothing({ isSorted, words }: { isSorted: boolean; words: string }) {
  if (isSorted) return <span className={css.missing}>{words}</span>;
  return (
    <span className={css.missing} title={words}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function Median({ column: { median, given, isSorted }, of }: { column: Column; of: number }) {
  if (median === null) return null;
  return (
    <>
      {isSorted && given < of && <span className="quiet">of {given} that report it </span>}
      <FigureText figure={median} />
    </>
  );
}

/** Link options of the figure in the company's financials. */
function sourceOf({ company: { entity, fiscal_year } }: Row, { item }: Column) {
  return {
    to: '/c/$market/$ticker/financials',
    params: companyParams(entity),
    search: { cell: `${lineItemCode(item.code)}.${fiscal_year}fy` },
  } as const;
}

function cellName({ company }: Row, { item }: Column): string {
  return `${company.entity.canonical_key}.${item.code}`;
}

function figureOf({ rows }: ScreenTable, name: string): readonly [Row, Cell] | undefined {
  return rows
    .flatMap(row => row.cells.map(cell => [row, cell] as const))
    .find(([row, { column }]) => cellName(row, column) === name);
}
