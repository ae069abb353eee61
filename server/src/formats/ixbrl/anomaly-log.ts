import type { XbrlAnomaly } from '../xbrl/report.ts';

/** Limit per kind and document; hostile input could cause millions. */
const MAX_PER_KIND = 200;
const MAX_DETAIL = 300;

/** Collects the anomalies of a document set in bounded memory. */
export class AnomalyLog {
  readonly #anomalies: XbrlAnomaly[] = [];
  readonly #counts = new Map<string, number>();

  add(kind: string, document: string, locator: string, detail: string): void {
    const key = `${kind}\n${document}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count > MAX_PER_KIND) return;
    this.#anomalies.push({ kind, document, locator: locator.slice(0, 200), detail: detail.slice(0, MAX_DETAIL) });
  }

  /** All kept anomalies, and a count for each kind with more than were kept. */
  list(): XbrlAnomaly[] {
    const omitted = [...this.#counts].filter(([, count]) => count > MAX_PER_KIND);
    return [
      ...this.#anomalies,
      ...omitted.map(([key, count]) => {
        const [kind = '', document = ''] = key.split('\n');
        return { kind, document, locator: '@0', detail: `and ${count - MAX_PER_KIND} more of this kind` };
      }),
    ];
  }
}
