import { parseDelimited } from './delimited.ts';

/** A row of an SDMX-CSV message. */
export interface SdmxRow {
  /** Counted from 1, the header included. */
  line: number;
  /** The code of a component; '' where the message has no such column. Labels beside codes are left out. */
  code(component: string): string;
  /** The cell of a component as it stands. */
  text(component: string): string;
}

/** What an SDMX-CSV message says, and the rows that are no rows of it. */
export interface SdmxTable {
  components: ReadonlySet<string>;
  rows: SdmxRow[];
  /** Lines with another number of cells than the header: most likely cut. */
  cutLines: number[];
}

/**
 * The rows of an SDMX-CSV message (1.0 and 2.0), its components by their ids whatever their order. With labels on, names and
 * codes are `ID: label`. Never throws: a text that is none has no known components.
 */
export function parseSdmxCsv(text: string): SdmxTable {
  const [header = [], ...lines] = parseDelimited(text, ',');
  const columns = header.map(name => ({ id: idOf(name), isLabelled: name.includes(':') }));
  const places = new Map(columns.map((column, at) => [column.id, { ...column, at }]));
  const rows: SdmxRow[] = [];
  const cutLines: number[] = [];
  for (const [index, cells] of lines.entries()) {
    const line = index + 2;
    if (cells.length !== header.length) {
      cutLines.push(line);
      continue;
    }
    const textOf = (component: string): string => cells[places.get(component)?.at ?? -1]?.trim() ?? '';
    const codeOf = (component: string): string => {
      const cell = textOf(component);
      return places.get(component)?.isLabelled === true ? idOf(cell) : cell;
    };
    rows.push({ line, code: codeOf, text: textOf });
  }
  return { components: new Set(places.keys()), rows, cutLines };
}

function idOf(cell: string): string {
  const end = cell.indexOf(':');
  return (end < 0 ? cell : cell.slice(0, end)).trim();
}
