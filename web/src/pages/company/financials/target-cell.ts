import { periodKey } from '../figures.ts';
import type { Statement, StatementCode } from './statement.ts';

/**
 * The target cell of a key: arrows by one, Home and End in the row, with Ctrl in the table. Null at the edge, undefined for
 * other keys. Computed from the figures, since a large table does not render every cell.
 */
export function targetCell(
  { columns, groups }: Statement,
  folded: readonly StatementCode[],
  from: string,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): string | null | undefined {
  const codes = groups
    .filter(({ statement }) => !folded.includes(statement))
    .flatMap(({ lines }) => lines.map(({ item }) => item.code));
  const periods = columns.map(periodKey);
  const [code = '', period = ''] = from.split('.');
  const [row, column] = [codes.indexOf(code), periods.indexOf(period)];
  const at = (rowAt: number, columnAt: number): string | null => {
    const [found, of] = [codes[rowAt], periods[columnAt]];
    return found === undefined || of === undefined ? null : `${found}.${of}`;
  };
  switch (key) {
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'Home':
      return at(ctrlKey ? 0 : row, 0);
    case 'End':
      return at(ctrlKey ? codes.length - 1 : row, periods.length - 1);
    default:
      return undefined;
  }
}
