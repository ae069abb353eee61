import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { firstWords, onlyWords, type TableRow, tableRowsOf } from '../../../formats/html-text/row-words.ts';
import { countLeading } from '../../../kernel/lists.ts';
import type { PrintedWords } from './as-filed-statements.ts';

/** A row of a printed table with the figures in it. */
export interface PrintedRow extends TableRow {
  document: string;
  /** In the order of the row. */
  figures: ReportedFact[];
}

/** The printed figures of a report: the rows of its documents' tables. Text and figures outside tables have no row. */
export class PrintedRows implements PrintedWords {
  readonly #documents: ReadonlyMap<string, string>;
  readonly #rows = new Map<string, PrintedRow[]>();

  /** `documents`: decoded, by file name. */
  constructor(facts: readonly ReportedFact[], documents: ReadonlyMap<string, string>) {
    this.#documents = documents;
    for (const [document, source] of documents) {
      const rows = tableRowsOf(source).map((row): PrintedRow => ({ ...row, document, figures: [] }));
      this.#rows.set(document, rows);
    }
    for (const fact of facts) if (fact.unit !== null) this.#rowOf(fact)?.figures.push(fact);
    for (const rows of this.#rows.values()) for (const row of rows) row.figures.sort((a, b) => a.start - b.start);
  }

  /** All rows of a document, in order. */
  rowsOf(document: string): readonly PrintedRow[] {
    return this.#rows.get(document) ?? [];
  }

  /**
   * The label of the figure: that of its row, or of its half in a table of two halves. Null if figures of several concepts
   * are in one row under one label: the columns then identify them.
   */
  beside(fact: ReportedFact): string | null {
    const row = this.#rowOf(fact);
    if (row === null) return null;
    let own: string | null = null;
    let from = row.start;
    let before: ReportedFact | null = null;
    for (const figure of row.figures) {
      if (before?.concept !== figure.concept) {
        const words = firstWords(this.#markup(row.document, from, figure.start));
        if (words === null) return null;
        if (figure.concept === fact.concept) own ??= words;
      }
      before = figure;
      from = figure.end;
    }
    return own;
  }

  /** The text of the row above, if that row contains text only. */
  above(fact: ReportedFact): string | null {
    const rows = this.rowsOf(fact.document);
    const row = rows[this.#placeOf(fact) - 1];
    const own = rows[this.#placeOf(fact)];
    if (row === undefined || own === undefined || row.figures.length > 0) return null;
    if (/<\/table\s*>/i.test(this.#markup(row.document, row.end, own.start))) return null;
    return onlyWords(this.#markup(row.document, row.start, row.end));
  }

  #markup(document: string, start: number, end: number): string {
    return (this.#documents.get(document) ?? '').slice(start, end);
  }

  #rowOf(fact: ReportedFact): PrintedRow | null {
    const row = this.rowsOf(fact.document)[this.#placeOf(fact)];
    return row !== undefined && row.start < fact.start && fact.start < row.end ? row : null;
  }

  /** Index of the last row that begins before the fact; -1 if none does. */
  #placeOf({ document, start }: ReportedFact): number {
    return countLeading(this.rowsOf(document), row => row.start < start) - 1;
  }
}
