import type { Anomaly } from './anomaly.ts';

/** So many anomalies of one kind are kept one by one from one file; the rest are counted. */
const KEPT_PER_KIND = 100;

/** Collects what a parser does not understand in one file. A kind that floods is cut and its number told at the end. */
export class AnomalyLog {
  readonly #registry: string;
  readonly #source: string;
  readonly #kept: Anomaly[] = [];
  readonly #counts = new Map<string, number>();

  /** `source` names the bytes: a URL, a file of an archive, an accession. */
  constructor(registry: string, source: string) {
    this.#registry = registry;
    this.#source = source;
  }

  add(kind: string, locator: string, detail: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > KEPT_PER_KIND) return;
    this.#kept.push({ registry: this.#registry, source: this.#source, locator, kind, detail: clip(detail) });
  }

  /** How many of a kind there were, kept or not. */
  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** All that was kept, and one line `<kind>_more` for each kind that was cut. */
  list(): Anomaly[] {
    const cut: Anomaly[] = [];
    for (const [kind, count] of this.#counts) {
      if (count <= KEPT_PER_KIND) continue;
      cut.push({
        registry: this.#registry,
        source: this.#source,
        locator: '',
        kind: `${kind}_more`,
        detail: `${count - KEPT_PER_KIND} more of this kind in the same file`,
      });
    }
    return [...this.#kept, ...cut];
  }
}

/** Hostile input must not fill the table: details are cut at 300 characters, and PostgreSQL text takes no NUL. */
function clip(text: string): string {
  const clean = text.replaceAll('\u0000', '');
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}
