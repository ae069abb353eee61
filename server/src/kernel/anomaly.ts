/** What a step did not understand: kept with its source, never dropped and never guessed at. */
export interface Anomaly {
  registry: string;
  /** The bytes it stands in: a URL, a file of an archive, an accession. */
  source: string;
  /** Where in it: a JSON path, a line, a concept and period. */
  locator: string;
  /** A short stable word: `unknown_unit`, `truncated_json`, `empty_answer` … */
  kind: string;
  detail: string;
}
