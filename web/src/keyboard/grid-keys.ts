/** Interactive cells of a table: those with a `data-cell` name. */
const CELL = 'td[data-cell]';

export function cellOf(target: EventTarget | null): HTMLTableCellElement | null {
  return target instanceof Element ? target.closest<HTMLTableCellElement>(CELL) : null;
}

/**
 * Moves the focus from a cell: arrows by one, Home and End in the row, with Ctrl in the table. Tab reaches only the cell
 * that was focused last. Returns whether the key was one of these.
 */
export function moveInGrid(cell: HTMLTableCellElement, key: string, isCtrl: boolean): boolean {
  const target = targetOf(cell, key, isCtrl);
  if (target === undefined) return false;
  if (target !== null) focusGridCell(target);
  return true;
}

/** Focuses a cell and makes it the grid's Tab stop. */
export function focusGridCell(cell: HTMLElement): void {
  for (const entry of cell.closest('table')?.querySelectorAll<HTMLElement>(`${CELL}[tabindex="0"]`) ?? [])
    entry.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

/** Undefined for other keys, null at the edge. */
function targetOf(cell: HTMLTableCellElement, key: string, isCtrl: boolean): HTMLElement | null | undefined {
  const row = [...(cell.parentElement?.querySelectorAll<HTMLElement>(CELL) ?? [])];
  const column = row.indexOf(cell);
  if (key === 'ArrowLeft') return row[column - 1] ?? null;
  if (key === 'ArrowRight') return row[column + 1] ?? null;
  if (key === 'ArrowUp' || key === 'ArrowDown') return inNextRow(cell, column, key === 'ArrowDown');
  if (key !== 'Home' && key !== 'End') return undefined;
  const cells = isCtrl ? [...(cell.closest('table')?.querySelectorAll<HTMLElement>(CELL) ?? [])] : row;
  return cells.at(key === 'Home' ? 0 : -1) ?? null;
}

function inNextRow(cell: HTMLElement, column: number, isDown: boolean): HTMLElement | null {
  const rows = [...(cell.closest('table')?.rows ?? [])].filter(row => row.querySelector(CELL) !== null);
  const at = rows.findIndex(row => row.contains(cell));
  return rows[at + (isDown ? 1 : -1)]?.querySelectorAll<HTMLElement>(CELL)[column] ?? null;
}
