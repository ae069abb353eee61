import { addTo } from './tally.ts';

/** Input that a step does not understand: recorded with its source, never dropped silently and never guessed at. */
export interface Anomaly {
  registry: string;
  /** The bytes that contain it: a URL, a file in an archive or an accession number. */
  source: string;
  /** Its position in the source: a JSON path, a line, a concept and period. */
  locator: string;
  /** A short stable word: `unknown_unit`, `truncated_json`, `empty_answer` … */
  kind: string;
  detail: string;
}

/** How many anomalies of one kind are kept per file; the rest are only counted. */
const MAX_PER_KIND = 100;
const CUT = '_more';
/** Kinds of anomalies that are about a whole entry of a list or row of a table. */
const ENTRY_KINDS = /^(?:bad_(?:row|line|identifier|item|filing|officer|appointment|charge|accession)|unknown_filing)$/;

/**
 * Collects the anomalies of one file. A kind that exceeds the limit is cut, and {@link list} reports how many more
 * there were.
 */
export class AnomalyLog {
  readonly #registry: string;
  readonly #source: string;
  readonly #kept: Anomaly[] = [];
  readonly #counts = new Map<string, number>();
  readonly #leftOut: Record<string, number> = {};

  /** `source` identifies the bytes: a URL, a file in an archive or an accession number. */
  constructor(registry: string, source: string) {
    this.#registry = registry;
    this.#source = source;
  }

  add(kind: string, locator: string, detail: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > MAX_PER_KIND) return;
    this.#kept.push({ registry: this.#registry, source: this.#source, locator, kind, detail: clip(detail) });
  }

  /** Counts entries that a rule leaves out, which are no anomalies. */
  leaveOut(reason: string, count = 1): void {
    addTo(this.#leftOut, reason, count);
  }

  /** The entries left out, by reason. */
  leftOut(): Record<string, number> {
    return { ...this.#leftOut };
  }

  /** How many anomalies are about an entry that could not be read. */
  unreadEntries(): number {
    return [...this.#counts].reduce((sum, [kind, count]) => sum + (ENTRY_KINDS.test(kind) ? count : 0), 0);
  }

  /** How many anomalies of a kind were recorded, kept or not. */
  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** All kept anomalies, and one `<kind>_more` for each kind that exceeded the limit. */
  list(): Anomaly[] {
    const cut: Anomaly[] = [];
    for (const [kind, count] of this.#counts) {
      if (count <= MAX_PER_KIND) continue;
      cut.push({
        registry: this.#registry,
        source: this.#source,
        locator: '',
        kind: `${kind}${CUT}`,
        detail: `${count - MAX_PER_KIND} more of this kind in the same file`,
      });
    }
    return [...this.#kept, ...cut];
  }
}

/** How many of a list's anomalies are about an entry that could not be read, counting those that were cut. */
export function countUnreadEntries(anomalies: readonly Anomaly[]): number {
  return anomalies.reduce((sum, { kind, detail }) => {
    if (ENTRY_KINDS.test(kind)) return sum + 1;
    const isCut = kind.endsWith(CUT) && ENTRY_KINDS.test(kind.slice(0, -CUT.length));
    return isCut ? sum + Number.parseInt(detail, 10) : sum;
  }, 0);
}

/**
 * Hostile input must not fill the table: details are cut at 300 characters. NUL is removed because PostgreSQL text
 * cannot store it.
 */
function clip(text: string): string {
  const clean = text.replaceAll('\u0000', '');
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}
