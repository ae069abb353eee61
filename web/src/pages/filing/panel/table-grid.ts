import type { TableColumn, TableRow } from '@asfiled/client';

type TableCell = TableRow['cells'][number];

/** A line of a shown table: headings, where the table begins or repeats them, or a row. */
export type TableLine =
  | { kind: 'headings'; key: string; headings: (string | undefined)[] }
  | { kind: 'row'; key: string; row: TableRow; cells: (TableCell | undefined)[] };

/** The lines of a table by the places of its printed grid. */
export function gridOf(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): { positions: number[]; lines: TableLine[] } {
  const positions = [...new Set(columns.map(({ position }) => position))].sort((a, b) => a - b);
  const parts = partsOf(columns);
  const lines: TableLine[] = [];
  let part = -1;
  for (const row of rows) {
    const own = row.cells[0] === undefined ? Math.max(0, part) : (parts[row.cells[0].column] ?? 0);
    if (own !== part) {
      part = own;
      const over = columns.filter(({ column }) => parts[column] === own);
      const headings = positions.map(place => over.find(({ position }) => position === place)?.headings.join(' · '));
      lines.push({ kind: 'headings', key: `part ${own}`, headings });
    }
    const cells = positions.map(place => row.cells.find(({ column }) => columns[column]?.position === place));
    lines.push({ kind: 'row', key: `row ${row.row}`, row, cells });
  }
  return { positions, lines };
}

/** The part of each column: a part of a table begins where positions begin again. */
function partsOf(columns: readonly TableColumn[]): number[] {
  let part = 0;
  return columns.map(({ position }, at) => {
    if (at > 0 && position <= (columns[at - 1]?.position ?? -1)) part++;
    return part;
  });
}
