import type { FaceRow, FactSet } from '../../../../filings/facts/model/facts.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';

/** How a filing presents one concept on a primary statement. */
export interface FaceLine {
  readonly statements: readonly string[];
  /** The filer's label in lower case with single blanks, without a leading `(in millions)` or trailing note marks. */
  readonly labels: readonly string[];
  readonly line: number;
}

/** Presentation of the visible filings: which concepts are on which statement. */
export class FaceIndex {
  readonly rows: ReadonlyMap<string, readonly FaceRow[]>;
  readonly #byFiling: (ReadonlyMap<string, FaceLine> | null)[];

  constructor(rows: ReadonlyMap<string, readonly FaceRow[]>, filings: readonly SeenFiling[]) {
    this.rows = rows;
    this.#byFiling = filings.map(filing => {
      const list = rows.get(filing.accession);
      return list ? indexRows(list) : null;
    });
  }

  /** Whether no presentation of any filing is known. */
  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  /** All statement lines of a filing by concept; null if its presentation is unknown. */
  of(filing: number): ReadonlyMap<string, FaceLine> | null {
    return this.#byFiling[filing] ?? null;
  }

  /** Whether a concept is on one of a filing's statements; null if its presentation is unknown. */
  isOn(filing: number, concept: string, statements: readonly string[]): boolean | null {
    const lines = this.#byFiling[filing];
    if (!lines) return null;
    return lines.get(concept)?.statements.some(statement => statements.includes(statement)) ?? false;
  }
}

/** Merges the presentation rows of all sets by accession; the first set with rows of a filing wins. */
export function gatherFaces(sets: readonly FactSet[], filings: readonly SeenFiling[]): FaceIndex {
  const seen = new Set(filings.map(filing => filing.accession));
  const rows = new Map<string, readonly FaceRow[]>();
  for (const set of sets) {
    for (const [accession, list] of Object.entries(set.faces)) {
      if (seen.has(accession) && !rows.has(accession) && list.length > 0) rows.set(accession, list);
    }
  }
  return new FaceIndex(rows, filings);
}

function indexRows(rows: readonly FaceRow[]): Map<string, FaceLine> {
  const lines = new Map<string, FaceLine>();
  for (const row of rows) {
    if (row.isParenthetical) continue;
    const known = lines.get(row.concept);
    const label = plainLabel(row.label);
    lines.set(row.concept, {
      statements: known ? [...new Set([...known.statements, row.statement])] : [row.statement],
      labels: known ? [...new Set([...known.labels, label])] : [label],
      line: known ? known.line : row.line,
    });
  }
  return lines;
}

function plainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[^a-z0-9'&/ -]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
