import type { FilingTableOut } from '@asfiled/client';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import css from './panel.module.css';
import { gridOf, type TableLine } from './table-grid.ts';

interface TablesPanelProps {
  filingId: string;
  /** Number of the selected table. */
  picked: string | undefined;
  onPick: (number: string) => void;
  /** Id of the element of the selected fact. */
  chosen: string | undefined;
  onChoose: (elementId: string) => void;
}

/** Every table of the filing as data; a figure that is tagged selects its fact in the document. */
export function TablesPanel({ filingId, picked, onPick, chosen, onChoose }: TablesPanelProps) {
  const tables = useApi('listFilingTables', { filing_id: filingId });
  return (
    <Loaded query={tables} subject="the tables of this filing">
      {response => {
        const number =
          response.tables.find(table => String(table.number) === picked)?.number ?? response.tables[0]?.number;
        if (number === undefined) {
          return (
            <StateBlock title="No tables.">
              {response.empty_reason === 'not_covered' ? 'The tables of this filing have not been read yet.' : null}
            </StateBlock>
          );
        }
        return (
          <>
            <label className={css.pick}>
              <span className="visually-hidden">Table</span>
              <select className="field" value={number} onChange={event => onPick(event.target.value)}>
                {response.tables.map(table => (
                  <option key={table.number} value={table.number}>
                    {`${table.number}. ${table.title ?? `${table.rows} rows`}`}
                  </option>
                ))}
              </select>
            </label>
            <OneTable filingId={filingId} number={number} chosen={chosen} onChoose={onChoose} />
          </>
        );
      }}
    </Loaded>
  );
}

function OneTable({
  filingId,
  number,
  ...choice
}: Pick<TablesPanelProps, 'filingId' | 'chosen' | 'onChoose'> & { number: number }) {
  const table = useApi('getFilingTable', { filing_id: filingId, number });
  return (
    <Loaded query={table} subject="this table">
      {response => <TableView table={response} {...choice} />}
    </Loaded>
  );
}

function TableView({
  table,
  chosen,
  onChoose,
}: Pick<TablesPanelProps, 'chosen' | 'onChoose'> & { table: FilingTableOut }) {
  const { positions, lines } = gridOf(table.columns ?? [], table.rows ?? []);
  return (
    <>
      {table.captions.length > 0 && <p className={css.note}>{table.captions.join(' · ')}</p>}
      <div className={css.scroll}>
        <table className={css.statement}>
          <caption className="visually-hidden">{table.title ?? `Table ${table.number}`}, as filed</caption>
          <tbody>
            {lines.map(line => (
              <Line key={line.key} line={line} positions={positions} chosen={chosen} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </div>
      {(table.notes ?? []).map(note => (
        <p key={note} className={css.note}>
          {note}
        </p>
      ))}
    </>
  );
}

interface LineProps extends Pick<TablesPanelProps, 'chosen' | 'onChoose'> {
  line: TableLine;
  positions: readonly number[];
}

function Line({ line, positions, chosen, onChoose }: LineProps) {
  if (line.kind === 'headings') {
    return (
      <tr>
        <td />
        {positions.map((position, at) => (
          <th key={position} scope="col">
            {line.headings[at]}
          </th>
        ))}
      </tr>
    );
  }
  const { row, cells } = line;
  return (
    <tr className={row.heading ? css.abstract : undefined}>
      <th scope="row" className={css[`level${Math.min(4, row.parents.length)}`]}>
        {row.label}
        {row.footnotes.length > 0 && <sup> {row.footnotes.join(', ')}</sup>}
      </th>
      {positions.map((position, at) => {
        const cell = cells[at];
        if (cell === undefined) return <td key={position} />;
        const elementId = cell.element_id;
        const meaning = cell.value === null ? undefined : [String(cell.value), cell.unit].filter(Boolean).join(' ');
        return (
          <td key={position} title={meaning}>
            {elementId === null ? (
              cell.text
            ) : (
              <button
                type="button"
                className={css.cell}
                aria-pressed={elementId === chosen}
                onClick={() => onChoose(elementId)}
              >
                {cell.text}
              </button>
            )}
          </td>
        );
      })}
    </tr>
  );
}
