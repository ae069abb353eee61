import type { Cell } from './outlook-columns.ts';

/** What a line of its own refers to: footnotes. */
const FOOTNOTES = /^(?:\((?:\d{1,2}|[a-z*])\))+$|^\d{1,2}$|^[*†‡^]+$/;
/** What a cell below a figure says of it. */
const UNIT = /^(?:(?:in )?(?:thousand|million|billion)s?|%|percent|per (?:diluted )?share)$/i;

/** The lines of a table as cells with their offsets. Figures in several cells or lines are joined, lines of footnote marks left out. */
export function readGrid(table: string, start: number): Cell[][] {
  const lines: Cell[][] = [];
  let at = start;
  for (const line of table.split('\n')) {
    const cells: Cell[] = [];
    let offset = at;
    for (const part of line.split('|')) {
      const text = part.trim();
      const from = offset + (part.length - part.trimStart().length);
      cells.push({ text, start: from, end: from + text.length });
      offset += part.length + 1;
    }
    at += line.length + 1;
    const filled = cells.filter(cell => cell.text !== '');
    if (filled.length === 0 || filled.every(cell => FOOTNOTES.test(cell.text))) continue;
    const last = lines.at(-1);
    if (last !== undefined && addUnits(last, cells)) continue;
    lines.push(joinCells(cells));
  }
  return lines;
}

/** `$8.51 - $8.53` above `Billion`: the unit of the figure in the line before. */
function addUnits(last: readonly Cell[], cells: readonly Cell[]): boolean {
  const [label, ...values] = cells;
  const filled = values.filter(value => value.text !== '');
  if (label?.text !== '' || filled.length === 0 || !filled.every(value => UNIT.test(value.text))) return false;
  const figures = last.slice(1).filter(cell => /\d/.test(cell.text));
  if (figures.length !== filled.length) return false;
  for (const [at, figure] of figures.entries())
    Object.assign(figure, { text: `${figure.text} ${filled[at]?.text.toLowerCase()}` });
  return true;
}

/** `190.0 | +/- | 10.0`, `48% | to | 49%`: one figure in several cells. */
function joinCells(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const isBehind = last !== undefined && joined.length > 1 && JOINS.test(last.text) && /^[$€£¥(\d.]/.test(cell.text);
    const isJoint =
      last !== undefined && /\d[\d.,%)]*$/.test(last.text) && /^(?:\+\s?\/\s?[-–−]|±|to)$/.test(cell.text);
    if (isBehind || isJoint) Object.assign(last, { text: `${last.text} ${cell.text}`, end: cell.end });
    else joined.push({ ...cell });
  }
  return joined;
}

/** What a cell ends with whose figure goes on in the next one. */
const JOINS = /\d[\d.,%)]* (?:\+\s?\/\s?[-–−]|±|to)$|^[$€£¥]$|(?:±|[-–−]|to) [$€£¥]$/;

/**
 * A table whose columns are measures and whose rows are periods or the ends of ranges, turned: its rows are measures then.
 * `isMeasure` and `isPeriod` say which words are which.
 */
export function turned(
  lines: Cell[][],
  isMeasure: (text: string) => boolean,
  isPeriod: (text: string) => boolean,
): Cell[][] {
  const head = lines.findIndex(cells => {
    const titles = cells.slice(1).filter(cell => cell.text !== '');
    return titles.length > 1 && titles.every(cell => isMeasure(cell.text));
  });
  const titles = lines[head];
  if (titles === undefined) return lines;
  const rows = lines.slice(head + 1).filter(cells => cells.slice(1).some(cell => /\d/.test(cell.text)));
  const isOfPeriods = rows.every(
    ([label, ...values]) => label !== undefined && isPeriod(label.text) && values.length === titles.length - 1,
  );
  if (rows.length === 0 || !isOfPeriods) return lines;
  const empty: Cell = { text: '', start: titles[0]?.start ?? 0, end: titles[0]?.start ?? 0 };
  const labels = [empty, ...rows.map(([label = empty]) => label)];
  return [
    ...lines.slice(0, head),
    labels,
    ...titles.slice(1).map((title, at) => [title, ...rows.map(row => row[at + 1] ?? empty)]),
  ];
}

/** Lines of a table that are statements of their own: a bullet or nothing, and one cell of words with a figure. */
export function statementsIn(lines: readonly (readonly Cell[])[]): Cell[] {
  return lines.flatMap(cells => {
    const filled = cells.filter(cell => /[\p{L}\d]/u.test(cell.text));
    const [only] = filled;
    const isStatement = only !== undefined && filled.length === 1 && /\p{L}{3}.*\d|\d.*\p{L}{3}/u.test(only.text);
    return isStatement && (cells.length === 1 || cells[0] !== only) ? [only] : [];
  });
}
