import { parseDelimited } from './delimited.ts';

/** A row of an SDMX-CSV message. */
export interface SdmxRow {
  /** Line number, counted from 1 with the header. */
  line: number;
  /** The code of a component, without its label; '' if the message has no such column. */
  code(component: string): string;
  /** The raw cell of a component. */
  text(component: string): string;
}

/** The rows of an SDMX-CSV message, and its lines that are not rows. */
export interface SdmxTable {
  components: ReadonlySet<string>;
  rows: SdmxRow[];
  /** Lines whose number of cells differs from the header: most likely truncated. */
  cutLines: number[];
}

/**
 * Parses an SDMX-CSV message (1.0 and 2.0). Components are identified by id, in any order; with labels, names and codes
 * are `ID: label`. Never throws: a text in another format has no known components.
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
