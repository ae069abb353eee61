/** A row of a table in a section's text: its cells and its position. */
export interface TextRow {
  text: string;
  cells: string[];
  index: number;
}

/** Longer cells contain paragraphs. */
const LONGEST_ROW = 2_000;

/** The rows of the tables in a section's text, empty cells left out. */
export function tableRowsOf(text: string): TextRow[] {
  const rows: TextRow[] = [];
  let index = 0;
  for (const line of text.split('\n')) {
    if (line.includes('|') && line.length <= LONGEST_ROW) {
      rows.push({
        text: line,
        cells: line
          .split('|')
          .map(cell => cell.trim())
          .filter(cell => cell !== ''),
        index,
      });
    }
    index += line.length + 1;
  }
  return rows;
}
